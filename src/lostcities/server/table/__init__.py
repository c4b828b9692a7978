"""A table: what can happen there, what it amounts to, and what somebody may do. No input, no output."""

"""Tables in memory, kept up to date, and whoever watches them."""

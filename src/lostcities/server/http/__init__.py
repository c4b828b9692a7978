"""The tables over HTTP: what comes in, what goes out, and who may ask for it."""

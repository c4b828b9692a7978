"""The command `lostcities`."""

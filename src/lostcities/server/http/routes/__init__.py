"""The API, by what it is about."""

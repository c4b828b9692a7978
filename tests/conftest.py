"""Settings that every test runs under."""

from __future__ import annotations

from hypothesis import settings

# A deadline would make a test depend on how busy the machine is.
settings.register_profile("lostcities", deadline=None, print_blob=True)
settings.load_profile("lostcities")

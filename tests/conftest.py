"""Settings that every test runs under."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# A deadline would make a test depend on how busy the machine is.
settings.register_profile("lostcities", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=None, print_blob=True, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "lostcities"))

# What a shell runs in the background ignores Ctrl-C, and would hand that on to the commands under test.
signal.signal(signal.SIGINT, signal.default_int_handler)
# The commands under test keep their output back, as Python does unless the surroundings say otherwise.
os.environ["PYTHONUNBUFFERED"] = ""

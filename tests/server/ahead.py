"""`lostcities` on a machine whose clock is ninety seconds ahead."""

from __future__ import annotations

import sys
import time

SECONDS = 90
_time, _time_ns = time.time, time.time_ns


if __name__ == "__main__":
    time.time = lambda: _time() + SECONDS
    time.time_ns = lambda: _time_ns() + SECONDS * 1_000_000_000

    from lostcities.cli.main import main

    sys.exit(main())

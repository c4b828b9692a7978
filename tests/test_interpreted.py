"""The rules run interpreted as they run compiled, and no number overflows on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from trajectories import trajectories

TESTS = Path(__file__).parent


def interpreted(*arguments: str) -> str:
    """What a script of the tests prints when nothing is compiled and every warning is an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=TESTS,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_interpreted_games_agree_with_the_reference() -> None:
    assert interpreted("differential.py", "3") == ""


def test_compiled_and_interpreted_play_take_the_same_course() -> None:
    assert json.loads(interpreted("trajectories.py")) == trajectories()

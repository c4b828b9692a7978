"""Commands for bots that are programs: our examples, and one that misbehaves in every way."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from pathlib import Path

import pytest

unless_nohup = pytest.mark.skipif(
    signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, reason="nohup is handed on to the commands under test"
)
HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
PYTHON_EXAMPLE = f"exec:{shlex.join([sys.executable, str(EXAMPLES / 'greedy_bot.py')])}"
NODE_EXAMPLE = f"exec:{shlex.join([shutil.which('node') or 'node', str(EXAMPLES / 'greedy-bot.mjs')])}"


def naughty(*arguments: object) -> str:
    """A bot that does what its first argument says."""
    words = [sys.executable, "-I", "-S", str(HERE / "naughty_bot.py"), *map(str, arguments)]
    return f"exec:{shlex.join(words)}"


def has_ended(pid: int) -> bool:
    """Gone, or waiting for whoever inherited it to look after it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True

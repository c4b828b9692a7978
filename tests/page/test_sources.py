"""The sources of the page: types, the page's own logic, and the server's schema that they were made from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from page.conftest import ROOT

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        ("npm", "run", "--silent", "check"),
        ("npm", "test", "--silent"),
        ("node", "scripts/api-types.mjs", "--check"),
    ],
    ids=["svelte-check", "vitest", "types of the API"],
)
def test_the_sources_are_sound(page_files: None, command: tuple[str, ...]) -> None:
    environ = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "PYTHON": sys.executable}
    done = subprocess.run(command, cwd=ROOT / "web", env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

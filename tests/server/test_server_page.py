"""docs/server.md lists every setting as it is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from lostcities.server.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "server.md").read_text("utf-8")


def test_the_tables_are_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "settings", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_every_setting_stands_in_one_table_and_what_the_text_names_is_one() -> None:
    rows = re.findall(r"^\| `--([a-z-]+)` \|", PAGE, re.MULTILINE)
    settings = [name.replace("_", "-") for name in Settings.__dataclass_fields__]
    assert sorted(rows) == sorted(settings)
    assert {name.rstrip("-") for name in re.findall(r"`--([a-z-]+)", PAGE)} <= set(settings)

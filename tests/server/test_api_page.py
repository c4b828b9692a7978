"""docs/api.md plays a whole game with curl: its commands are run as they stand, on a free port."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lostcities.record import MatchRecord
from server import standin

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
COMMANDS = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Where `lostcities`, `curl` and `jq` are found; a machine that lacks the last two gets stand-ins."""
    folders = [str(Path(sys.executable).parent), os.environ["PATH"]]
    for name in ("curl", "jq"):
        if not shutil.which(name):
            command = tmp_path / "bin" / name
            command.parent.mkdir(exist_ok=True)
            command.write_text(f'#!/bin/sh\nexec {sys.executable} -IS {standin.__file__} {name} "$@"\n')
            command.chmod(0o755)
            folders.insert(0, str(command.parent))
    return os.pathsep.join(folders)


def test_the_commands_play_a_game_and_prove_the_deal(path: str, tmp_path: Path) -> None:
    script = f"trap 'kill $!' EXIT\nset -eu\n{COMMANDS.replace('8000', str(free_port()))}"
    environ = os.environ | {"PATH": path, "XDG_DATA_HOME": str(tmp_path / "data"), "LANG": "C"}
    done = subprocess.run(
        ["sh", "-c", script], cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    end = json.loads((tmp_path / "table.json").read_text())["table"]
    assert end["status"] == "over"
    record = MatchRecord.parse((tmp_path / "match.txt").read_text("utf-8"))
    assert record.secret == end["fair"]["secret"]
    assert str(end["result"]["totals"][0]) in done.stdout


def test_the_stand_ins_ask_and_read_as_the_page_does(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = tmp_path / "said.json"
    wish = ["--json", '{"nickname": "Ada", "bearer": true}', "-s", "-o", str(said)]
    assert standin.curl([f"{server}/api/guests", *wish]) == 0
    standin.jq(["-r", ".token", str(said)])
    token = capsys.readouterr().out.strip()
    assert standin.curl([f"{server}/api/me", "-H", f"Authorization: Bearer {token}", "-o", str(said)]) == 0
    standin.jq([".nickname", str(said)])
    assert standin.curl([f"{server}/api/me", "-s", "-o", str(said)]) == 0
    standin.jq(["-r", ".code", str(said)])
    said.write_text('{"list": [1, 2], "none": []}')
    standin.jq(["-r", ".list[-1] // empty", str(said)])
    standin.jq(["-r", ".none[-1] // empty", str(said)])
    assert capsys.readouterr().out.split() == ['"Ada"', "no-guest", "2"]
    assert standin.curl([f"http://127.0.0.1:{free_port()}"]) == 7

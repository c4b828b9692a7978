"""A network of one's own in the arena: `net:` and its file."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from lostcities.arena.plan import pairing
from lostcities.arena.play import play_deal
from lostcities.bots.net_file import NetFileError
from lostcities.cli.main import main
from lostcities.variant import Variant

DATA = Path(str(files("lostcities.net"))) / "data"


@pytest.mark.parametrize(("file", "text"), [("row.npz", "classic rounds=1"), ("rivals.npz", "rivals")])
def test_the_shipped_file_plays_as_the_bare_net(file: str, text: str) -> None:
    variant = Variant.parse(text)
    by_file = play_deal(pairing(variant, (f"net:{DATA / file}", "explorer"), 1, seed=2), 0)
    by_name = play_deal(pairing(variant, ("net", "explorer"), 1, seed=2), 0)
    assert [game.points for game in by_file] == [game.points for game in by_name]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("net:{tmp}/nowhere.npz", "classic", "can't be read; give the path of a file made by"),
        ("net:{tmp}", "classic", "can't be read"),
        ("net:", "classic", "can't be read"),
        ("net:{tmp}/letter.npz", "classic", "holds no network of ours"),
        ("net:{data}/rivals.npz", "classic", "plays another game than classic"),
        ("net:{data}/row.npz", "rivals", "plays another game than rivals"),
    ],
)
def test_a_file_that_can_not_play_is_refused_before_the_first_game(
    name: str, text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.npz").write_text("Dear Ada, the river is high.")
    name = name.format(tmp=tmp_path, data=DATA)
    with pytest.raises(NetFileError, match=said):
        pairing(Variant.parse(text), (name, "explorer"), 1)
    assert main(["arena", name, "explorer", "--edition", text, "--deals", "1"]) == 2
    assert said in " ".join(capsys.readouterr().err.split())

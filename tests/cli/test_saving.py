"""A match in a file: written whole, never over another, and no file that can't be written ends a match."""

from __future__ import annotations

import errno
import os
import shlex
import shutil
from pathlib import Path

import pytest

from cli.command import assert_polite, lostcities
from cli.terminal import Terminal
from lostcities.cli.files import write_text
from lostcities.cli.options import UsageError
from lostcities.match import Match
from lostcities.record import MatchRecord


def test_what_a_link_leads_to_is_written_and_nothing_is_left_beside(tmp_path: Path) -> None:
    target, link, folder = tmp_path / "target.txt", tmp_path / "link.txt", tmp_path / "folder"
    link.symlink_to(target)
    folder.mkdir()
    arguments = (
        "play",
        "--players",
        "random,random",
        "--edition",
        "classic rounds=1",
        "--seed",
        "1",
        "--save",
    )
    assert lostcities(*arguments, str(link)).status == 0
    assert link.is_symlink()
    assert MatchRecord.parse(target.read_text("utf-8")).match().over
    refused = lostcities(*arguments, str(folder))
    assert_polite(refused)
    assert refused.status == 2
    assert lostcities(*arguments, os.devnull).status == 0
    assert not Path(os.devnull).is_file()
    assert {path.name for path in tmp_path.iterdir()} == {"target.txt", "link.txt", "folder"}


def test_what_could_not_be_written_whole_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.txt"
    write_text(str(file), "first")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UsageError, match="No space left on device"):
        write_text(str(file), "second")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("match.txt", "first")]


def test_an_unwritable_file_is_refused_before_the_first_card(tmp_path: Path) -> None:
    answer = lostcities("play", "--save", str(tmp_path / "no" / "such" / "folder"), "--seed", "1")
    assert_polite(answer)
    assert answer.status == 2
    assert "can't be written" in answer.err
    assert answer.out == ""


def test_a_file_that_can_not_be_written_ends_no_match(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    typed = f"save {folder}/match.txt\n-y9\n@\nsave {tmp_path}/match.txt\nquit\n"
    answer = lostcities("play", "--seed", "7", typed=typed.encode())
    assert answer.status == 0
    assert MatchRecord.parse((tmp_path / "match.txt").read_text("utf-8")).match().game.history


def test_no_match_is_saved_over_another(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    record_text = str(MatchRecord.of(Match.random("classic", seed=3)))
    file.write_text(record_text, "utf-8")
    for answer in (
        lostcities("play", "--save", str(file), typed=b"quit\n"),
        lostcities("play", "--seed", "7", typed=f"save {file}\nquit\n".encode()),
    ):
        assert f"--resume {file}" in (answer.out + answer.err).replace("\n", "")
        assert file.read_text("utf-8") == record_text


def test_how_to_go_on_can_be_typed_as_it_is_said(tmp_path: Path) -> None:
    file = tmp_path / "Ada's match.txt"
    for _ in range(2):  # kept, and in the way of another match
        answer = lostcities("play", "--seed", "7", "--save", str(file), typed=b"quit\n")
        said = "".join((answer.out + answer.err).split())  # wherever its lines are broken
        assert "--resume" + shlex.quote(str(file)).replace(" ", "") in said


def test_a_match_that_can_no_longer_be_kept_goes_on_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "match.txt"
    file.parent.mkdir()
    with Terminal("play", "--seed", "7", "--save", str(file)) as terminal:
        assert terminal.read() is not None
        shutil.rmtree(file.parent)
        terminal.type("-y9")
        assert "can't be written" in (terminal.read() or "")
        file.parent.mkdir()
        terminal.type("@")
        assert "can't be written" not in (terminal.read() or "")
    assert MatchRecord.parse(file.read_text("utf-8")).match().game.history

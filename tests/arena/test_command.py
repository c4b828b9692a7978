"""`lostcities arena`: what it prints, that it repeats exactly, and that mirrored play is fair."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import active_children
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.programs import PYTHON_EXAMPLE, has_ended, naughty, unless_nohup
from cli.command import assert_polite, lostcities
from fuzz import tries
from lostcities.arena import executor
from lostcities.arena.plan import ArenaError, pairing
from lostcities.cli.programs import labels
from lostcities.record import MatchRecord
from lostcities.variant import Variant

ONE_ROUND = ("--rounds", "1", "--jobs", "1")


@pytest.mark.parametrize(
    "edition", ["classic", "three-players", "teams", "duel-2026 exploits", "rivals players=3"]
)
@pytest.mark.parametrize("bot", ["explorer", "random"])
def test_a_bot_against_itself_on_mirrored_deals_is_exactly_even(bot: str, edition: str) -> None:
    answer = lostcities("arena", bot, bot, "--edition", edition, "--deals", "1", "--jobs", "1", "--json")
    (meeting,) = json.loads(answer.out)["meetings"]
    first, second = meeting["summary"]["standings"]
    assert first["margin"]["value"] == second["margin"]["value"] == 0
    assert first["wins"] == second["wins"]
    assert first["habits"] == pytest.approx(second["habits"])


def test_a_run_repeats_exactly_whatever_the_number_of_processes() -> None:
    bots = ("explorer", "random", PYTHON_EXAMPLE)
    arguments = ("arena", *bots, "--edition", "classic rounds=1", "--deals", "3", "--seed", "5", "--json")
    alone = lostcities(*arguments, "--jobs", "1")
    assert alone.status == 0
    assert alone.out == lostcities(*arguments, "--jobs", "2").out
    other = lostcities(*arguments[:-2], "6", "--json", "--jobs", "1")
    assert other.out != alone.out


def test_two_bots_are_shown_with_margin_victories_and_habits() -> None:
    answer = lostcities("arena", "explorer", "random", *ONE_ROUND, "--deals", "3")
    assert answer.status == 0
    assert answer.out.startswith("classic rounds=1: 6 games on mirrored deals")
    assert "100.0 % [61.0–100.0]" in answer.out
    assert "discards drawn" in answer.out
    assert "rating" not in answer.out


def test_a_pool_is_shown_with_ratings_and_a_cross_table() -> None:
    answer = lostcities("arena", "random", "explorer", "random", *ONE_ROUND, "--deals", "2", "--lang", "fr")
    lines = [line.split() for line in answer.out.splitlines()]
    rated = lines.index(["robot", "classement"])
    assert lines[rated + 2][0] == "explorer"
    assert any(line[:2] == ["2", "explorer"] and line[2:4] == ["100", "%"] for line in lines)


@pytest.mark.parametrize("command", [["arena", "--deals", "2"], ["simulate", "--games", "4", "--mirrored"]])
def test_french_figures_have_a_comma(command: list[str]) -> None:
    told = lostcities(*command, "random", "explorer", "--edition", "classic rounds=1", "--lang", "fr").out
    assert re.search(r"[+-]\d+,\d ± \d+,\d", told)
    assert re.search(r"\d,\d % \[\d+,\d–\d+,\d\]", told)
    assert not re.search(r"\d\.\d", told)


def test_a_large_pool_shows_every_figure_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    bots = ["random", "thumb", "random", "thumb", "random", "thumb", "random", "thumb"]
    answer = lostcities("arena", *bots, *ONE_ROUND, "--deals", "1")
    assert "…" not in answer.out
    pool = json.loads(lostcities("arena", *bots, *ONE_ROUND, "--deals", "1", "--json").out)
    for meeting in pool["meetings"]:
        for standing in meeting["summary"]["standings"]:
            assert f"{standing['margin']['value']:+.1f}" in answer.out.split()


def test_a_rating_has_an_interval_only_where_deals_ended_differently() -> None:
    alike = lostcities("arena", "random", "explorer", "random", *ONE_ROUND, "--deals", "1").out
    rated = next(line.split() for line in alike.splitlines() if line.startswith("explorer"))
    assert len(rated) == 2


def test_whole_matches_of_rivals_show_auctions() -> None:
    answer = lostcities("arena", "explorer", "random", "--edition", "rivals", "--deals", "1", "--jobs", "1")
    assert "auctions won" in answer.out
    assert "rounds won" not in answer.out


def test_cooperation_is_shown_as_sums_with_every_partner() -> None:
    arguments = ("--edition", "classic cooperation rounds=1", "--deals", "2", "--jobs", "1")
    answer = lostcities("arena", "explorer", "random", *arguments)
    assert "points together" in answer.out
    pool = json.loads(lostcities("arena", "explorer", "random", *arguments, "--json").out)
    sums = [meeting["summary"]["common"]["value"] for meeting in pool["meetings"]]
    assert len(sums) == 3
    assert sums[0] > sums[1] > sums[2]


@pytest.mark.parametrize(
    ("mode", "language", "word", "reason"),
    [
        ("garbage", "en", "Forfeited 4 ×: ", "“red, I think”"),
        ("garbage", "fr", "Forfait, 4 × : ", "« red, I think »"),
        ("illegal", "en", "Forfeited 4 ×, the first time: ", "“+R99”"),
        ("illegal", "fr", "Forfait, 4 ×, la première fois : ", "« +R99 »"),
    ],
)
def test_forfeits_are_shown_with_their_reason_and_the_arena_goes_on(
    mode: str, language: str, word: str, reason: str
) -> None:
    bot = naughty(mode)
    arguments = (*ONE_ROUND, "--deals", "1", "--lang", language, "--time-limit", "60")
    answer = lostcities("arena", bot, "random", "explorer", *arguments)
    assert answer.status == 0
    shown = " ".join(answer.out.split())
    assert word + bot.split()[0] in shown
    assert shown.count(reason) == 1
    assert "1 naughty (python" in shown


def test_programs_are_shown_by_the_names_that_they_give_themselves() -> None:
    bots = (PYTHON_EXAMPLE, "random", naughty("illegal"))
    arguments = ("arena", *bots, *ONE_ROUND, "--deals", "1", "--time-limit", "60")
    pool = json.loads(lostcities(*arguments, "--json").out)
    assert pool["bots"] == list(bots)
    assert pool["names"] == ["greedy", None, "naughty"]
    assert pool["forfeits"][0]["facts"]["name"] == "naughty"
    answer = lostcities("simulate", *bots[:2], "--edition", "rivals", "--games", "1", "--json")
    assert [standing["name"] for standing in json.loads(answer.out)["standings"]] == ["greedy", None]
    shown = lostcities("simulate", *bots[:2], "--edition", "rivals", "--games", "1").out
    assert "greedy (python" in " ".join(shown.split())
    played = lostcities("play", "--players", ",".join(bots[:1] * 2), "--edition", "rivals", "--json")
    assert json.loads(played.out)["players"] == ["greedy A", "greedy B"]
    assert "greedy A" in played.err


@pytest.mark.parametrize(
    ("bots", "names", "shown"),
    [
        (("explorer", "net:a/row.npz"), (None, None), ["explorer", "row.npz"]),
        (("exec:a/bot --fast", "exec:./x"), ("Ada", None), ["Ada (bot --fast)", "x"]),
        (("exec:'a b/c d' -x", "net:a b/row.npz"), (None, None), ["c d -x", "row.npz"]),
        (("exec:a/bot", "exec:b/bot"), ("Ada", "Ada"), ["Ada (exec:a/bot)", "Ada (exec:b/bot)"]),
        (("exec:a/bot", "exec:b/bot"), ("Ada", "Eve"), ["Ada (bot)", "Eve (bot)"]),
        ((f"exec:{'x' * 99} 1", "random"), (None, None), [f"{'x' * 20}…{'x' * 17} 1", "random"]),
    ],
)
def test_a_table_tells_bots_apart(
    bots: tuple[str, ...], names: tuple[str | None, ...], shown: list[str]
) -> None:
    assert labels(bots, names) == shown


@pytest.mark.parametrize("command", [("arena", "--deals", "1"), ("simulate", "--games", "2")])
def test_a_long_command_hides_no_figure(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    bot = naughty("well" + "-behaved" * 20)
    answer = lostcities(*command, bot, "explorer", "--edition", "classic rounds=2", "--seed", "1")
    assert "[34.2–100.0]" in answer.out.split()


def test_what_a_program_writes_to_its_standard_error_is_shown_if_wanted() -> None:
    arguments = ("arena", naughty("crash"), "random", *ONE_ROUND, "--deals", "1")
    assert "Traceback" in lostcities(*arguments, "--stderr").err
    assert lostcities(*arguments).err == ""


def test_who_takes_time_is_spread_over_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 16)
    classic = Variant.parse("classic")
    for bot in ("legend", PYTHON_EXAMPLE):
        assert executor.sensible_jobs([pairing(classic, (bot, "random"), 32)]) == 16
    assert executor.sensible_jobs([pairing(classic, ("explorer", "random"), 32)]) == 1
    assert executor.sensible_jobs([pairing(classic, ("explorer", "random"), 10_000)]) == 16


def test_simulate_and_play_know_programs_too() -> None:
    answer = lostcities(
        "simulate", PYTHON_EXAMPLE, "random", "--edition", "classic rounds=1", "--games", "1", "--json"
    )
    assert json.loads(answer.out)["standings"][0]["forfeits"] == 0
    played = lostcities("play", "--players", f"{PYTHON_EXAMPLE},random", "--seed", "1", "--json")
    assert json.loads(played.out)["over"]


def test_a_program_that_fails_at_the_terminal_is_answered_with_one_line() -> None:
    answer = lostcities("play", "--players", f"{naughty('crash')},random", "--seed", "1", "--lang", "en")
    assert_polite(answer)
    assert answer.status == 2
    assert "saying: RuntimeError: out of ideas" in answer.err


def test_a_match_in_which_a_program_fails_is_kept_up_to_there(tmp_path: Path) -> None:
    file = tmp_path / "Ada's match.txt"
    players = f"{naughty('crash')},random"
    answer = lostcities("play", "--players", players, "--seed", "1", "--save", str(file), "--lang", "en")
    assert answer.status == 2
    kept = MatchRecord.parse(file.read_text("utf-8")).match().game
    assert sum(seat == 0 for seat, _ in kept.history) == 9  # it fails at its tenth decision
    told = answer.out.partition("Go on with: ")[2].partition("\n")[0]
    again = lostcities(*shlex.split(told)[1:], "--lang", "en")
    assert "out of ideas" in again.err


def _ended_by(signals: list[int], pids: Path) -> tuple[int, str]:
    """An arena with two workers whose programs hang: ended by signals, it leaves nobody behind."""
    arguments = (naughty("family", pids), "random", "--rounds", "1", "--deals", "4", "--jobs", "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "lostcities.cli.main", "arena", *arguments, "--time-limit", "600"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_until(lambda: pids.exists() and pids.read_text().count("\n") == 2)
        for number in signals:
            if number == signal.SIGHUP:  # a terminal that is closed sends it to everybody
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            time.sleep(0.1)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == ""
    _wait_until(lambda: all(map(has_ended, map(int, pids.read_text().split()))))
    return process.returncode, err


def _wait_until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    "signals",
    [
        [signal.SIGINT],
        [signal.SIGINT] * 2,
        [signal.SIGTERM],
        pytest.param([signal.SIGHUP], marks=unless_nohup),
    ],
)
def test_an_arena_that_is_stopped_ends_workers_and_programs_at_once_with_one_line(
    signals: list[int], tmp_path: Path
) -> None:
    status, err = _ended_by(signals, tmp_path / "pids")
    assert status == 2
    assert err.startswith("lostcities: ")
    assert err.count("\n") == 1


def test_ctrl_c_while_the_workers_are_starting_is_answered_with_one_line() -> None:
    """A terminal sends it to everybody."""
    arguments = ("arena", "random", "thumb", "--deals", "1000000", "--jobs", "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "lostcities.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_until(lambda: any(map(_has_begun_to_import, _children(process.pid))))
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out) == (2, "")
    assert err.startswith("lostcities: ")
    assert err.count("\n") == 1


def _children(pid: int) -> list[str]:
    return [child for task in Path(f"/proc/{pid}/task").glob("*/children") for child in _text(task).split()]


def _has_begun_to_import(worker: str) -> bool:
    """It has what is imported first, and there is more to come."""
    return "spawn_main" in _text(Path(f"/proc/{worker}/cmdline")) and "numpy" in _text(
        Path(f"/proc/{worker}/maps")
    )


def _text(file: Path) -> str:
    """Nothing of whoever has left meanwhile."""
    try:
        return file.read_text()
    except OSError:
        return ""


def test_an_arena_that_is_killed_leaves_no_worker_and_no_program(tmp_path: Path) -> None:
    assert _ended_by([signal.SIGKILL], tmp_path / "pids")[0] == -signal.SIGKILL


def test_a_worker_that_is_killed_ends_the_arena_with_a_reason() -> None:
    played = executor.run([pairing(Variant.parse("classic rounds=1"), ("random", "thumb"), 100_000)], jobs=2)
    next(played)
    active_children()[0].kill()
    with pytest.raises(ArenaError, match="ended from outside, perhaps for want of memory"):
        list(played)
    assert active_children() == []


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("explorer",), "2 to 64 bots can meet here, and you named 1"),
        (("explorer", "lucy"), "there is no bot “lucy”"),
        (("explorer", "exec:./no-such-bot"), "there is no program “./no-such-bot”"),
        (("explorer", "exec:"), "“exec:” names no program"),
        (("explorer", "random", "random", "--alone"), "--alone is for two bots"),
        (("explorer", "random", "--time-limit", "0"), "“0” does not suit --time-limit; write seconds"),
        (("explorer", "random", "--rounds", "0"), "“0” does not suit --rounds"),
        (("explorer", "random", "--rounds", "2", "--edition", "rivals"), "Rivals has no “rounds”"),
        (("explorer", "random", "--ray"), "Ray is not installed"),
    ],
)
def test_what_can_t_be_played_is_answered_with_one_line(arguments: tuple[str, ...], complaint: str) -> None:
    answer = lostcities("arena", "--lang", "en", *arguments)
    assert_polite(answer)
    assert answer.status == 2
    assert complaint in answer.err


WORDS = (
    "random",
    "explorer",
    "--alone",
    "--mirrored",
    "--seed",
    "-1",
    "exec:",
    "exec:/",
    "0.5",
    "--time-limit",
)


@settings(max_examples=tries(40), suppress_health_check=[HealthCheck.too_slow])
@given(words=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5)), max_size=5))
def test_any_arena_is_answered_politely(words: list[str]) -> None:
    assert_polite(lostcities("arena", *words, *ONE_ROUND, "--deals", "1"))

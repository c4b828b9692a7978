"""Programs as bots: the examples play, and whatever one does wrong costs it the match and nothing else."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from pathlib import Path
from threading import active_count

import pytest

from arena.programs import NODE_EXAMPLE, PYTHON_EXAMPLE, has_ended, naughty
from lostcities.arena.plan import pairing, simulation
from lostcities.arena.play import play_deal
from lostcities.bots.entrants import get_up, sit_down
from lostcities.bots.exec_bot import BotFailure, ExecBot, Terms
from lostcities.errors import LostCitiesError
from lostcities.game import new_game
from lostcities.variant import Variant
from lostcities.words import LANGUAGES

CLASSIC = Variant.parse("classic rounds=1")
RIVALS = Variant.parse("rivals")
PATIENT = Terms(time_limit=60, start_limit=60)


@pytest.mark.parametrize(
    "text", ["classic rounds=1", "teams rounds=1", "duel-2026 exploits=announced", "rivals players=3"]
)
@pytest.mark.parametrize("example", [PYTHON_EXAMPLE, NODE_EXAMPLE], ids=["python", "node"])
def test_an_example_plays_to_the_end_and_beats_random(example: str, text: str) -> None:
    variant = Variant.parse(text)
    plan = pairing(variant, (example, "random"), 1, alone=True, terms=PATIENT)
    games = play_deal(plan, 0)
    assert [game.forfeit for game in games] == [None] * len(plan.seatings)
    assert sum(game.points[0] for game in games) > sum(game.points[1] for game in games)


@pytest.mark.parametrize(
    ("mode", "code", "said"),
    [
        (
            "crash-at-start",
            "exec.ended-saying",
            "status 1 before the match was over, saying: RuntimeError: out of",
        ),
        ("crash", "exec.ended-saying", "out of ideas"),
        ("killed", "exec.ended", "ended with status -11 (SIGSEGV)"),
        ("leave", "exec.ended", "ended with status 0"),
        ("half", "exec.ended", "ended with status 5"),
        ("close", "exec.closed", "closed its output"),
        ("not-ready", "exec.not-ready", 'it should be {"type": "ready", "name": "…"}'),
        ("garbage", "exec.garbage", "answered “red, I think”, which is no JSON object"),
        ("list", "exec.garbage", "which is no JSON object"),
        ("no-move", "exec.no-move", 'it should be {"move": "…"}'),
        ("number", "exec.no-move", 'it should be {"move": "…"}'),
        ("illegal", "exec.illegal", "answered “+R99”, which is not legal there; legal were "),
        ("spaces", "exec.illegal", "answered “ +R5�”, which is not legal"),
        ("huge", "exec.too-long", "a line of more than 65536 bytes"),
        ("endless", "exec.too-long", "a line of more than 65536 bytes"),
    ],
)
def test_a_program_that_misbehaves_forfeits_its_match(mode: str, code: str, said: str) -> None:
    bot = naughty(mode)
    plan = pairing(CLASSIC, (bot, "random"), 1, terms=PATIENT)
    for game in play_deal(plan, 0):
        assert list(game.wins) == [0, 1]
        assert [list(wins) for wins in game.round_wins] == [[0, 1]]
        assert game.forfeit is not None
        assert (game.forfeit.entrant, game.forfeit.code) == (0, code)
        sentence = LostCitiesError(game.forfeit.code, **game.forfeit.facts).say("en")
        assert sentence.startswith(bot)
        assert said in sentence


@pytest.mark.parametrize(
    ("mode", "terms", "seconds"),
    [
        ("silent", Terms(0.2, 60), "0.2"),
        ("silent-at-start", Terms(60, 0.2), "0.2"),
        ("deaf", Terms(0.2, 60), "0.2"),
    ],
)
def test_a_silent_program_is_cut_off(mode: str, terms: Terms, seconds: str) -> None:
    plan = simulation(CLASSIC, ["random", naughty(mode)], 1, terms=terms)
    (game,) = play_deal(plan, 0)
    assert list(game.wins) == [1, 0]
    assert game.forfeit is not None
    assert game.forfeit.code == "exec.silent"
    assert game.forfeit.facts["seconds"] == seconds


def test_a_program_that_has_ended_is_not_called_silent_if_others_keep_its_output_open() -> None:
    plan = simulation(CLASSIC, ["random", naughty("crash-with-family")], 1, terms=Terms(3, 60))
    (game,) = play_deal(plan, 0)
    assert game.forfeit is not None
    assert game.forfeit.facts["said"] == "RuntimeError: out of ideas"


def test_a_program_that_answers_without_listening_does_not_hold_up_the_match() -> None:
    plan = simulation(RIVALS, ["random", naughty("blind")], 1, terms=Terms(0.5, 60))
    (game,) = play_deal(plan, 0)
    assert list(game.wins) == [1, 0]
    assert game.forfeit is not None


def test_what_a_program_writes_to_its_standard_error_never_holds_it_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Left(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stderr", Left())
    for shown in (False, True):
        terms = Terms(time_limit=20, start_limit=60, stderr=shown)
        (game,) = play_deal(simulation(RIVALS, ["random", naughty("chatty")], 1, terms=terms), 0)
        assert game.forfeit is None


def test_the_others_share_the_victory_over_one_who_forfeits() -> None:
    plan = simulation(
        Variant.parse("rivals"), ["random", naughty("crash-at-start"), "random"], 1, terms=PATIENT
    )
    (game,) = play_deal(plan, 0)
    assert list(game.wins) == [0.5, 0, 0.5]


def test_a_forfeit_in_cooperation_is_nobody_s_victory() -> None:
    variant = Variant.parse("classic cooperation rounds=1")
    (game,) = play_deal(simulation(variant, ["random", naughty("leave")], 1, terms=PATIENT), 0)
    assert list(game.wins) == [0, 0]
    assert game.forfeit is not None


def test_nothing_is_left_of_a_program_or_of_what_it_started(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    plan = simulation(CLASSIC, ["random", naughty("family", file)], 1, terms=Terms(1, 60))
    play_deal(plan, 0)
    program, child = map(int, file.read_text().split())
    assert not Path(f"/proc/{program}").exists()
    deadline = time.monotonic() + 30
    while not has_ended(child):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_what_a_program_leaves_outside_its_group_holds_up_nothing_and_keeps_nothing_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lostcities.bots.exec_bot.GRACE", 60)
    file = tmp_path / "pids"
    threads, files = active_count(), len(os.listdir("/proc/self/fd"))
    began = time.monotonic()
    try:
        plan = pairing(CLASSIC, (naughty("daemon", file), "random"), 1, terms=PATIENT)
        games = play_deal(plan, 0)
        assert [game.forfeit for game in games] == [None, None]
        assert time.monotonic() - began < 60
        assert (active_count(), len(os.listdir("/proc/self/fd"))) == (threads, files)
    finally:
        for pid in map(int, file.read_text().split()):
            assert not has_ended(pid)
            os.kill(pid, signal.SIGKILL)


def test_a_second_interruption_ends_every_program_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    players = sit_down({0: naughty("x"), 1: naughty("x")}, CLASSIC, [1, 2], PATIENT)
    processes = [player._process for player in players.values() if isinstance(player, ExecBot)]

    def impatient(_: float | None = None) -> int:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(processes[1], "wait", impatient)
    with pytest.raises(KeyboardInterrupt):
        get_up(players)
    assert [process.poll() is not None for process in processes] == [True, True]


def test_a_program_is_told_the_result_and_leaves_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "results"
    plan = simulation(CLASSIC, ["random", naughty("good", file)], 1, terms=PATIENT)
    (game,) = play_deal(plan, 0)
    result = json.loads(file.read_text())
    assert tuple(result["totals"]) == game.points
    assert result["common"] is None


def test_if_one_program_can_t_sit_down_the_others_get_up(tmp_path: Path) -> None:
    file = tmp_path / "results"
    names = {0: naughty("good", file), 1: naughty("crash-at-start")}
    with pytest.raises(BotFailure):
        sit_down(names, CLASSIC, [1, 2], PATIENT)
    assert file.read_text() == "null\n"


def test_a_program_gives_its_own_name_and_answers_a_view_in_plain_form() -> None:
    players = sit_down({1: PYTHON_EXAMPLE}, CLASSIC, [0, 7], PATIENT)
    try:
        bot = players[1]
        assert isinstance(bot, ExecBot)
        assert bot.name == "greedy"
        view = new_game(CLASSIC, seed=1, starter=1).view(1)
        assert bot.choose(view) in view.legal_moves
    finally:
        get_up(players)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("exec:", "exec.no-command"),
        ("exec:'", "exec.no-command"),
        ("exec:./no-such-bot", "exec.not-found"),
        ("lucy", "bots.unknown"),
    ],
)
def test_a_command_that_can_t_be_found_is_refused_before_anything_is_played(name: str, code: str) -> None:
    with pytest.raises(LostCitiesError) as refused:
        pairing(CLASSIC, (name, "random"), 1)
    assert refused.value.code == code
    assert all(refused.value.say(language) for language in LANGUAGES)


def test_a_program_that_can_t_be_started_after_all_forfeits(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program")
    file.chmod(0o755)
    (game,) = play_deal(simulation(CLASSIC, ["random", f"exec:{file}"], 1), 0)
    assert game.forfeit is not None
    assert game.forfeit.code == "exec.no-start"
    assert "first line" in LostCitiesError(game.forfeit.code, **game.forfeit.facts).say("en")
    assert os.strerror(8) in str(game.forfeit.facts["reason"])

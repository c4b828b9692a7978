"""The command's answers: what it prints, with which status, and never more than one line of complaint."""

from __future__ import annotations

import json
import os
import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cli.command import Answer, assert_polite, lostcities
from fuzz import tries
from lostcities import warm
from lostcities.arena.play import play_match
from lostcities.cli.output import prepare_players
from lostcities.match import Match
from lostcities.record import MatchRecord
from lostcities.variant import Variant
from lostcities.words import speaker

ROWS = "Y 2 3 8 10; W X; G X 4 5 6; R X X 2 3 5 7 8 10"


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """The rules are compiled and announced before any answer is looked at."""
    for edition, rows in (("classic", "R 5"), ("rivals", "R 5")):
        lostcities("score", "--edition", edition, rows)


@pytest.fixture(scope="module")
def record_text() -> str:
    match = Match.random("classic rounds=2", seed=3)
    play_match(match, ["explorer", "random"], "3")
    return str(MatchRecord.of(match, names=("explorer", "random")))


def test_help_loads_nothing_heavy_and_names_every_command() -> None:
    code = (
        "import sys\nfrom lostcities.cli.main import main\n"
        "status = main(['--help'])\n"
        "assert not {'numpy', 'numba', 'rich'} & set(sys.modules), sorted(sys.modules)\n"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    for command in ("editions", "score", "play", "record", "simulate", "bench"):
        assert f"\n    {command}" in done.stdout


def test_help_in_french() -> None:
    assert "commandes\N{NO-BREAK SPACE}:" in lostcities("--lang", "fr", "--help").out
    assert "feuille de score" in lostcities("score", "--lang=fr", "--help").out


@pytest.mark.parametrize(
    ("environment", "word"),
    [({"LC_ALL": "fr_FR.UTF-8"}, "édition"), ({"LANG": "fr"}, "édition"), ({"LC_ALL": "de_DE"}, "edition")],
)
def test_the_language_follows_the_environment(
    environment: dict[str, str], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert f" {word} " in lostcities("editions").out


def test_editions_as_a_table_and_as_data() -> None:
    table = lostcities("editions").out
    data = json.loads(lostcities("editions", "--json").out)
    assert [edition["id"] for edition in data] == [
        "classic", "rio-grande", "long", "three-players", "teams", "duel-2026", "rivals",
    ]  # fmt: skip
    assert all(edition["id"] in table for edition in data)
    assert data[5]["switches"] == [
        "rounds=N", "nothing-in-hand", "cooperation", "exploits", "exploits=announced", "guard=N",
    ]  # fmt: skip


def test_the_score_of_the_rulebook_s_example() -> None:
    sheet = json.loads(lostcities("score", "--edition", "classic", ROWS, "--json").out)
    assert sheet["total"] == 18
    assert [row["total"] for row in sheet["expeditions"]] == [3, 0, -40, -10, 65]
    printed = lostcities("score", ROWS).out
    assert "35   -20      15      ×3      45     20     65" in printed
    assert printed.rstrip().endswith("18")


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (("--edition", "rivals", "R X 2 3", "--coins", "5"), 9),
        (("--edition", "classic nothing-in-hand", "R 5 6 10", "--hand", "R7 YX"), -6),
        (("--edition", "duel-2026 exploits", "R 5 6 10", "--exploits", "three-red,best-expedition"), 21),
        (("--edition", "three-players", "R 2 3 4 5 6 7 8"), 38),
    ],
)
def test_scores_with_coins_hands_and_exploits(arguments: tuple[str, ...], total: int) -> None:
    assert json.loads(lostcities("score", *arguments, "--json").out)["total"] == total


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "something is missing: COMMAND"),
        (("dance",), "there is no command “dance”; the commands are editions, score"),
        (("score",), "something is missing: ROWS"),
        (("score", "R 6 4"), "red 4 can't follow red 6"),
        (
            ("score", "R 4", "--coins", "three"),
            "“three” does not suit --coins; write a whole number from 0 to 36",
        ),
        (("score", "R 4", "--edition", "chess"), "there is no edition “chess”"),
        (("score", "R 4", "--edition", "classic rounds=0"), "0 rounds can't be played; choose 1 to 99"),
        (("score", "R 4", "--exploits", "six-cards"), "the exploits are three-yellow, three-red,"),
        (("editions", "--lang", "de"), "there is no language “de”; the languages are en, fr"),
        (("editions", "--color"), "“--color” is not understood here; see lostcities editions --help"),
        (
            ("play", "--players", "you,lucy"),
            "“lucy” is no player; write you, you:NAME or a bot: random, thumb, explorer",
        ),
        (("play", "--players", "you"), "players named: 1; classic has 2 seats: name one for each"),
        (("play", "--players", "you:random,explorer"), "a person can't be called like a bot"),
        (("play", "--resume", "no-such-file"), "“no-such-file” can't be read"),
        (("play", "--resume", ""), "“” can't be read"),
        (("play", "--resume", "-"), "“-” can't be read"),  # standard input is for the moves
        (("play", "--save", ""), "“” can't be written"),
        (("play", "--players", ""), "players named: 0; classic has 2 seats"),
        (("play", "--people", ""), "“” does not suit --people"),
        (("play", "--bots", ""), "“” is no player"),
        (("play", "--players", "you,random", "--people", "1"), "names everybody; leave --people out"),
        (("play", "--players", "you,random", "--bots", "hiker"), "leave --bots out"),
        (("record", "sing", "x"), "records can't be “sing”; choose show, replay, verify"),
        (("record", "show", "x", "--at", "1.1"), "--at is for replay; leave it out"),
        (("record", "replay", "x", "--at", "one"), "“one” is no place in a match; write round.decision"),
        (("simulate", "explorer", "lucy"), "there is no bot “lucy”"),
        (
            ("simulate", "random", "random", "random"),
            "3 bots can't fill 2 seats evenly; name one for each seat, or one for each side",
        ),
        (("simulate", "random", "--games"), "--games must be followed by a value"),
        (("simulate", "random", "--games", "0"), "“0” does not suit --games"),
    ],
)
def test_a_wrong_command_line_is_answered_with_one_line(arguments: tuple[str, ...], complaint: str) -> None:
    answer = lostcities("--lang", "en", *arguments) if "--lang" not in arguments else lostcities(*arguments)
    assert_polite(answer)
    assert answer.status == 2
    assert complaint in answer.err
    assert answer.out == ""


def test_a_simulation_gives_the_same_summary_over_processes_and_in_one() -> None:
    arguments = ("simulate", "random", "random", "--edition", "classic rounds=1", "--games", "40", "--json")
    alone = lostcities(*arguments, "--jobs", "1")
    assert alone.status == 0
    assert json.loads(alone.out) == json.loads(lostcities(*arguments, "--jobs", "2").out)


def test_mirrored_deals_are_played_in_every_seating() -> None:
    arguments = (
        "simulate",
        "explorer",
        "random",
        "random",
        "--edition",
        "rivals",
        "--games",
        "4",
        "--mirrored",
    )
    summary = json.loads(lostcities(*arguments, "--json").out)
    assert summary["games"] == 6
    assert summary["standings"][0]["wins"]["value"] == 1
    table = lostcities(*arguments).out
    assert "rivals players=3; games: 6," in table


def test_equal_bots_on_mirrored_deals_are_exactly_even() -> None:
    summary = json.loads(
        lostcities("simulate", "explorer", "explorer", "--games", "4", "--mirrored", "--json").out
    )
    assert [standing["margin"]["value"] for standing in summary["standings"]] == [0, 0]


def test_cooperation_is_summed_up_as_a_sum() -> None:
    summary = json.loads(
        lostcities(
            "simulate", "explorer", "--edition", "classic cooperation rounds=1", "--games", "3", "--json"
        ).out
    )
    assert summary["common"]["value"] == pytest.approx(2 * summary["standings"][0]["points"]["value"])


def test_bench_measures_every_edition_in_both_ways() -> None:
    speeds = json.loads(lostcities("bench", "--milliseconds", "1", "--json").out)
    variants = [speed["variant"] for speed in speeds]
    assert "classic" in variants
    assert "rivals players=4" in variants
    assert all(
        speed["kernel_decisions_per_second"] > speed["api_decisions_per_second"] > 0 for speed in speeds
    )


def test_a_record_is_shown_replayed_and_verified(record_text: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text(record_text, "utf-8")
    shown = json.loads(lostcities("record", "show", str(file), "--json").out)
    totals = tuple(shown["totals"])
    assert totals == MatchRecord.parse(record_text).match().totals
    printed = lostcities("record", "show", "-", typed=record_text.encode()).out
    assert all(str(total) in printed for total in totals)
    states = json.loads(lostcities("record", "replay", str(file), "--json").out)
    assert sum(len(game.history) + 1 for game in MatchRecord.parse(record_text).match().games) == len(states)
    place = lostcities("record", "replay", str(file), "--at", "2.3")
    assert place.out.startswith("2.3  ")
    report = json.loads(lostcities("record", "verify", str(file), "--json").out)
    assert report["ok"]
    assert lostcities("record", "replay", str(file), "--at", "3.1").status == 2


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Ada ran out of time"), ("fr", "Ada n’avait plus de temps")]
)
def test_a_record_tells_that_somebody_ran_out_of_time(language: str, told: str) -> None:
    match = Match.random("classic", seed=1)
    match.run_out_of_time(0)
    text = str(MatchRecord.of(match, names=("Ada", "Grace")))
    assert told in lostcities("record", "show", "-", "--lang", language, typed=text.encode()).out
    shown = json.loads(lostcities("record", "show", "-", "--json", typed=text.encode()).out)
    assert shown["over"]
    assert shown["out_of_time"] == 0
    assert shown["result"]["winners"] == [1]


def test_a_record_with_a_wrong_score_fails_with_one_line_that_names_it(record_text: str) -> None:
    line = next(line for line in record_text.splitlines() if line.startswith("Score "))
    forged = record_text.replace(line, "Score A 500, B 0", 1)
    answer = lostcities("record", "verify", "-", typed=forged.encode())
    assert_polite(answer)
    assert answer.status == 2


def test_bots_alone_play_a_match_to_its_end_and_report_it_as_data() -> None:
    played = lostcities("play", "--players", "explorer,random", "--seed", "2", "--json")
    result = json.loads(played.out)
    assert result["over"]
    assert result["result"]["winners"] == [0]


@pytest.mark.parametrize("name", ["[/b]", "[red]Ada", "[bold"])
def test_a_name_in_brackets_is_a_name(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    played = lostcities(
        "play", "--players", f"you:{name},explorer", "--save", str(file), "--seed", "1", typed=b"q\n"
    )
    assert played.status == 0
    match = Match.random("classic rounds=1", seed=3)
    play_match(match, ["random", "random"], "3")
    file.write_text(str(MatchRecord.of(match, names=(name, "random"))), "utf-8")
    shown = lostcities("record", "show", str(file))
    assert_polite(shown)
    assert shown.status == 0
    assert shown.out.count(name) >= 2


@pytest.fixture
def broken_off(tmp_path: Path) -> str:
    """A match of Rivals for two with a program, saved before its end."""
    file = tmp_path / "match.txt"
    match = Match.random("rivals", seed=3)
    names = ("O'Ada", 'exec:python3 "my bot.py" --odds=1,2')
    file.write_text(str(MatchRecord.of(match, names=names)), "utf-8")
    return str(file)


def test_a_match_goes_on_with_as_many_as_it_has_seats(broken_off: str) -> None:
    answer = lostcities("play", "--resume", broken_off, "--players", "random,random,random")
    assert_polite(answer)
    assert "players named: 3; rivals has 2 seats" in answer.err
    played = lostcities("play", "--resume", broken_off, "--players", "random,random", "--json")
    assert json.loads(played.out)["over"]


@pytest.mark.parametrize(
    "beside", [("--edition", "classic"), ("--people", "2"), ("--bots", "legend"), ("--seed", "1")]
)
def test_a_match_goes_on_as_it_was_saved(beside: tuple[str, str], broken_off: str) -> None:
    answer = lostcities("play", "--resume", broken_off, *beside)
    assert_polite(answer)
    assert f"--resume goes on with the match as it was saved; leave {beside[0]} out" in answer.err


def test_no_file_starts_a_program_but_whoever_resumes_can(broken_off: str) -> None:
    answer = lostcities("play", "--resume", broken_off)
    assert_polite(answer)
    assert answer.status == 2
    (told,) = shlex.split(answer.err.partition("--players ")[2])
    again = lostcities("play", "--resume", broken_off, "--players", told)
    assert "there is no bot" not in again.err
    assert "players are named" not in again.err  # the comma in the command is no comma between players


def test_who_says_how_many_play_gets_no_other_table() -> None:
    for command in (
        ["simulate", "random", "random", "random"],
        ["play", "--players", "random,random,random"],
    ):
        refused = lostcities(*command, "--edition", "rivals players=4")
        assert_polite(refused)
        assert refused.status == 2
        assert "4 seats" in refused.err
    played = json.loads(
        lostcities("simulate", *["random"] * 3, "--edition", "rivals", "--games", "1", "--json").out
    )
    assert played["variant"] == "rivals players=3"


def _writing_to(stdout: int, *argv: str) -> tuple[int, str]:
    """The status and the complaints of the command, which keeps what it says until its end."""
    line = [sys.executable, "-m", "lostcities.cli.main", *argv]
    done = subprocess.run(line, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("arguments", [("editions",), ("editions", "--json"), ("--help",)])
def test_a_reader_that_leaves_early_is_no_error(arguments: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb"):
        assert _writing_to(writer, *arguments) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", [("editions",), ("editions", "--json"), ("--version",)])
def test_a_full_disk_is_told_in_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        status, complaint = _writing_to(full.fileno(), "--lang", "en", *arguments)
    assert_polite(Answer(status, "", complaint))
    assert status == 2
    assert "the computer refused: No space left on device" in complaint


def test_a_name_gives_the_terminal_no_orders(record_text: str, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    named = record_text.replace('[A "explorer"]', r'[A "\u{1b}[2JAda"]')
    lines = [line for line in named.splitlines() if not line.startswith("[Digest")]
    file.write_text("\n".join(lines), "utf-8")
    for action in ("show", "replay"):
        shown = lostcities("record", action, str(file))
        assert shown.status == 0
        assert "\x1b" not in shown.out
        assert "�[2JAda" in shown.out
    played = lostcities("play", "--players", "you:\x1b[2JAda,random", typed=b"quit\n")
    assert "\x1b" not in played.out


def test_the_end_of_a_long_line_is_no_further_answer() -> None:
    played = lostcities("play", "--seed", "7", "--json", "--lang", "en", typed=b"?" * 1000 + b"-y9\nquit\n")
    assert played.err.count("is not understood") == 1
    assert "You, draw" not in played.err


def test_a_record_of_an_editor_that_marks_its_texts(record_text: str) -> None:
    answer = lostcities("record", "verify", "-", typed=b"\xef\xbb\xbf" + record_text.encode())
    assert answer.status == 0


@pytest.mark.parametrize(
    ("command", "status"),
    [("editions >&-", 0), ("editions 2>&-", 0), ("play --seed 7 <&-", 0), ("record show - <&-", 2)],
)
def test_streams_that_are_closed_are_no_defect(command: str, status: int) -> None:
    line = f"exec {sys.executable} -m lostcities.cli.main {command}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, "lostcities itself" in done.stderr) == (status, False)


# Whatever is typed: status 0 or 2, one line, no traceback.

EDITIONS = ("classic rounds=1", "rivals", "teams rounds=1", "duel-2026 exploits=announced", "cooperation", "")
ROWS_AND_FILES = (ROWS, "R X X", "R 2;R 3", "R5 YX", "/", "/dev/null", "you,explorer", "random,random")
COMMANDS = ("editions", "score", "play", "record", "show", "replay", "verify")
OPTIONS = ("--", "--help", "--version", "--json", "--edition", "--lang", "--players", "--people", "--bots")
MORE_OPTIONS = ("--seed", "--resume", "--at", "--coins", "--hand", "--exploits")
VALUES = ("-", "en", "fr", "random", "0", "3", "-1", "1.1", "five-cards", "é", "\udcff")
PLAIN = (*COMMANDS, *OPTIONS, *MORE_OPTIONS, *VALUES)
WORDS = st.one_of(st.sampled_from([*PLAIN, *EDITIONS, *ROWS_AND_FILES]), st.text(max_size=12))


@settings(max_examples=tries(250), suppress_health_check=[HealthCheck.too_slow])
@given(argv=st.lists(WORDS, max_size=7), typed=st.binary(max_size=40))
@example(argv=["play", "--seed", "3"], typed=b"r9\n\xff\xfe\n?\n@\nundo\nsave /\n")
def test_any_arguments_are_answered_politely(argv: list[str], typed: bytes) -> None:
    if not {"simulate", "bench", "--save"} & set(argv):
        assert_polite(lostcities(*argv, typed=typed))


@settings(max_examples=tries(60))
@given(
    words=st.lists(
        st.one_of(st.sampled_from(["random", "--games", "--mirrored", "x", "0"]), st.text(max_size=5))
    )
)
def test_any_simulation_is_answered_politely(words: list[str]) -> None:
    edition = "classic rounds=1"
    assert_polite(lostcities("simulate", *words, "--edition", edition, "--games", "1", "--jobs", "1"))


@settings(max_examples=tries(60))
@given(data=st.binary(max_size=200), action=st.sampled_from(["show", "replay", "verify"]))
def test_any_file_is_answered_politely(data: bytes, action: str) -> None:
    assert_polite(lostcities("record", action, "-", typed=data))


@settings(max_examples=tries(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_record_is_answered_politely(data: st.DataObject, record_text: str) -> None:
    lines = record_text.splitlines(keepends=True)
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    for _ in range(data.draw(st.integers(1, 3))):
        i = rng.randrange(len(lines))
        j = rng.randrange(len(lines[i]) + 1)
        lines[i] = rng.choice(
            [lines[i][:j], lines[i][:j] + rng.choice("AXY9 @[\n") + lines[i][j:], "", lines[0]]
        )
    answer = lostcities(
        "record", data.draw(st.sampled_from(["show", "verify"])), "-", typed="".join(lines).encode()
    )
    assert_polite(answer)


def test_that_the_rules_are_being_prepared_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(warm, "is_ready", lambda part: False)
    monkeypatch.setattr(warm, "_marker", lambda part: tmp_path / part)
    monkeypatch.setattr(warm, "_play_a_round", lambda family, *names: compiled.append(names))
    prepare_players(Variant.parse("classic"), ["legend"], speaker("en"))
    assert len(compiled) == 3
    assert capsys.readouterr().err.count("Preparing the rules") == 1

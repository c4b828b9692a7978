"""`lostcities play` as a person sees it: a script at a real terminal reads the screen and types."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.terminal import Terminal, tokens
from lostcities.cli.sitting import CLEAR_SCROLLBACK
from lostcities.record import MatchRecord, verify

ENGLISH = ("Lay", "Discard", "Draw", "Stop", "Claim", "Discover", "Bid", "Pass", "Put out")
CLEAR = "\x1b[2J"
FRENCH = ("Poser", "Défausser", "Piocher", "Arrêter", "Annoncer", "Découvrir", "Offrir", "Passer", "Écarter")


def play_to_the_end(terminal: Terminal, labels: tuple[str, ...] = ENGLISH, most: int = 2000) -> None:
    """Type moves that the screen offers; draw from the pile, so that the rounds end."""
    rng = random.Random(1)
    for _ in range(most):
        screen = terminal.read()
        if screen is None:
            return
        offered = tokens(screen, *labels)
        terminal.type("@" if "@" in offered else rng.choice(offered) if offered else "")
    raise AssertionError("the match does not end")


def test_a_whole_classic_match_and_its_record(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    with Terminal("play", "--save", str(file)) as terminal:
        play_to_the_end(terminal)
        assert terminal.status == 0
    assert "Round 3: " in terminal.all
    assert terminal.all.count("wagers") == 6
    assert "ictory: " in terminal.all
    record = MatchRecord.parse(file.read_text("utf-8"))
    assert record.result is not None
    assert record.names == ("You", "explorer")
    assert verify(record).ok


def test_a_whole_game_of_rivals_in_french() -> None:
    with Terminal(
        "play", "--edition", "rivals", "--players", "you:Ada,explorer,random", "--lang", "fr", "--seed", "3"
    ) as terminal:
        play_to_the_end(terminal, FRENCH)
        assert terminal.status == 0
    assert "Rivière" in terminal.all
    assert "plus personne ne peut la poser" in terminal.all  # a card that left as it was turned over
    assert "traces" in terminal.all
    assert "Victoire" in terminal.all


@pytest.mark.parametrize(
    "edition", ["teams rounds=1", "duel-2026 exploits=announced", "three-players rounds=1"]
)
def test_a_round_of_other_editions_with_no_colour_and_a_narrow_screen(edition: str) -> None:
    with Terminal("play", "--edition", edition, columns=60, term="dumb", NO_COLOR="1") as terminal:
        play_to_the_end(terminal)
        assert terminal.status == 0
    assert all(len(line) <= 60 for line in terminal.all.splitlines())


@pytest.mark.parametrize("term", ["xterm", "dumb"])
def test_two_people_at_one_screen_do_not_see_each_other_s_hands(term: str) -> None:
    with Terminal("play", "--people", "2", "--seed", "5", term=term) as terminal:
        for _ in range(3):
            between = terminal.read()
            assert between is not None
            assert "take the device" in between.lower()
            assert "Your hand" not in between
            if term == "dumb":  # nothing can be cleared: what was there goes out of sight
                assert "\n" * 24 in between
            else:
                assert {CLEAR, CLEAR_SCROLLBACK} <= set(terminal.orders)
            terminal.type("")
            screen = terminal.read()
            assert screen is not None
            terminal.type(tokens(screen, "Discard")[0])
            drawing = terminal.read()
            assert drawing is not None
            terminal.type("@")


def test_undo_before_drawing_gives_the_card_back_and_after_it_nothing() -> None:
    with Terminal("play", "--seed", "3") as terminal:
        before = terminal.read()
        assert before is not None
        card = tokens(before, "Lay")[0]
        terminal.type(card[1:].lower())
        drawing = terminal.read()
        assert drawing is not None
        assert tokens(drawing, "Draw") == ["@"]
        terminal.type("undo")
        after = terminal.read()
        assert after is not None
        assert tokens(after, *ENGLISH) == tokens(before, *ENGLISH)
        terminal.type("undo")
        refused = terminal.read()
        assert refused is not None
        assert "nothing to take back" in refused


def test_a_bid_that_won_at_once_is_not_taken_back() -> None:
    with Terminal("play", "--edition", "rivals", "--players", "you,random", "--seed", "3") as terminal:
        while "Lay" not in (screen := terminal.read() or ""):
            terminal.type("18" if "Bid" in screen else "d")  # all the gold that anybody has
        terminal.type("undo")
        assert "nothing to take back" in (terminal.read() or "")


def test_what_is_illegal_is_explained_and_asked_again() -> None:
    with Terminal("play", "--seed", "3", "--lang", "fr") as terminal:
        screen = terminal.read()
        assert screen is not None
        for typed, reason in (
            ("@", "posez ou défaussez d’abord une carte"),
            ("rosebud", "n’est pas"),
            ("p5", "n’a pas de carte"),
            ("?", "reprend une carte avant de piocher"),
            ("garder", "Dites dans quel fichier, comme"),
        ):
            terminal.type(typed)
            answer = terminal.read()
            assert answer is not None
            assert reason in answer.replace("\n", " ")


def test_a_match_is_saved_left_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    with Terminal("play", "--seed", "8") as terminal:
        for _ in range(6):
            screen = terminal.read()
            assert screen is not None
            offered = tokens(screen, *ENGLISH)
            terminal.type("@" if "@" in offered else offered[-1])
        assert terminal.read() is not None
        terminal.type(f"save {file}")
        saved = terminal.read()
        assert saved is not None
        terminal.type("quit")
        assert f"--resume {file}" in terminal.rest().replace("\n", "")
        assert terminal.status == 0
    shown = screen_of(terminal.all)
    with Terminal("play", "--resume", str(file)) as resumed:
        again = resumed.read()
        assert again is not None
        assert screen_of(again) == shown
        play_on = tokens(again, *ENGLISH)[0]
        resumed.type(play_on)
        assert resumed.read() is not None
        resumed.press(b"\x03")
        assert "--resume" in resumed.rest()
        assert resumed.status == 0


def screen_of(text: str) -> list[str]:
    """The last table on the screen, from its headline to the choices."""
    lines = text.splitlines()
    start = max(i for i, line in enumerate(lines) if "cards left" in line)
    return [line.rstrip() for line in lines[start : start + 12]]


def test_the_end_of_the_input_ends_the_game_with_a_hint() -> None:
    with Terminal("play", "--seed", "1") as terminal:
        assert terminal.read() is not None
        terminal.press(b"\x04")
        assert "--save FILE" in terminal.rest().replace("\n", " ")
        assert terminal.status == 0

"""What nobody does who looks at the table, and that levels and characters don't do it."""

from __future__ import annotations

import random

from arranged import rivals_game, row_game
from lostcities.bots.ladder import CHARACTERS, LEVELS
from lostcities.bots.manner import Manner
from lostcities.bots.sense import senseless
from lostcities.game import Game
from lostcities.moves import Move
from lostcities.variant import Variant


def without_sense(game: Game) -> set[str]:
    """The mover's legal moves that make no sense."""
    view = game.view(game.mover)
    return {str(move) for move in view.legal_moves if senseless(view, move)}


def test_a_card_that_nobody_can_lay_any_more_is_not_taken() -> None:
    dead = row_game("classic", ["R5 R3", "R6 B2"], after="+R5 @ +R6 @ -R3 @ -B2")
    assert without_sense(dead) == {"@R"}
    wanted = row_game("classic", ["R5 R3", "R6 B2 B3"], after="+R5 @ -B2 @ -R3 @ -B3")
    assert without_sense(wanted) == set()


def test_the_next_card_of_an_expedition_is_not_thrown_away() -> None:
    hands = ["R2 R3 R5 GX G2 B9 B10 W8", "Y2 Y3 Y5"]
    assert without_sense(row_game("classic", hands, "Y9 Y10", after="+R2 @ -Y2 @")) == {"-R3", "+R5", "+B10"}
    assert without_sense(row_game("classic", hands, "Y9 Y10", after="+GX @ -Y2 @")) >= {"-G2", "+R3", "+R5"}


def test_a_card_is_not_laid_over_a_lower_one_while_there_is_time_for_both() -> None:
    hands = ["R2 R7 GX G4 B5 B6 W9 Y3"]
    early = row_game("classic", hands)
    assert without_sense(early) == {"+R7", "+B6"}  # wagers may be left: not everybody likes them
    rng = random.Random(1)
    late = row_game("classic", hands)
    while late.mover != 0 or late.phase != "play" or late.view(0).pile >= 16:
        discards = [
            move for move in late.legal_moves if str(move)[0] == "-" and str(move) not in ("-R2", "-R7")
        ]
        late.play(rng.choice(discards) if discards else Move.parse("@"))
    assert {"+R2", "+R7"} <= {str(move) for move in late.legal_moves}
    assert without_sense(late) == set()


def test_in_rivals_nothing_is_left_that_stands_in_the_way_of_nothing() -> None:
    front = "R3 R3 R7 GX B5"
    won = rivals_game("rivals", "GR WY", front, after="discover discover discover discover bid:1 pass")
    assert without_sense(won) == {".", "+R7"}
    won.play(Move.parse("+R3"))
    assert without_sense(won) == {".", "+R7"}  # the other 3, and the wager
    won.play(Move.parse("+R3"))
    won.play(Move.parse("+GX"))
    assert without_sense(won) == set()


def test_who_is_sensible_does_it_only_where_the_net_finds_it_the_best() -> None:
    game = row_game("classic", ["R2 R7 GX G4 B5 B6 W9 Y3"])
    view, over, other = game.view(0), Move.parse("+R7"), Move.parse("-Y3")

    def chosen(manner: Manner, worths: list[float]) -> set[Move]:
        rng = random.Random(1)
        return {manner.choose(view, [over, other], worths, rng) for _ in range(50)}

    free, sensible = Manner(temperature=5.0), Manner(temperature=5.0, sensible=True)
    assert chosen(free, [-1.0, 0.0]) == {over, other}
    assert chosen(sensible, [-1.0, 0.0]) == {other}
    assert chosen(sensible, [0.0, -1.0]) == {over, other}


def test_all_who_err_are_sensible_except_in_cooperation_where_a_useless_card_wins_time() -> None:
    for character in (LEVELS | CHARACTERS).values():
        for text in ("classic", "teams", "rivals"):
            assert character.manner(Variant.parse(text)).sensible
        assert not character.manner(Variant.parse("classic cooperation")).sensible

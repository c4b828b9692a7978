"""The reference against the printed examples, the limits, and itself in random play."""

import random
from itertools import product
from typing import Any

import pytest

from reference.cards import is_number, numbers_in, rivals_deck, row_deck, value_of
from reference.editions import EDITIONS
from reference.match import cooperation_result, starter, starters, totals, winners
from reference.rivals import COLOURS, RivalsReference
from reference.row import RowReference
from reference.scoring import (
    EXPLOITS,
    ExpeditionLines,
    RivalsLines,
    best_unmultiplied,
    has_met,
    only_best,
    score_expedition,
    score_rivals_expedition,
)


def cards(text: str) -> list[str]:
    return text.split()


def row_game(edition: str, hands: list[str], pile: str = "", **options: Any) -> RowReference:
    """A round with these hands and, at the top of the draw pile, these cards."""
    facts = EDITIONS[edition]
    rest = row_deck(facts.colours)
    front = []
    for text in [*hands, pile]:
        for card in cards(text):
            rest.remove(card)
            front.append(card)
    filled = []
    for seat in range(facts.players):
        hand = cards(hands[seat]) if seat < len(hands) else []
        while len(hand) < facts.hand_size:
            hand.append(rest.pop())
        filled.extend(hand)
    return deal(edition, filled + cards(pile) + rest, **options)


def deal(edition: str, deck: list[str], **options: Any) -> RowReference:
    facts = EDITIONS[edition]
    options.setdefault("starter", 0)
    return RowReference(
        players=facts.players,
        teams=facts.teams,
        colours=facts.colours,
        hand_size=facts.hand_size,
        cost=facts.cost,
        bonus_from=facts.bonus_from,
        extra_cards=facts.extra_cards,
        deck=deck,
        **options,
    )


def play(game: RowReference | RivalsReference, text: str) -> None:
    for token in text.split():
        game.play(token)


def lays(game: RowReference) -> set[str]:
    return {token for token in game.legal() if token.startswith("+")}


def draws(game: RowReference) -> set[str]:
    return {token for token in game.legal() if token.startswith("@")}


# --- the score sheet ---


def test_the_printed_sheet_of_000_and_004() -> None:
    columns = [
        cards("Y2 Y3 Y8 Y10"),
        [],
        cards("WX"),
        cards("GX G2 G4 G9"),
        cards("RX RX R2 R3 R5 R7 R8 R10"),
    ]
    lines = [score_expedition(column, 20, 8) for column in columns]
    assert lines == [
        ExpeditionLines(23, -20, 3, 1, 3, 0, 3),
        ExpeditionLines(0, 0, 0, 1, 0, 0, 0),
        ExpeditionLines(0, -20, -20, 2, -40, 0, -40),
        ExpeditionLines(15, -20, -5, 2, -10, 0, -10),
        ExpeditionLines(35, -20, 15, 3, 45, 20, 65),
    ]
    assert sum(column.total for column in lines) == 18


@pytest.mark.parametrize(
    ("expedition", "cost", "bonus_from", "total"),
    [
        ("YX", 20, 8, -40),
        ("YX YX", 20, 8, -60),
        ("YX YX YX", 20, 8, -80),
        ("YX YX YX Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", 20, 8, 156),
        ("YX YX YX Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10", 17, 7, 168),
        ("YX YX YX", 17, 7, -68),
        ("Y2 Y3 Y4 Y5 Y6 Y7 Y8", 17, 7, 38),
        ("Y2 Y3 Y4 Y5 Y6 Y7", 17, 7, 10),
        ("Y2 Y3 Y4 Y5 Y6 Y7 Y8", 20, 8, 15),
    ],
)
def test_an_expedition_scores(expedition: str, cost: int, bonus_from: int, total: int) -> None:
    assert score_expedition(cards(expedition), cost, bonus_from).total == total


@pytest.mark.parametrize(("cost", "bonus_from", "low", "high"), [(20, 8, -80, 156), (17, 7, -68, 168)])
def test_limits_of_an_expedition(cost: int, bonus_from: int, low: int, high: int) -> None:
    # 002 prints 236 as the highest, which is 54 * 4 + 20: the cost is missing.
    scores = []
    for wagers in range(4):
        for chosen in product([False, True], repeat=9):
            numbers = [f"R{value}" for value, taken in zip(range(2, 11), chosen, strict=True) if taken]
            scores.append(score_expedition(["RX"] * wagers + numbers, cost, bonus_from).total)
    assert (min(scores), max(scores)) == (low, high)


def test_the_printed_sheet_of_003() -> None:
    columns = [
        cards("G2 G3 G6 G7 G8"),
        cards("WX W3 W7 W9"),
        cards("RX RX R2 R4 R6 R8"),
        cards("YX YX"),
        cards("BX BX BX BX B2 B5 B10"),
    ]
    lines = [score_rivals_expedition(column) for column in columns]
    assert lines == [
        RivalsLines(8, 1, 8, 8, 16),
        RivalsLines(5, 2, 10, 0, 10),
        RivalsLines(6, 3, 18, 8, 26),
        RivalsLines(0, 3, 0, 0, 0),
        RivalsLines(4, 5, 20, 0, 20),
    ]
    assert sum(column.total for column in lines) == 72


def test_limits_of_a_rivals_expedition() -> None:
    scores = []
    for wagers in range(5):
        for copies in product([0, 1, 2], repeat=4):
            for high in product([0, 1], repeat=5):
                numbers = []
                for value, count in zip(range(2, 11), [*copies, *high], strict=True):
                    numbers.extend([f"R{value}"] * count)
                scores.append(score_rivals_expedition(["RX"] * wagers + numbers).total)
    assert (min(scores), max(scores)) == (0, 98)


# --- exploits ---


@pytest.mark.parametrize(
    ("exploit", "met", "not_met"),
    [
        ("three-yellow", "YX YX YX", "YX Y4 RX"),
        ("three-red", "RX R2 R9", "RX R2"),
        ("three-blue", "B2 B4 B6", "B2 B4 R6"),
        ("three-purple", "PX PX P10", "PX PX"),
        ("three-green", "G2 G3 G4 G5", "G2 G3"),
        ("five-cards", "PX P3 P4 P5 P9", "PX P3 P4 P5 R9 R10"),
        ("three-expeditions", "YX RX BX", "Y2 Y3 Y4 R2"),
        ("run-of-three", "GX G2 G8 G9 G10", "G2 G3 G5 R4"),
    ],
)
def test_an_exploit_is_met(exploit: str, met: str, not_met: str) -> None:
    def expeditions(text: str) -> dict[str, list[str]]:
        return {c: [card for card in cards(text) if card[0] == c] for c in "YRBPG"}

    assert has_met(exploit, expeditions(met))
    assert not has_met(exploit, expeditions(not_met))


def test_the_best_expedition_is_compared_without_its_multiplier() -> None:
    assert best_unmultiplied({"R": cards("RX RX R2 R3 R5 R7 R8 R10")}, 20, 8) == 35
    assert best_unmultiplied({"R": cards("RX RX"), "Y": [], "G": cards("G2")}, 20, 8) == -18
    assert best_unmultiplied({"R": [], "Y": []}, 20, 8) is None


def test_a_tie_at_the_end_goes_to_nobody() -> None:
    assert only_best([3, 2]) == 0
    assert only_best([-18, -5]) == 1
    assert only_best([None, -18]) == 1
    assert only_best([2, 2]) is None
    assert only_best([None, None]) is None


def test_an_exploit_is_awarded_as_the_card_is_laid() -> None:
    game = row_game("duel", ["Y2 Y3 Y4 R2", "G2 G3 G4 G5"], exploits=["three-yellow", "run-of-three"])
    play(game, "+Y2 @ +G2 @ +Y3 @ +G3 @ +Y4")
    assert game.exploits_held == [["three-yellow", "run-of-three"], []]
    assert game.exploits_open == []
    play(game, "@ +G4 @")
    assert game.exploits_held == [["three-yellow", "run-of-three"], []]
    assert game.sheet(0).exploits == 20
    assert game.scores() == [9 - 20 + 20, 9 - 20]


def test_an_announced_exploit_goes_to_the_first_claim() -> None:
    game = row_game(
        "duel",
        ["Y2 Y3 Y4 Y5", "G2 G3 G4 G5"],
        exploits=["five-cards", "run-of-three", "three-yellow", "lowest-hand"],
        announced=True,
    )
    play(game, "+Y2 @ +G2 @ +Y3 @ +G3 @ +Y4")
    assert {"claim:run-of-three", "claim:three-yellow"} < game.legal()
    assert "claim:five-cards" not in game.legal()
    assert "claim:lowest-hand" not in game.legal()
    play(game, "@")
    # Seat 0 met it first and said nothing.
    assert "claim:run-of-three" not in game.legal()
    play(game, "+G4 claim:run-of-three")
    assert "claim:run-of-three" not in game.legal()
    play(game, "@ claim:three-yellow")
    assert game.exploits_held == [["three-yellow"], ["run-of-three"]]
    assert game.exploits_open == ["five-cards", "lowest-hand"]
    assert game.mover == 0
    assert "+Y5" in game.legal()


def test_the_exploits_of_the_end_are_compared_when_the_round_is_over() -> None:
    game = row_game("duel", ["Y2 R2 RX", "G2 GX"], exploits=EXPLOITS[-3:])
    play(game, "+Y2 @ +GX @ +R2 @")
    game.draw_pile = ["B2"]
    game.hands = [["YX"], ["G2", "PX"]]
    play(game, "-G2 @")
    assert game.over
    # Two expeditions to one; -18 beats -20; 0 in hand to 2.
    assert game.exploits_held == [["most-expeditions", "best-expedition", "lowest-hand"], []]
    assert game.scores() == [-36 + 30, -40]


def test_exploits_are_for_two() -> None:
    with pytest.raises(ValueError, match="game of two"):
        row_game("teams", [], exploits=["five-cards"])


# --- a turn of the row game ---


def test_an_expedition_only_rises() -> None:
    game = row_game("classic", ["RX R4 R6 R2", "Y2 Y3 Y4 Y5"], pile="RX")
    play(game, "+R4 @ -Y2 @")
    assert "+R6" in game.legal()
    assert not {"+R2", "+RX", "+R4"} & game.legal()
    assert {"-R2", "-RX"} < game.legal()
    with pytest.raises(ValueError, match="not among"):
        game.play("+R2")


def test_the_discarded_card_cannot_be_taken_back_in_the_same_turn() -> None:
    game = row_game("classic", ["R4 R6 Y2", "R2 Y3"])
    play(game, "-R4")
    assert draws(game) == {"@"}
    play(game, "@ -R2")
    assert draws(game) == {"@"}  # the pile is closed, its older card too
    play(game, "@ -Y2")
    assert draws(game) == {"@", "@R"}
    play(game, "@R")
    assert "R2" in game.hands[0]
    assert game.discards["R"] == ["R4"]
    play(game, "-Y3 @ +R2")
    assert draws(game) == {"@", "@R", "@Y"}  # after laying, that colour's pile is open


def test_the_round_ends_at_once_with_the_last_card() -> None:
    game = row_game("classic", ["R4", "Y2"])
    game.draw_pile = ["G9"]
    play(game, "+R4 @")
    assert game.over
    assert game.legal() == set()
    assert game.scores() == [-16, 0]
    with pytest.raises(ValueError, match="not among"):
        game.play("+Y2")


def test_the_others_know_a_card_taken_from_a_discard_pile() -> None:
    game = row_game("classic", ["RX RX R5 R6", "Y2 Y3 Y4 Y5"])
    play(game, "-RX @ -Y2 @R -R5 @ -Y3 @R -R6 @Y")
    assert game.known == [["Y3"], ["R5", "RX"]]
    play(game, "-RX @ +Y3 @")
    assert game.known == [[], ["R5"]]


def test_a_wager_played_counts_as_the_one_taken_openly() -> None:
    game = row_game("classic", ["RX RX R3", "RX Y3 Y4 Y5"])
    play(game, "-RX @ -Y3 @R")
    assert game.hands[1].count("RX") == 2
    play(game, "-R3 @ +RX @")
    assert game.known[1] == []
    assert game.hands[1].count("RX") == 1


@pytest.mark.parametrize("guard", [1, 3, 40])
def test_the_guard_forces_a_draw_from_the_pile(guard: int) -> None:
    game = row_game("classic", ["R2 R3", "Y2 Y3"], guard=guard)
    play(game, "-R2 @")
    while game.dry_turns < guard:
        game.play(sorted(t for t in game.legal() if t[0] == "-")[0])
        game.play(sorted(draws(game))[-1])
    game.play(sorted(t for t in game.legal() if t[0] == "-")[0])
    assert draws(game) == {"@"}
    play(game, "@")
    assert game.dry_turns == 0


def test_without_the_guard_discards_may_be_drawn_for_ever() -> None:
    game = row_game("classic", ["R2 Y4", "Y2 R4"], guard=0)
    play(game, "-R2 @ -Y2 @")
    for _ in range(25):
        play(game, "-Y4 @R -R4 @Y -R2 @Y -Y4 @R -Y2 @R -R2 @Y -R4 @Y -Y2 @R")
    assert game.dry_turns == 200
    assert game.cards_left == 42


def test_a_deck_must_be_complete() -> None:
    with pytest.raises(ValueError, match="every card"):
        deal("classic", row_deck("YBWGR")[:-1])


# --- variants of 001 ---


def test_nothing_in_hand_subtracts_the_numbers_left() -> None:
    game = row_game("classic", ["RX R2"], nothing_in_hand=True)
    game.draw_pile = ["G9", "G8"]
    game.hands = [["RX", "R10", "YX"], ["Y2", "Y3", "YX"]]
    play(game, "+RX @")
    assert game.sheet(0).hand == 0  # secret until the end
    play(game, "-Y3 @")
    # R10, G9 and a wager; Y2, G8 and a wager.
    assert game.scores() == [-40 - 19, -10]
    assert game.sheet(0).hand == -19


def test_cooperation_adds_both_scores() -> None:
    game = row_game("classic", ["R4", "Y2"], cooperation=True)
    game.draw_pile = ["G9", "G8"]
    play(game, "+R4 @ +Y2 @")
    assert game.scores() == [-16, -18]
    assert game.result() == [-34]


def test_three_players_lay_two_more_cards_each_in_turn_order() -> None:
    game = row_game("three-players", ["R4 R5", "Y2 Y3", "G2 G3"], nothing_in_hand=True)
    game.draw_pile = ["W9", "W10"]
    game.hands = [["R4", "R5", "R6", "R7"], ["Y2", "Y3"], ["G2", "G3"]]
    play(game, "+R4 @ -Y2 @")
    assert game.phase == "extra"
    assert game.mover == 2  # after the seat that drew the last card
    assert game.legal() == {"+G2", "+G3", "."}
    play(game, "+G3")
    # G2 can't follow G3, so seat 2 is done.
    assert game.mover == 0
    assert game.legal() == {"+R5", "+R6", "+R7", "+W9", "."}
    play(game, "+R5 +R6")
    assert game.mover == 1
    assert game.legal() == {"+Y3", "+W10", "."}
    play(game, ".")
    assert game.over
    assert game.scores() == [15 - 17 - (7 + 9), -(3 + 10), 3 - 17 - 2]


def test_extra_phase_passes_over_who_cannot_lay() -> None:
    game = row_game("three-players", ["R4"])
    game.draw_pile = ["R2"]
    game.hands = [["R4", "R3"], [], []]
    play(game, "+R4 @")
    assert game.over  # R2 and R3 can't follow R4, the others have nothing


def test_partners_share_their_expeditions() -> None:
    game = row_game("teams", ["R4", "Y2", "R3 R8", "Y5"], nothing_in_hand=True)
    play(game, "+R4 @ +Y2 @")
    assert game.mover == 2
    assert "+R8" in game.legal()
    assert "+R3" not in game.legal()
    play(game, "+R8 @")
    assert game.expeditions[0]["R"] == ["R4", "R8"]
    game.draw_pile = ["W2"]
    game.hands = [["R9"], ["Y3", "Y4"], ["R3", "R10"], ["Y5"]]
    play(game, "+Y5 @")
    assert game.mover == 0
    play(game, "+R9")
    # Seat 1 can't lay Y3 or Y4 any more: its partner has laid Y5.
    assert game.mover == 2
    assert game.legal() == {"+R10", "."}
    play(game, ".")
    assert game.mover == 3
    play(game, "+W2")
    assert game.over
    assert game.scores() == [21 - 20 - 13, (7 - 20) + (2 - 20) - 7]


# --- rounds ---


@pytest.mark.parametrize(
    ("edition", "history", "oldest", "seat"),
    [
        ("classic", [], 1, 1),
        ("classic", [[50, 0], [1, 2]], 0, 1),  # the last round counts
        ("rio-grande", [[50, 0], [1, 2]], 1, 0),  # the running total counts
        ("duel", [[50, 0], [0, 50]], 1, 1),
        ("long", [[50, 0], [1, 2]], 1, 0),
        ("classic", [[7, 7]], 1, 1),
        ("three-players", [[3, 8, 5]], 0, 1),
        ("three-players", [[8, 3, 8]], 2, 2),
        ("three-players", [[8, 3, 8]], 1, 2),
        ("three-players", [[8, 8, 3]], 2, 0),
    ],
)
def test_the_starter(edition: str, history: list[list[int]], oldest: int, seat: int) -> None:
    assert starter(edition, history, oldest, [0] * EDITIONS[edition].players) == seat


def test_team_starters() -> None:
    assert starters("teams", [[5, 9], [5, 9], [5, 9]], oldest=0) == [0, 1, 3, 1]
    assert starters("teams", [[9, 5], [9, 5], [5, 5]], oldest=0) == [0, 2, 0, 2]
    assert starters("teams", [[5, 5], [5, 5], [9, 5]], oldest=3) == [3, 1, 1, 0]


def test_the_end_of_a_match() -> None:
    history = [[10, 20], [30, 20]]
    assert totals(history) == [40, 40]
    assert winners("classic", history, youngest=1) == [0, 1]
    assert winners("duel", history, youngest=1) == [1]
    assert winners("duel", [[10, 9]], youngest=1) == [0]
    assert winners("rivals", [[30, 40, 40]], youngest=0) == [1, 2]
    assert cooperation_result(history) == 80


# --- Rivals ---


def rivals(players: int, front: str = "", starting: list[str] | None = None) -> RivalsReference:
    rest = rivals_deck()
    for card in cards(front):
        rest.remove(card)
    starting = starting or ["GW", "RY", "BG", "WR"][:players]
    return RivalsReference(players=players, deck=cards(front) + rest, starting_wagers=starting, starter=0)


def test_rivals_gold_is_shared_evenly_at_the_start() -> None:
    assert rivals(2).gold == [18, 18]
    assert rivals(3).gold == [12] * 3
    assert rivals(4).gold == [9] * 4


def test_the_printed_auction_of_003() -> None:
    game = rivals(4, "R4 R4 W2 GX Y7")
    play(game, "discover discover discover discover")
    assert game.river == cards("R4 R4 W2 GX")
    game.expeditions[3]["W"] = cards("WX W6")
    game.expeditions[3]["G"] = cards("G3")
    assert game.mover == 0
    play(game, "bid:1 pass bid:2 bid:3")
    assert game.mover == 0
    play(game, "bid:4")
    assert game.mover == 2  # seat 1 has passed for good
    play(game, "pass bid:5")
    assert game.mover == 0
    assert game.still_in == [0, 3]
    assert (game.high_bid, game.high_bidder) == (5, 3)
    play(game, "pass")
    assert (game.mover, game.phase) == (3, "lay")
    assert (game.gold, game.reserve) == ([9, 9, 9, 4], 5)
    assert game.legal() == {"+R4", "."}
    play(game, "+R4 +R4")
    assert game.phase == "put-out"
    assert game.legal() == {"-W2", "-GX", "."}
    play(game, "-GX")
    assert game.expeditions[3]["R"] == cards("RX R4 R4")
    assert game.river == cards("W2 Y7")
    assert game.out_of_game == ["GX"]
    assert (game.mover, game.phase, game.turns) == (0, "turn", 5)


def test_who_cannot_raise_passes_by_himself() -> None:
    game = rivals(3, "R4")
    play(game, "discover")
    game.gold = [3, 20, 4]
    play(game, "bid:3")
    assert game.mover == 2  # seat 1 opened, seat 0 after seat 2 has only 3
    assert game.still_in == [1, 2]
    assert game.legal() == {"pass", "bid:4"}
    play(game, "bid:4")
    assert game.mover == 1
    game.play("bid:5")
    # Nobody can bid more: won at once.
    assert (game.mover, game.phase, game.gold[1]) == (1, "lay", 15)


def test_the_left_neighbour_of_the_winner_is_next() -> None:
    game = rivals(3, "R4 R5")
    play(game, "discover bid:1 bid:2 pass pass . .")
    assert game.mover == 0  # seat 1 opened, seat 2 won
    assert game.river == cards("R4 R5")


def test_an_auction_needs_a_river_and_gold() -> None:
    game = rivals(2, "R4")
    assert game.legal() == {"discover"}
    play(game, "discover")
    game.gold = [18, 0]
    assert game.legal() == {"discover"}


def test_steps_without_a_choice_are_left_out() -> None:
    game = rivals(2, "R4 R5")
    play(game, "discover bid:18")
    assert (game.mover, game.phase) == (1, "lay")  # the rival can't bid more than 18
    play(game, "+R4")
    # The river is empty, so nothing can be put out and the next card comes at once.
    assert game.river == ["R5"]
    assert (game.mover, game.phase) == (0, "turn")


def test_a_card_that_nobody_can_lay_goes_out_of_the_game() -> None:
    game = rivals(2, "R3 RX R4")
    game.expeditions[0]["R"] = cards("R4 R8")
    play(game, "discover")
    assert game.river == ["R3"]  # of use to seat 1
    game.expeditions[1]["R"] = cards("R4")
    play(game, "discover")
    assert game.out_of_game == ["RX"]
    assert game.river == ["R3"]  # dead by now, but it stays
    play(game, "discover")
    assert game.river == ["R3", "R4"]  # seat 1 may lay an equal value


def test_the_reserve_is_shared_when_a_pile_ends() -> None:
    game = rivals(2)
    play(game, "discover bid:3 pass . .")
    play(game, "discover " * 17)
    assert (game.pile_number, game.cards_left, game.reserve) == (1, 1, 3)
    before = list(game.gold)
    play(game, "discover")
    assert (game.pile_number, game.cards_left, game.reserve) == (2, 20, 1)
    assert game.gold == [coins + 1 for coins in before]


@pytest.mark.parametrize("starting", [["GG", "RY"], ["GW"], ["GW", "GR", "GY"], ["GP", "RY"]])
def test_starting_wagers_are_checked(starting: list[str]) -> None:
    with pytest.raises(ValueError, match="starting wagers"):
        rivals(3 if len(starting) == 3 else 2, starting=starting)


# --- random play ---

OPTIONS: list[dict[str, Any]] = [{}, {"nothing_in_hand": True, "guard": 5}]
TWO_PLAYERS: list[dict[str, Any]] = [{"cooperation": True, "guard": 0}]
EXPLOIT_OPTIONS: list[dict[str, Any]] = [
    {"exploits": EXPLOITS},
    {"exploits": EXPLOITS, "announced": True, "nothing_in_hand": True},
]
ROW_GAMES = [
    (edition, options)
    for edition, facts in EDITIONS.items()
    for options in OPTIONS
    + (TWO_PLAYERS if facts.players == 2 else [])
    + (EXPLOIT_OPTIONS if edition == "duel" else [])
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("edition", "options"), ROW_GAMES)
def test_random_rounds(edition: str, options: dict[str, Any], seed: int) -> None:
    facts = EDITIONS[edition]
    luck = random.Random(f"{edition} {options} {seed}")
    deck = row_deck(facts.colours)
    luck.shuffle(deck)
    first = luck.randrange(facts.players)
    game = deal(edition, deck, starter=first, **options)
    pile = len(deck) - facts.players * facts.hand_size
    pile_draws = turns = 0
    last_drawer = first
    extra_moves: list[tuple[int, str]] = []
    while not game.over:
        mover = game.mover
        if game.phase == "extra":
            assert pile_draws == pile
            assert lays(game)
        else:
            assert mover == (first + turns) % facts.players
            size = facts.hand_size - (game.phase == "draw")
            assert len(game.hands[mover]) == size
        token = luck.choice(sorted(game.legal()))
        if game.phase == "extra":
            extra_moves.append((mover, token))
        game.play(token)
        if token.startswith("@"):
            turns += 1
            pile_draws += token == "@"
            last_drawer = mover
        check_row(game, deck, pile - pile_draws)
    assert pile_draws == pile
    assert game.legal() == set()
    check_extra_moves(extra_moves, last_drawer, facts.players, facts.extra_cards)
    check_row_scores(game)


def check_row(game: RowReference, deck: list[str], left: int) -> None:
    assert game.cards_left == left
    seen = list(game.draw_pile)
    for hand in game.hands:
        assert hand == sorted(hand)
        seen += hand
    for discards in game.discards.values():
        seen += discards
    for expeditions in game.expeditions:
        for colour, laid in expeditions.items():
            assert all(card[0] == colour for card in laid)
            values = [value_of(card) if is_number(card) else 0 for card in laid]
            assert values == sorted(values)
            assert len(set(numbers_in(laid))) == len(numbers_in(laid))
            seen += laid
    assert sorted(seen) == sorted(deck)
    for hand, known in zip(game.hands, game.known, strict=True):
        for card in known:
            assert known.count(card) <= hand.count(card)
    if game.guard:
        assert game.dry_turns <= game.guard


def check_extra_moves(moves: list[tuple[int, str]], last_drawer: int, players: int, extra_cards: int) -> None:
    order = [(seat - last_drawer - 1) % players for seat, _ in moves]
    assert order == sorted(order)
    for seat in range(players):
        tokens = [token for mover, token in moves if mover == seat]
        assert len([token for token in tokens if token != "."]) <= extra_cards
        assert "." not in tokens[:-1]


def check_row_scores(game: RowReference) -> None:
    for side, score in enumerate(game.scores()):
        sheet = game.sheet(side)
        for lines in sheet.expeditions.values():
            assert lines.result == lines.sum + lines.cost
            assert lines.after_wagers == lines.result * lines.multiplier
            assert lines.total == lines.after_wagers + lines.bonus
        columns = sum(lines.total for lines in sheet.expeditions.values())
        assert score == columns + sheet.exploits + sheet.hand
        if not game.nothing_in_hand:
            assert sheet.hand == 0
    taken = [exploit for held in game.exploits_held for exploit in held]
    assert len(set(taken + game.exploits_open)) == len(taken + game.exploits_open)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_rivals(players: int, seed: int) -> None:
    luck = random.Random(f"{players} {seed}")
    deck = rivals_deck()
    luck.shuffle(deck)
    pairs = [a + b for a in COLOURS for b in COLOURS if a < b]
    starting = luck.sample(pairs, players)
    while any("".join(starting).count(colour) > 2 for colour in COLOURS):
        starting = luck.sample(pairs, players)
    game = RivalsReference(
        players=players, deck=deck, starting_wagers=starting, starter=luck.randrange(players)
    )
    everything = sorted(deck + [colour + "X" for pair in starting for colour in pair])
    turns = 0
    while not game.over:
        if game.phase == "turn":
            assert game.turns == turns
            assert game.pile_number == 1 + turns // 20
            assert game.cards_left == 20 - turns % 20
            assert (game.high_bid, game.still_in) == (0, [])
            if turns in (20, 40, 60):
                assert game.reserve < players
            turns += 1
        check_rivals(game, everything)
        # Low bids are likelier, so that gold lasts for more auctions.
        tokens = sorted(game.legal())
        bids = sorted(int(token[4:]) for token in tokens if token.startswith("bid:"))
        tokens = [token for token in tokens if not token.startswith("bid:")]
        tokens += [f"bid:{coins}" for coins in bids[:2]] + [f"bid:{coins}" for coins in bids[-1:]]
        game.play(luck.choice(tokens))
    check_rivals(game, everything)
    assert turns == game.turns == 80
    assert (game.pile_number, game.cards_left) == (4, 0)
    assert game.legal() == set()
    for seat, score in enumerate(game.scores()):
        assert game.gold[seat] <= score <= game.gold[seat] + 5 * 98


def check_rivals(game: RivalsReference, everything: list[str]) -> None:
    assert sum(game.gold) + game.reserve == 36
    assert min(game.gold) >= 0
    seen = game.river + game.out_of_game
    for pile in game.piles:
        seen += pile
    for expeditions in game.expeditions:
        for colour, laid in expeditions.items():
            assert all(card[0] == colour for card in laid)
            values = [value_of(card) if is_number(card) else 0 for card in laid]
            assert values == sorted(values)
            seen += laid
    assert sorted(seen) == everything
    if game.phase == "bid":
        assert game.mover != game.high_bidder
        assert {game.mover, game.high_bidder} <= set(game.still_in)
        assert game.gold[game.mover] > game.high_bid

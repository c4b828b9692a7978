"""Rounds dealt and played inside compiled code."""

from collections import Counter

import numpy as np
import pytest
import torch

from lab.positions import VARIANTS, random_play
from lostcities.kernel import chance, row
from lostcities.lab.ends import COUNTED, DONE, MARGIN, SCORE, UTILITY
from lostcities.lab.environment import Environment
from lostcities.lab.families import ROW, game_of
from lostcities.lab.matches import explorer_player, random_player
from lostcities.lab.rounds import TURNS, new_round, new_standing, put_into_matches
from lostcities.lab.shares import spread
from lostcities.net.worth import EQUITY, MAX_DECK, SPREAD, utility
from lostcities.variant import Variant


def bits(mask: int) -> int:
    return int(mask).bit_count()


@pytest.mark.parametrize("text", VARIANTS)
def test_a_deal_has_every_card_once_and_the_right_exploits(text: str) -> None:
    variant = Variant.parse(text)
    table = ROW.tables_of([variant])[0]
    state, random = np.zeros(1, row.STATE), np.zeros(1, chance.RANDOM)
    chance.seed(random[0], 7)
    starters: set[int] = set()
    dealt: set[int] = set()
    for _ in range(50):
        deck = np.full(MAX_DECK, -1, np.int8)
        new_round(table, state[0], deck, random[0])
        cards = Counter(deck[deck >= 0].tolist())
        assert len(cards) == 10 * len(variant.colours)
        assert all(number == (3 if card % 10 == 0 else 1) for card, number in cards.items())
        hands = state[0]["hands"]
        assert sum(bits(hand) for hand in hands.flat) == variant.players * variant.edition.hand_size
        exploits = int(state[0]["open_exploits"])
        assert bits(exploits) == (5 if "exploits" in text else 0)
        dealt.update(i for i in range(row.EXPLOITS) if exploits >> i & 1)
        starters.add(int(state[0]["mover"]))
    assert starters == set(range(variant.players))
    assert len(dealt) == (row.EXPLOITS if "exploits" in text else 0)


@pytest.mark.parametrize("text", ["classic", "rivals players=3"])
def test_equal_seeds_give_equal_deals_whatever_is_played(text: str) -> None:
    variant = Variant.parse(text)
    game = game_of(variant)
    tables = np.repeat(game.tables_of([variant]), 2)
    environment = Environment(game, tables, np.array([9, 9], np.int64))
    seen, ends = environment.empty_observation(), environment.empty_ends()
    torch.manual_seed(1)
    decks: list[list[bytes]] = [[], []]
    while min(map(len, decks)) < 3:
        for slot, known in enumerate(decks):
            if not known or bool(ends[slot, DONE]):
                known.append(environment.decks[slot].tobytes())
        environment.observe(seen)
        careful, careless = explorer_player(environment, seen), random_player(environment, seen)
        environment.play(torch.stack([careful[0], careless[1]]), ends)
    assert decks[0][:3] == decks[1][:3]
    assert len(set(decks[0][:3])) == 3


def test_what_a_round_was_worth_to_each_side() -> None:
    ended: Counter[str] = Counter()
    for environment, _, ends in random_play(VARIANTS, 14, 700):
        for slot in ends[:, DONE].nonzero().flatten().tolist():
            table, end = environment.tables[slot], ends[slot].tolist()
            scores = end[SCORE : SCORE + int(table["sides"])]
            for side, own in enumerate(scores):
                others = (sum(scores) - own) / (len(scores) - 1)
                together = bool(table["cooperation"])
                assert end[MARGIN + side] == (sum(scores) if together else own - others)
                assert end[UTILITY + side] == end[MARGIN + side]
            assert end[COUNTED + TURNS] >= (36 if table["seats"] == 4 else 39)
            ended[str(int(table["seats"]))] += 1
    assert ended["2"] > 10
    assert ended["3"] > 2
    assert ended["4"] > 2


def test_slots_are_shared_out_evenly() -> None:
    which = spread([5, 3, 2], 1000)
    assert Counter(which.tolist()) == {0: 500, 1: 300, 2: 200}
    assert Counter(which[-100:].tolist())[0] == pytest.approx(50, abs=2)


@pytest.mark.parametrize("share", [0.2, 0.5])
def test_every_variant_has_its_share_of_matches(share: float) -> None:
    which = spread([1, 2, 1], 1000)
    tables = ROW.tables_of([Variant.parse(text) for text in ("classic", "long", "teams")])[which]
    put_into_matches(tables, share)
    for variant in range(3):
        within = tables["rounds_left"][which == variant] != row.NONE
        assert within.mean() == pytest.approx(share, abs=0.03)


def test_a_round_within_a_match_is_worth_the_chance_to_win_it() -> None:
    tables = ROW.tables_of([Variant.parse("classic")])
    states = np.zeros(1, row.STATE)
    states[0]["expeditions"][0, 0] = 0b111111111000  # 2 to 10, and the bonus: 54
    table, state = tables[0], states[0]
    assert utility(table, state, 0) == 54
    # The last round: won, drawn or lost, however high.
    for lead, won in ((0, 1), (-53, 1), (-54, 0), (-55, -1)):
        table["rounds_left"], table["lead"] = 0, lead
        assert utility(table, state, 0) == EQUITY * won
        assert utility(table, state, 1) == -EQUITY * won
    # A standard deviation ahead before the last round.
    table["rounds_left"], table["lead"] = 1, SPREAD - 54
    assert utility(table, state, 0) / EQUITY == pytest.approx(0.6827, abs=1e-4)
    table["rounds_left"], table["lead"] = 2, 0
    near = utility(table, state, 0)
    table["rounds_left"] = 1
    assert 0 < near < utility(table, state, 0)


def test_the_standings_of_a_match_are_those_of_equal_players() -> None:
    tables, r = ROW.tables_of([Variant.parse("classic")]), np.zeros(1, chance.RANDOM)
    chance.seed(r[0], 5)
    leads: dict[int, list[int]] = {0: [], 1: [], 2: []}
    for _ in range(6000):
        new_standing(tables[0], r[0])
        leads[int(tables[0]["rounds_left"])].append(int(tables[0]["lead"]))
    assert set(leads[2]) == {0}
    assert np.std(leads[1]) == pytest.approx(SPREAD, rel=0.05)
    assert np.std(leads[0]) == pytest.approx(SPREAD * 2**0.5, rel=0.05)
    assert abs(np.mean(leads[0])) < 6


def test_only_where_two_sides_meet_is_there_a_match() -> None:
    variants = ["classic", "teams", "three-players", "classic cooperation"]
    tables = np.repeat(ROW.tables_of([Variant.parse(text) for text in variants]), 100)
    put_into_matches(tables, 0.25)
    share = [(part["rounds_left"] != row.NONE).mean() for part in np.split(tables, 4)]
    assert share[0] + share[1] == pytest.approx(0.5, abs=0.03)
    assert share[2:] == [0, 0]

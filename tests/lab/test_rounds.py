"""Rounds dealt and played inside compiled code."""

from collections import Counter

import numpy as np
import pytest
import torch

from lab.positions import VARIANTS, random_play
from lostcities.kernel import chance, row
from lostcities.lab.environment import COUNTED, DONE, SCORE, TURNS, UTILITY, Environment
from lostcities.lab.matches import plain_player, random_player
from lostcities.lab.rounds import MAX_DECK, new_round, spread, tables_of
from lostcities.variant import Variant


def bits(mask: int) -> int:
    return int(mask).bit_count()


@pytest.mark.parametrize("text", VARIANTS)
def test_a_deal_has_every_card_once_and_the_right_exploits(text: str) -> None:
    variant = Variant.parse(text)
    table = tables_of([variant])[0]
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


def test_equal_seeds_give_equal_deals_whatever_is_played() -> None:
    tables = np.repeat(tables_of([Variant.parse("classic")]), 2)
    environment = Environment(tables, np.array([9, 9], np.int64))
    seen, ends = environment.empty_observation(), environment.empty_ends()
    torch.manual_seed(1)
    decks: list[list[bytes]] = [[], []]
    while min(map(len, decks)) < 3:
        for slot, known in enumerate(decks):
            if not known or bool(ends[slot, DONE]):
                known.append(environment.decks[slot].tobytes())
        environment.observe(seen)
        plain, chosen = plain_player(environment, seen), random_player(environment, seen)
        environment.play(torch.stack([plain[0], chosen[1]]), ends)
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
                assert end[UTILITY + side] == (sum(scores) if together else own - others)
            assert end[COUNTED + TURNS] >= (36 if table["seats"] == 4 else 39)
            ended[str(int(table["seats"]))] += 1
    assert ended["2"] > 10
    assert ended["3"] > 2
    assert ended["4"] > 2


def test_slots_are_shared_out_evenly() -> None:
    which = spread([5, 3, 2], 1000)
    assert Counter(which.tolist()) == {0: 500, 1: 300, 2: 200}
    assert Counter(which[-100:].tolist())[0] == pytest.approx(50, abs=2)

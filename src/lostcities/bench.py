"""How fast the rules play at random on one core: inside the kernels, and through the `Game` API."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lostcities.deal import Deal, exploits_dealt, full_deck
from lostcities.game import new_game
from lostcities.game.codec import codec
from lostcities.game.row import rules_of
from lostcities.kernel import chance, rivals, row
from lostcities.kernel.jit import one_record, rule
from lostcities.variant import EDITIONS, Exploits, Family, Variant

SECONDS = 1.0
GAMES_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Speed:
    """Decisions a second of random play in one variant."""

    variant: Variant
    kernel: float
    api: float


VARIANTS = (
    *(Variant(edition=edition, players=n) for edition in EDITIONS.values() for n in edition.players),
    Variant(edition=EDITIONS["duel-2026"], exploits=Exploits.AWARDED),
)


@rule
def play_row_games(rules: row.Rules, states: Any, randoms: Any, deck: Any, exploits: int, games: int) -> int:
    """Whole rounds with the deal; answers with the number of decisions."""
    s, r = states[0], randoms[0]
    size = row.deck_size(rules)
    decisions = 0
    for game in range(games):
        chance.shuffle(r, deck, size)
        row.deal(rules, s, deck, exploits, game % rules.seats)
        while s.phase != row.OVER:
            coming = deck[size - s.pile] if s.pile > 0 else 0
            row.apply(rules, s, chance.choose(r, row.legal(rules, s)), coming)
            decisions += 1
    return decisions


@rule
def play_rivals_games(seats: int, states: Any, randoms: Any, deck: Any, wagers: Any, games: int) -> int:
    """Whole games; answers with the number of decisions."""
    s, r = states[0], randoms[0]
    rules = rivals.Rules(seats)
    decisions = 0
    for game in range(games):
        chance.shuffle(r, deck, rivals.DECK)
        rivals.deal(rules, s, wagers, game % seats)
        while s.phase != rivals.OVER:
            rivals.apply(rules, s, chance.choose(r, rivals.legal(rules, s)), deck[s.turned])
            decisions += 1
    return decisions


def kernel_player(variant: Variant) -> Callable[[int], int]:
    """A function that plays some rounds inside the kernel and counts their decisions."""
    numbers = codec(variant.edition.family, variant.colours)
    deck = np.array([numbers.card_number(card) for card in full_deck(variant)])
    randoms = one_record(chance.RANDOM)
    chance.seed(randoms[0], 1)
    if variant.edition.family is Family.RIVALS:
        states = one_record(rivals.STATE)
        dealt = Deal.random(variant, random.Random(1)).starting_wagers
        wagers = np.array([numbers.index[colour] for pair in dealt for colour in pair])
        return lambda games: play_rivals_games(variant.players, states, randoms, deck, wagers, games)
    rules, states = rules_of(variant), one_record(row.STATE)
    exploits = (1 << exploits_dealt(variant)) - 1
    return lambda games: play_row_games(rules, states, randoms, deck, exploits, games)


def play_through_api(variant: Variant, rng: random.Random) -> int:
    """One random round through the friendly layer; answers with the number of decisions."""
    game = new_game(variant, Deal.random(variant, rng))
    while not game.over:
        game.play(rng.choice(game.legal_moves))
    return len(game.history)


def speeds(seconds: float = SECONDS) -> Iterator[Speed]:
    """Measure every variant, each for about `seconds` in both ways."""
    for variant in VARIANTS:
        play = kernel_player(variant)
        rng = random.Random(1)
        yield Speed(
            variant,
            kernel=_rate(lambda: play(GAMES_AT_ONCE), seconds),  # noqa: B023 - called before the next turn
            api=_rate(lambda: play_through_api(variant, rng), seconds),  # noqa: B023
        )


def compile_all() -> None:
    """Compile what the measurements need."""
    for name in ("classic", "rivals"):
        kernel_player(Variant.parse(name))(1)
        play_through_api(Variant.parse(name), random.Random(1))


def _rate(play: Callable[[], int], seconds: float) -> float:
    """What `play` counts, per second, after a first call that fills the caches."""
    play()
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        count += play()
    return count / elapsed

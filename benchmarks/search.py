"""`python benchmarks/search.py`: what search wins over the bare net, with most of the luck taken out.

The strongest level plays rounds against the net that it searches with. Whenever it prefers another move than
that net, the net plays both moves to the end many times: from the true cards, which no bot has seen, with the
draw pile shuffled anew. What the changes of a round win, added up, is on average what the level wins a round,
because where nothing is changed the net meets itself. One round so tells as much as about twenty would by
their results.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from time import process_time

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from lostcities.bots.policy import PolicyBot
from lostcities.bots.search import Method, SearchBot
from lostcities.deal import Deal
from lostcities.game import RowGame, RowView
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.net.rollouts import Rollouts
from lostcities.net.shipped import quick_net, shipped_net
from lostcities.net.worth import MAX_DECK
from lostcities.variant import Variant

PILES = (6, 14, 24, 34, 44)  # draw piles up to so many cards are counted together
NET = shipped_net(Variant.parse("classic"))


@dataclass(frozen=True, slots=True)
class Change:
    pile: int
    worth: float
    """What the move wins over the net's own, in points."""


@dataclass
class Played:
    """A round, as far as it concerns the searching side."""

    changes: list[Change] = field(default_factory=list)
    seconds: list[tuple[int, float]] = field(default_factory=list)
    """For each decision the cards in the draw pile and the time it took."""

    @property
    def worth(self) -> float:
        return sum(change.worth for change in self.changes)


def gain(game: RowGame, better: Move, first: Move, times: int, rng: np.random.Generator) -> float:
    """What one move wins over another if the net plays on from the true cards."""
    variant, seat, size = game.variant, game.mover or 0, len(game.deal.deck)
    pile = [game._codec.card_number(card) for card in game.draw_pile]
    decks = np.zeros((times, MAX_DECK), np.int8)
    decks[:, size - len(pile) : size] = rng.permuted(np.tile(np.array(pile, np.int8), (times, 1)), axis=1)
    actions = np.array([game._codec.actions[move] for move in (better, first)]).repeat(times)
    tables: npt.NDArray[np.void] = PolicyBot(variant, NET)._tables
    ends = Rollouts(NET, tables).worth(
        game._states.repeat(2 * times), np.tile(decks, (2, 1)), actions, variant.side_of(seat)
    )
    won, lost = ends.reshape(2, times)
    return float((won - lost).mean())


def deal_of(variant: Variant, seed: str, round_number: int) -> Deal:
    return Deal.random(variant, random.Random(f"{seed} {round_number}"))


def rounds(variant: Variant, method: Method, times: int, seed: str) -> Iterator[Played]:
    number, rng = 0, np.random.default_rng(1)
    while True:
        dealt = partial(deal_of, variant, f"{seed} {number}")
        match = Match(variant, dealt, oldest=number // variant.players % variant.players)
        who, played = number % variant.players, Played()
        bots = [PolicyBot(variant, NET) for _ in range(variant.players)]
        bots[who] = searching = SearchBot(variant, NET, quick_net(), seed=number, method=method)
        while (seat := match.mover) is not None:
            view, game = match.view(seat), match.game
            assert isinstance(view, RowView)
            assert isinstance(game, RowGame)
            begun = process_time()
            move = bots[seat].choose(view)
            if seat == who:
                played.seconds.append((view.pile, process_time() - begun))
                first = searching.proposals(view)[0][0]
                if move != first:
                    played.changes.append(Change(view.pile, gain(game, move, first, times, rng)))
            match.play(move)
        yield played
        number += 1


def mean(values: list[float]) -> str:
    return f"{np.mean(values):+.2f} ± {np.std(values) / max(1, len(values) - 1) ** 0.5:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--times", type=int, default=96, help="how often a change is played to the end")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--turns", type=int, default=Method().turns, help="how long it thinks")
    asked = parser.parse_args()
    variant = Variant.parse(f"{asked.variant} rounds=1")
    method = Method(turns=asked.turns)
    found: list[Played] = []
    console = Console()
    for played in rounds(variant, method, asked.times, asked.seed):
        found.append(played)
        console.print(f"{len(found)} rounds: {mean([p.worth for p in found])}", end="\r")
        if len(found) == asked.rounds:
            break
    table = Table("draw pile", "changes a round", "points a round", "seconds", "95 % within")
    low = 0
    for high in (*PILES, None):
        first, last = (0, PILES[-1]) if high is None else (low, high)
        changes = [[c.worth for c in p.changes if first <= c.pile <= last] for p in found]
        seconds = [s for p in found for pile, s in p.seconds if first <= pile <= last]
        table.add_row(
            "all" if high is None else f"{first}–{last}",
            f"{np.mean([len(c) for c in changes]):.2f}",
            mean([sum(c) for c in changes]),
            f"{np.mean(seconds):.3f}",
            f"{np.quantile(seconds, 0.95):.2f}",
        )
        low = last + 1
    console.print(table)


if __name__ == "__main__":
    main()

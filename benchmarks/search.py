"""`python benchmarks/search.py`: what search wins over the bare net, with most of the luck taken out.

The strongest level plays rounds against the net that it searches with, against explorers, or against rules of
thumb. Whenever it prefers another move than that net, both moves are played to the end many times, by the net
and whoever sits there: from the true cards, which no bot has seen, with the draw pile shuffled anew. What the
changes of a round win, added up, is on average what the level wins a round more than the net would. One
round so tells as much as about twenty would by their results.

To see what there is to win at all, the level may be told what nobody can know: who its rivals are, or also
which cards they hold.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from time import perf_counter

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from lostcities.bots import kinds, make_bot
from lostcities.bots.base import Bot
from lostcities.bots.policy import PolicyBot
from lostcities.bots.rollouts import Rollouts
from lostcities.bots.search import Method, SearchBot
from lostcities.bots.search_worlds import Dealt, Worlds
from lostcities.deal import Deal
from lostcities.game import RowGame, RowView
from lostcities.kernel import row
from lostcities.match import Match
from lostcities.moves import Move
from lostcities.net.shipped import quick_net, shipped_net
from lostcities.net.worth import MAX_DECK
from lostcities.variant import Variant

PILES = (6, 14, 24, 34, 44)  # draw piles up to so many cards are counted together
NET = shipped_net(Variant.parse("classic"))
KINDS = {"net": kinds.NET, "explorer": kinds.EXPLORER, "thumb": kinds.THUMB}


class Told(StrEnum):
    NOTHING = "nothing"
    PLAYERS = "players"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Setting:
    """Who meets whom, and what the searching side is told."""

    variant: Variant
    method: Method
    against: str
    told: Told
    times: int
    """How often a change is played to the end."""
    seed: str
    seconds: float | None = None
    """How long a decision may take, as at a table."""

    def players(self, seat: int) -> npt.NDArray[np.int8]:
        """The kinds of players around a table, where the net or whoever thinks with it has this seat."""
        there = np.full(row.MAX_SEATS, KINDS[self.against], np.int8)
        there[seat] = kinds.NET
        return there


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
    margin: float = 0.0
    """The lead over the mean of the others."""
    won: float = 0.0
    """1 if nobody else had as much, a share of it if somebody had."""

    @property
    def worth(self) -> float:
        return sum(change.worth for change in self.changes)


def shuffled(game: RowGame, times: int, rng: np.random.Generator) -> npt.NDArray[np.int8]:
    """So many decks that differ from the true one by the order of the draw pile."""
    size, pile = len(game.deal.deck), [game._codec.card_number(card) for card in game.draw_pile]
    decks = np.zeros((times, MAX_DECK), np.int8)
    decks[:, size - len(pile) : size] = rng.permuted(np.tile(np.array(pile, np.int8), (times, 1)), axis=1)
    return decks


class TrueWorlds(Worlds):
    """Worlds of which more is true than a seat can know."""

    def __init__(self, worlds: Worlds, game: RowGame, players: npt.NDArray[np.int8], hands: bool) -> None:
        self._worlds, self._game, self._players, self._hands = worlds, game, players, hands
        self._rng = np.random.default_rng(len(game.history))

    def deal(self, number: int) -> Dealt:
        dealt = self._worlds.deal(number)
        dealt.players[:] = self._players
        if self._hands:
            dealt.states[:], dealt.decks[:] = self._game._states, shuffled(self._game, number, self._rng)
        return dealt


class ToldBot(SearchBot):
    """Searches with what it is told."""

    game: RowGame
    setting: Setting

    def worlds_of(self, view: RowView) -> Worlds:
        worlds, told = super().worlds_of(view), self.setting.told
        if told is Told.NOTHING:
            return worlds
        players = self.setting.players(view.seat or 0)
        return TrueWorlds(worlds, self.game, players, told is Told.HANDS)


def gain(game: RowGame, better: Move, first: Move, setting: Setting, rng: np.random.Generator) -> float:
    """What one move wins over another if it is played on from the true cards."""
    variant, seat, times = game.variant, game.mover or 0, setting.times
    actions = np.array([game._codec.actions[move] for move in (better, first)]).repeat(times)
    tables: npt.NDArray[np.void] = PolicyBot(variant, NET)._tables
    ends = Rollouts(NET, tables).worth(
        game._states.repeat(2 * times),
        np.tile(shuffled(game, times, rng), (2, 1)),
        actions,
        variant.side_of(seat),
        np.tile(setting.players(seat), (2 * times, 1)),
    )
    won, lost = ends.reshape(2, times)
    return float((won - lost).mean())


def deal_of(variant: Variant, seed: str, round_number: int) -> Deal:
    return Deal.random(variant, random.Random(f"{seed} {round_number}"))


def rounds(setting: Setting) -> Iterator[Played]:
    number, rng, variant = 0, np.random.default_rng(1), setting.variant
    while True:
        dealt = partial(deal_of, variant, f"{setting.seed} {number}")
        match = Match(variant, dealt, oldest=number // variant.players % variant.players)
        who, played = number % variant.players, Played()
        bots: list[Bot] = [
            make_bot(setting.against, variant, seat, number) for seat in range(variant.players)
        ]
        bots[who] = searching = ToldBot(variant, NET, quick_net(), seed=number, method=setting.method)
        searching.setting = setting
        if setting.seconds is not None:
            searching.allow(setting.seconds)
        while (seat := match.mover) is not None:
            view, game = match.view(seat), match.game
            assert isinstance(view, RowView)
            assert isinstance(game, RowGame)
            searching.game = game
            begun = perf_counter()
            move = bots[seat].choose(view)
            if seat == who:
                played.seconds.append((view.pile, perf_counter() - begun))
                first = searching.proposals(view)[0][0]
                if move != first:
                    played.changes.append(Change(view.pile, gain(game, move, first, setting, rng)))
            match.play(move)
        own, totals = variant.side_of(who), match.totals
        played.margin = totals[own] - float(np.mean(totals[:own] + totals[own + 1 :]))
        played.won = (totals[own] == max(totals)) / totals.count(max(totals))
        yield played
        number += 1


def mean(values: list[float]) -> str:
    return f"{np.mean(values):+.2f} ± {np.std(values) / max(1, len(values) - 1) ** 0.5:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--against", choices=tuple(KINDS), default="net")
    parser.add_argument("--told", type=Told, choices=tuple(Told), default=Told.NOTHING, help="what it knows")
    parser.add_argument("--times", type=int, default=96, help="how often a change is played to the end")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--turns", type=int, default=Method().turns, help="how long it thinks")
    parser.add_argument("--seconds", type=float, help="how long a decision may take, as at a table: 0.45")
    asked = parser.parse_args()
    variant = Variant.parse(f"{asked.variant} rounds=1")
    setting = Setting(
        variant, Method(turns=asked.turns), asked.against, asked.told, asked.times, asked.seed, asked.seconds
    )
    found: list[Played] = []
    console = Console()
    for played in rounds(setting):
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
    share = float(np.mean([p.won for p in found]))
    console.print(f"Won by {mean([p.margin for p in found])} points, {share:.0%} of the rounds.")


if __name__ == "__main__":
    main()

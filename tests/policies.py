"""Ways to play at random, each with a leaning, so that together they reach the rare corners of a game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lostcities.game import Game
from lostcities.moves import Move
from lostcities.variant import Family, Variant


def kind_of(token: str) -> str:
    """`lay`, `discard`, `draw`, `take`, `stop`, `claim`, `discover`, `bid` or `pass`."""
    if token[0] == "@":
        return "take" if token[1:] else "draw"
    return {"+": "lay", "-": "discard", ".": "stop"}.get(token[0]) or token.partition(":")[0]


def size_of(token: str) -> tuple[int, str]:
    """Orders cards from wagers to tens, and bids by their gold."""
    figures = token.removeprefix("bid:").lstrip("+-YBWGRP")
    return (int(figures) if figures.isdigit() else 0), token


@dataclass(frozen=True)
class Policy:
    """First a kind of move is drawn by weight (1 unless told), then one of its moves."""

    name: str
    weights: Mapping[str, float] = field(default_factory=dict)
    pick: str = "any"
    """`lowest` or `highest` card or bid of the kind, nine times in ten."""

    def __str__(self) -> str:
        return self.name

    def choose(self, rng: random.Random, tokens: Iterable[str]) -> str:
        by_kind: dict[str, list[str]] = {}
        for token in sorted(tokens):
            by_kind.setdefault(kind_of(token), []).append(token)
        kinds = list(by_kind)
        [kind] = rng.choices(kinds, [self.weights.get(kind, 1) for kind in kinds])
        if self.pick == "any" or rng.random() < 0.1:
            return rng.choice(by_kind[kind])
        return (min if self.pick == "lowest" else max)(by_kind[kind], key=size_of)

    def move(self, rng: random.Random, game: Game) -> Move:
        """A move for whoever has to decide now."""
        moves = {str(move): move for move in game.legal_moves}
        return moves[self.choose(rng, moves)]

    def finish(self, rng: random.Random, game: Game) -> None:
        """Play the round to its end."""
        while not game.over:
            game.play(self.move(rng, game))


ANY = Policy("any")
CLIMBER = Policy("climber", {"lay": 12, "draw": 3, "claim": 9}, pick="lowest")
ROW_POLICIES = (
    ANY,
    CLIMBER,
    Policy("plunger", {"lay": 4, "claim": 0.05, "stop": 0.1}, pick="highest"),
    Policy("gatherer", {"lay": 0.3, "take": 12}),
    Policy("thinker", {"lay": 3, "discard": 9, "take": 2, "stop": 5, "claim": 0.3}, pick="lowest"),
)
GUARD_SEEKER = Policy("guard-seeker", {"lay": 0.05, "take": 400})
DISCARDER = Policy("discarder", {"lay": 0, "draw": 50, "stop": 1e9})

BIDDER = Policy("bidder", {"bid": 4, "lay": 5}, pick="lowest")
RIVALS_POLICIES = (
    ANY,
    BIDDER,
    Policy("gambler", {"bid": 2, "pass": 0.3, "lay": 2}, pick="highest"),
    Policy("haggler", {"bid": 8, "pass": 0.4, "lay": 3, "stop": 0.3}, pick="lowest"),
    Policy("miser", {"bid": 3, "pass": 9, "stop": 3}, pick="lowest"),
    Policy("spoiler", {"bid": 4, "lay": 0.2, "discard": 9}),
)


def policies_for(variant: Variant) -> tuple[Policy, ...]:
    return ROW_POLICIES if variant.edition.family is Family.ROW else RIVALS_POLICIES

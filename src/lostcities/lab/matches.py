"""Mirrored rounds between two players: the same deals, with every seating.

A set is one deal played once for each side: the first player sits on that side, the second on all others.
What the cards give to one side they give to each player once, so that what is left is skill.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lostcities.kernel import row
from lostcities.lab.ends import COUNTED, DONE, SCORE
from lostcities.lab.environment import Environment, Observation, environment
from lostcities.lab.families import game_of
from lostcities.lab.network import ILLEGAL, DrawHead, Policy, legal_sources, masked
from lostcities.lab.rollout import Player, autocast, sample
from lostcities.net.features import place
from lostcities.net.observation import OVERVIEW_BLOCKS
from lostcities.variant import Variant

DRAWING = place(OVERVIEW_BLOCKS, "phase") + row.DRAW_CARD
LOOK_EVERY = 16  # steps between questions to the device whether all rounds are over
LONG_ROUNDS = 5


class Score(NamedTuple):
    """The first player's result."""

    margin: float
    """Points a round: over the mean of the other sides, or, in cooperation, of both together."""
    error: float
    """One standard error, over the sets."""
    wins: float
    """The share of rounds won, draws as halves."""
    own: float
    others: float
    rounds: int
    """Those of the sets that were played to their end."""
    counted: dict[str, float]
    """What the game counts, a round."""

    @property
    def figures(self) -> dict[str, float]:
        """All of it, side by side."""
        figures: dict[str, float] = {**self._asdict(), **self.counted}
        del figures["counted"]
        return figures

    def __str__(self) -> str:
        counted = ", ".join(f"{number:.1f} {what}" for what, number in self.counted.items())
        if not self.rounds:
            return "no set came to its end"
        return (
            f"{self.margin:+.2f} ± {self.error:.2f} a round, {self.wins:.1%} won, "
            f"{self.own:.1f} : {self.others:.1f} points, {self.rounds} rounds; a round has {counted}"
        )


def net_player(policy: Policy, temperature: float | Tensor = 0.0, reach: float = math.inf) -> Player:
    """A policy that takes its best action, or at a temperature, of all slots or of each, one by its chances;
    actions whose logit is `reach` below the best it does not think of."""
    choice = chooser(temperature, reach)
    if policy.one_pass and policy.draw_head is not None:
        return TurnPlayer(policy, policy.draw_head, choice)

    def choose(environment: Environment, seen: Observation) -> Tensor:
        with torch.no_grad(), autocast(environment.device):
            logits = masked(policy(seen.tokens, seen.overview, seen.secret).logits, seen.words)
        return choice(logits)

    return choose


def chooser(temperature: float | Tensor, reach: float = math.inf) -> Callable[[Tensor], Tensor]:
    """What makes actions of logits, of which the illegal ones are masked."""

    def greedy(logits: Tensor) -> Tensor:
        return logits.argmax(-1)

    def free(logits: Tensor) -> Tensor:
        sensible = (logits > ILLEGAL) & (logits >= logits.amax(-1, keepdim=True) - reach)
        return sample((logits / temperature).masked_fill(~sensible, ILLEGAL))

    if isinstance(temperature, Tensor):
        temperature = temperature.unsqueeze(1)
    elif temperature == 0:
        return greedy
    return free


class Thought(NamedTuple):
    """What a policy thought before its play, and that play."""

    tokens: Tensor
    stream: Tensor
    plays: Tensor


class TurnPlayer:
    """A policy that decides turns, asked for one decision after the other: it draws by what it thought before
    its play, of which it keeps the latest for every slot. It sees each slot's plays before the draws."""

    def __init__(self, policy: Policy, draw_head: DrawHead, choice: Callable[[Tensor], Tensor]) -> None:
        self._policy, self._draw_head, self._choice = policy, draw_head, choice
        self._kept: Thought | None = None

    @torch.no_grad()
    def __call__(self, environment: Environment, seen: Observation) -> Tensor:
        drawing = seen.overview[:, DRAWING] != 0
        with autocast(environment.device):
            out = self._policy(seen.tokens, seen.overview, seen.secret)
            plays = self._choice(masked(out.logits, seen.words))
            thought = self._latest(Thought(out.tokens, out.stream, plays), drawing)
            sources = self._draw_head(*thought)
        draws = self._choice(sources.masked_fill(~legal_sources(seen.words), ILLEGAL))
        return torch.where(drawing, row.TAKE + draws, plays)

    def _latest(self, fresh: Thought, drawing: Tensor) -> Thought:
        """The fresh thought, or where a draw is due the one before it."""
        kept = self._kept
        if kept is None or kept.plays.shape != fresh.plays.shape:
            kept = fresh
        self._kept = Thought(
            torch.where(drawing[:, None, None], kept.tokens, fresh.tokens),
            torch.where(drawing[:, None], kept.stream, fresh.stream),
            torch.where(drawing, kept.plays, fresh.plays),
        )
        return self._kept


def random_player(environment: Environment, seen: Observation) -> Tensor:
    shape = seen.words.shape[0], environment.game.shape.actions
    return sample(masked(torch.zeros(shape, device=environment.device), seen.words))


def explorers(*, alone: bool = False, before: int = 0) -> Player:
    """Explorers in the last slots, but for the very last, so many. `alone`, they think of nobody but
    themselves, in cooperation as well."""

    def choose(environment: Environment, seen: Observation) -> Tensor:
        slots = seen.sides.numel()
        actions = seen.sides.new_zeros(slots + before)
        environment.explore(actions, alone=alone)
        return actions[:slots]

    return choose


explorer_player, loner_player = explorers(), explorers(alone=True)


def play_sets(
    variant: Variant,
    first: Player,
    second: Player,
    sets: int,
    device: torch.device,
    seed: int = 1,
    long_rounds: int = LONG_ROUNDS,
) -> Score:
    """Play mirrored sets of single rounds. A set with a round that takes so many long rounds' time is left
    out: untrained players take discards until the guard stops them, card after card."""
    sides, game = variant.sides, game_of(variant)
    tables = np.repeat(game.tables_of([variant]), sets * sides)
    seeds = np.repeat(np.arange(sets, dtype=np.int64) + (seed << 32), sides)
    rounds = environment(game, tables, seeds, device)
    sits = torch.arange(sets * sides, device=device) % sides
    seen, ends = rounds.empty_observation(), rounds.empty_ends()
    results = torch.zeros_like(ends)
    for step in range(long_rounds * game.long_round):
        if step % LOOK_EVERY == 0 and bool(results[:, DONE].all()):
            break
        rounds.observe(seen)
        actions = torch.where(seen.sides == sits, first(rounds, seen), second(rounds, seen))
        rounds.play(actions, ends)
        now = (ends[:, DONE] > 0) & (results[:, DONE] == 0)
        results = torch.where(now.unsqueeze(1), ends, results)
    ended = results[:, DONE].view(sets, sides).all(1).repeat_interleave(sides)
    return _score(results[ended], sits[ended], variant)


def _score(results: Tensor, sits: Tensor, variant: Variant) -> Score:
    if not sits.numel():
        return Score(0, 0, 0, 0, 0, 0, {})
    sides = variant.sides
    index = torch.arange(sits.numel(), device=sits.device)
    scores = results[:, SCORE : SCORE + sides].double()
    own = scores[index, sits]
    others = (scores.sum(1) - own) / (sides - 1)
    margins = own + others if variant.cooperation else own - others
    best_other = scores.scatter(1, sits.unsqueeze(1), -torch.inf).amax(1)
    by_set = margins.view(-1, sides).mean(1)
    wins = ((own > best_other).double() + 0.5 * (own == best_other).double()).mean()
    return Score(
        margin=float(by_set.mean()),
        error=float(by_set.std(correction=0) / max(1, by_set.numel() - 1) ** 0.5),
        wins=float(wins),
        own=float(own.mean()),
        others=float(others.mean()),
        rounds=sits.numel(),
        counted=dict(
            zip(game_of(variant).counted, results[:, COUNTED:].double().mean(0).tolist(), strict=True)
        ),
    )

"""Mirrored rounds between two players: the same deals, with every seating.

A set is one deal played once for each side: the first player sits on that side, the second on all others.
What the cards give to one side they give to each player once, so that what is left is skill.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lostcities.kernel import row
from lostcities.lab.environment import (
    COUNTED,
    DONE,
    SCORE,
    TAKES,
    TURNS,
    UTILITY,
    Environment,
    Observation,
    environment,
)
from lostcities.lab.network import Policy, masked
from lostcities.lab.rollout import autocast, sample
from lostcities.lab.rounds import tables_of
from lostcities.variant import Variant

Player = Callable[[Environment, Observation], Tensor]
"""Chooses an action for the mover of each slot."""

LOOK_EVERY = 16  # steps between questions to the device whether all rounds are over
MOST_STEPS = 800  # four times a long round


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
    turns: float
    takes: float
    rounds: int
    """Those of the sets that were played to their end."""

    def __str__(self) -> str:
        return (
            f"{self.margin:+.2f} ± {self.error:.2f} a round, {self.wins:.1%} won, "
            f"{self.own:.1f} : {self.others:.1f} points, {self.turns:.1f} turns and "
            f"{self.takes:.1f} discards drawn a round, {self.rounds} rounds"
        )


def net_player(policy: Policy, temperature: float = 0.0) -> Player:
    """A policy that takes its best action, or at a temperature one by its chances."""

    def choose(environment: Environment, seen: Observation) -> Tensor:
        with torch.no_grad(), autocast(environment.device):
            logits = masked(policy(seen.tokens, seen.overview).logits, seen.words)
        return sample(logits / temperature) if temperature > 0 else logits.argmax(-1)

    return choose


def random_player(environment: Environment, seen: Observation) -> Tensor:
    shape = seen.words.shape[0], 1
    return sample(masked(torch.zeros(shape, device=environment.device).expand(-1, row.ACTIONS), seen.words))


def plain_player(environment: Environment, seen: Observation) -> Tensor:
    actions = torch.zeros_like(seen.sides)
    environment.choose_plainly(actions)
    return actions


def play_sets(
    variant: Variant,
    first: Player,
    second: Player,
    sets: int,
    device: torch.device,
    seed: int = 1,
    most_steps: int = MOST_STEPS,
) -> Score:
    """Play mirrored sets of single rounds. A set with a round that goes on past `most_steps` is left out:
    untrained players take discards until the guard stops them, card after card."""
    sides = variant.sides
    tables = np.repeat(tables_of([variant]), sets * sides)
    seeds = np.repeat(np.arange(sets, dtype=np.int64) + (seed << 32), sides)
    rounds = environment(tables, seeds, device)
    sits = torch.arange(sets * sides, device=device) % sides
    seen, ends = rounds.empty_observation(), rounds.empty_ends()
    results = torch.zeros_like(ends)
    for step in range(most_steps):
        if step % LOOK_EVERY == 0 and bool(results[:, DONE].all()):
            break
        rounds.observe(seen)
        actions = torch.where(seen.sides == sits, first(rounds, seen), second(rounds, seen))
        rounds.play(actions, ends)
        now = (ends[:, DONE] > 0) & (results[:, DONE] == 0)
        results = torch.where(now.unsqueeze(1), ends, results)
    ended = results[:, DONE].view(sets, sides).all(1).repeat_interleave(sides)
    return _score(results[ended], sits[ended], sides)


def _score(results: Tensor, sits: Tensor, sides: int) -> Score:
    if not sits.numel():
        return Score(0, 0, 0, 0, 0, 0, 0, 0)
    index = torch.arange(sits.numel(), device=sits.device)
    margins = results[index, UTILITY + sits].double()
    scores = results[:, SCORE : SCORE + sides].double()
    own = scores[index, sits]
    best_other = scores.scatter(1, sits.unsqueeze(1), -torch.inf).amax(1)
    by_set = margins.view(-1, sides).mean(1)
    wins = ((own > best_other).double() + 0.5 * (own == best_other).double()).mean()
    return Score(
        margin=float(by_set.mean()),
        error=float(by_set.std(correction=0) / max(1, by_set.numel() - 1) ** 0.5),
        wins=float(wins),
        own=float(own.mean()),
        others=float((scores.sum(1) - own).mean() / (sides - 1)),
        turns=float(results[:, COUNTED + TURNS].mean()),
        takes=float(results[:, COUNTED + TAKES].mean()),
        rounds=sits.numel(),
    )

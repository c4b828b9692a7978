"""Playing for an iteration, and what is kept of it to learn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from lostcities.kernel import row
from lostcities.lab.environment import WORDS, Environment, Observation
from lostcities.lab.network import ILLEGAL, DrawHead, Policy, legal_sources, masked
from lostcities.net.outputs import BINS, OUTLOOK

Player = Callable[[Environment, Observation], Tensor]
"""Chooses an action for the mover of each slot that is observed: of all, or of the last ones."""


def sample(logits: Tensor) -> Tensor:
    """An action for each row, by its chances (the largest logit with Gumbel noise)."""
    noise = torch.empty_like(logits).exponential_().log_()
    return (logits - noise).argmax(-1)


def autocast(device: torch.device) -> torch.autocast:
    """16-bit arithmetic where the device is made for it."""
    return torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda")


class Draws(NamedTuple):
    """The second halves of turns that are decided in one pass."""

    words: Tensor
    """The legal actions after the play."""
    actions: Tensor


@dataclass(slots=True)
class Rollout:
    """`steps` decisions of every slot, or turns; observations have one step more, for what comes after."""

    observations: Observation
    actions: Tensor
    log_chances: Tensor
    ends: Tensor
    learns: Tensor
    """Whether the decision was the learner's own."""
    last_margins: Tensor
    """For each slot and side, what its latest decision expected of the round in play."""
    last_outlooks: Tensor
    draws: Draws | None
    """Where a step is a turn; its other action is the play, and its chance that of both together."""

    @classmethod
    def empty(cls, environment: Environment, steps: int, *, one_pass: bool = False) -> Rollout:
        slots, colours, device = environment.slots, environment.colours, environment.device
        sides = environment.game.shape.sides

        def numbers(*size: int) -> Tensor:
            return torch.zeros(steps, slots, *size, dtype=torch.int64, device=device)

        return cls(
            observations=environment.empty_observation(steps + 1),
            actions=numbers(),
            log_chances=torch.zeros(steps, slots, device=device),
            ends=environment.empty_ends(steps),
            learns=torch.ones(steps, slots, dtype=torch.bool, device=device),
            last_margins=torch.full((slots, sides, BINS), 1 / BINS, device=device),
            last_outlooks=torch.zeros(slots, sides, colours, OUTLOOK, device=device),
            draws=Draws(numbers(WORDS), numbers()) if one_pass else None,
        )


@dataclass(slots=True)
class Rivals:
    """A player in some slots, on every side but the learner's."""

    player: Player
    where: slice
    learner_sides: Tensor
    """For each of these slots."""


def _seat(rivals: Sequence[Rivals], environment: Environment, seen: Observation, actions: Tensor) -> None:
    """Put the rivals' actions in the place of the learner's where they move."""
    for some in rivals:
        theirs = seen.at(some.where)
        own = theirs.sides == some.learner_sides
        actions[some.where] = torch.where(own, actions[some.where], some.player(environment, theirs))


def _log_chances(logits: Tensor, actions: Tensor) -> Tensor:
    return logits.log_softmax(-1).gather(1, actions.unsqueeze(1)).squeeze(1)


@torch.no_grad()
def collect(
    environment: Environment,
    policy: Policy,
    rollout: Rollout,
    rivals: Sequence[Rivals],
    draw_head: DrawHead | None = None,
) -> None:
    """Play on in every slot and fill the rollout: decision by decision or, with a draw head, turn by turn."""
    slots = torch.arange(environment.slots, device=environment.device)
    steps = rollout.actions.shape[0]
    rollout.learns.fill_(True)
    after_plays = environment.empty_observation() if rivals and draw_head is not None else None
    with autocast(environment.device):
        for step in range(steps):
            seen = rollout.observations.at(step)
            environment.observe(seen)
            out = policy(seen.tokens, seen.overview, seen.secret)
            logits = masked(out.logits, seen.words)
            rollout.last_margins[slots, seen.sides] = out.margin.softmax(-1)
            rollout.last_outlooks[slots, seen.sides] = out.outlook
            actions = sample(logits)
            _seat(rivals, environment, seen, actions)
            for some in rivals:
                rollout.learns[step, some.where] = seen.sides[some.where] == some.learner_sides
            rollout.actions[step] = actions
            rollout.log_chances[step] = _log_chances(logits, actions)
            environment.play(actions, rollout.ends[step])
            if draw_head is not None and rollout.draws is not None:
                words = rollout.draws.words[step]
                environment.allow(words)
                sources = draw_head(out.tokens, out.stream, actions)
                sources = sources.masked_fill(~legal_sources(words), ILLEGAL)
                draws = row.TAKE + sample(sources)
                if after_plays is not None:
                    environment.observe(after_plays)
                    _seat(rivals, environment, after_plays, draws)
                rollout.draws.actions[step] = draws
                rollout.log_chances[step] += _log_chances(sources, draws - row.TAKE)
                environment.play(draws, rollout.ends[step])
        environment.observe(rollout.observations.at(steps))

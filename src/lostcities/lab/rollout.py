"""Playing for an iteration, and what is kept of it to learn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from lostcities.lab.environment import Environment, Observation
from lostcities.lab.network import Policy, masked
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


@dataclass(slots=True)
class Rollout:
    """`steps` decisions of every slot; observations have one step more, for what comes after."""

    observations: Observation
    actions: Tensor
    log_chances: Tensor
    ends: Tensor
    learns: Tensor
    """Whether the decision was the learner's own."""
    last_margins: Tensor
    """For each slot and side, what its latest decision expected of the round in play."""
    last_outlooks: Tensor

    @classmethod
    def empty(cls, environment: Environment, steps: int) -> Rollout:
        slots, colours, device = environment.slots, environment.colours, environment.device
        sides = environment.game.shape.sides
        return cls(
            observations=environment.empty_observation(steps + 1),
            actions=torch.zeros(steps, slots, dtype=torch.int64, device=device),
            log_chances=torch.zeros(steps, slots, device=device),
            ends=environment.empty_ends(steps),
            learns=torch.ones(steps, slots, dtype=torch.bool, device=device),
            last_margins=torch.full((slots, sides, BINS), 1 / BINS, device=device),
            last_outlooks=torch.zeros(slots, sides, colours, OUTLOOK, device=device),
        )


@dataclass(slots=True)
class Rivals:
    """A player in some slots, on every side but the learner's."""

    player: Player
    where: slice
    learner_sides: Tensor
    """For each of these slots."""


@torch.no_grad()
def collect(environment: Environment, policy: Policy, rollout: Rollout, rivals: Sequence[Rivals]) -> None:
    """Play on in every slot and fill the rollout."""
    slots = torch.arange(environment.slots, device=environment.device)
    steps = rollout.actions.shape[0]
    rollout.learns.fill_(True)
    with autocast(environment.device):
        for step in range(steps):
            seen = rollout.observations.at(step)
            environment.observe(seen)
            out = policy(seen.tokens, seen.overview)
            logits = masked(out.logits, seen.words)
            rollout.last_margins[slots, seen.sides] = out.margin.softmax(-1)
            rollout.last_outlooks[slots, seen.sides] = out.outlook
            actions = sample(logits)
            for some in rivals:
                theirs = seen.at(some.where)
                own = theirs.sides == some.learner_sides
                actions[some.where] = torch.where(own, actions[some.where], some.player(environment, theirs))
                rollout.learns[step, some.where] = own
            rollout.actions[step] = actions
            rollout.log_chances[step] = logits.log_softmax(-1).gather(1, actions.unsqueeze(1)).squeeze(1)
            environment.play(actions, rollout.ends[step])
        environment.observe(rollout.observations.at(steps))

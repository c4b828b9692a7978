"""What worlds teach about proposals, as the search at play believes it (`bots.search_contest`).

A policy's chances make believe something of what its proposals are worth, and worlds correct that, the more
the less their mean is by chance. All is counted from the policy's first choice.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from lostcities.bots.search_contest import Belief
from lostcities.lab.trying import Roots


class Verdict(NamedTuple):
    """For each root and proposal, in points above the first choice."""

    lead: Tensor
    """By all that is known; −∞ for what is no proposal."""
    correction: Tensor
    """What of it the policy's chances did not tell."""

    @property
    def choice(self) -> Tensor:
        return self.lead.argmax(1)


def judge(roots: Roots, worth: Tensor, belief: Belief) -> Verdict:
    """What to believe after these worlds."""
    by_world = worth - worth[:, :1]
    spread = belief.spread**2
    noise = belief.bias**2 + by_world.var(-1, correction=0) / worth.shape[-1]
    believed = belief.slope * (roots.chances / roots.chances[:, :1]).log()
    correction = spread / (spread + noise) * (by_world.mean(-1) - believed)
    correction = correction.masked_fill(~roots.tried, 0.0)
    return Verdict((believed + correction).masked_fill(~roots.tried, -torch.inf), correction)


def by_mean(roots: Roots, worth: Tensor) -> Tensor:
    """The choice of who believes worlds alone."""
    return worth.mean(-1).masked_fill(~roots.tried, -torch.inf).argmax(1)


def gain(choice: Tensor, worth: Tensor) -> Tensor:
    """By how much a choice is better than the first in worlds that it was not made by: for each root."""
    by_world = worth - worth[:, :1]
    return by_world.mean(-1).gather(1, choice.unsqueeze(1)).squeeze(1)


def lesson(roots: Roots, correction: Tensor, temperature: float) -> Tensor:
    """The chances to learn: among the proposals in proportion to chance · exp(correction / temperature), so
    that worlds which tell nothing new change nothing. What is no proposal keeps its chance."""
    chances = roots.logits.softmax(-1)
    own = torch.where(roots.tried, roots.chances, 0.0)
    moved = torch.where(roots.tried, own.log() + correction / temperature, -torch.inf).softmax(-1)
    moved = moved * own.sum(1, keepdim=True)
    return chances.scatter(1, roots.actions, torch.where(roots.tried, moved, roots.chances))

"""Search in bulk: which decisions are in doubt, and what each proposal is worth in worlds of its position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from lostcities.lab.environment import Environment, Observation
from lostcities.lab.network import Policy, Student, masked
from lostcities.lab.playouts import Begun, Playouts
from lostcities.lab.rollout import autocast
from lostcities.net.features import place
from lostcities.net.observation import OVERVIEW_BLOCKS

PILE = place(OVERVIEW_BLOCKS, "pile, own draws left")


@dataclass(frozen=True, slots=True)
class Doubts:
    """When a decision is in doubt."""

    proposals: int = 4
    least: float = 0.01
    """A chance below which an action is no proposal."""


class Roots(NamedTuple):
    """Decisions in doubt. Proposals stand in the policy's order, first choice first."""

    slots: Tensor
    """Where they stand in the environment."""
    seen: Observation
    pile: Tensor
    """Cards left."""
    logits: Tensor
    """The policy's, for all actions; the illegal ones are masked."""
    actions: Tensor
    chances: Tensor
    tried: Tensor
    """Which of the actions are proposals."""

    def at(self, index: Tensor) -> Roots:
        slots, seen, *rest = self
        return Roots(slots[index], seen.at(index), *(part[index] for part in rest))


def spoken(policy: Policy, seen: Observation) -> Tensor:
    """A policy's logits; the illegal ones are masked."""
    with torch.no_grad(), autocast(seen.tokens.device):
        return masked(policy(seen.tokens, seen.overview).logits, seen.words)


def in_doubt(chances: Tensor, least: float) -> Tensor:
    """Where at least two actions are proposals."""
    return chances.topk(2).values[:, 1] >= least


def find_roots(rounds: Environment, policy: Policy, most: int, doubts: Doubts) -> Roots:
    """Some of the positions that an environment stands at, of those in doubt."""
    seen = rounds.empty_observation()
    rounds.observe(seen)
    logits = spoken(policy, seen)
    chances = logits.softmax(-1)
    slots = in_doubt(chances, doubts.least).nonzero().squeeze(1)
    slots = slots[torch.randperm(slots.numel(), device=slots.device)[:most]]
    best = chances[slots].topk(doubts.proposals)
    return Roots(
        slots,
        seen.at(slots),
        seen.overview[slots, PILE].long(),
        logits[slots],
        best.indices,
        best.values,
        best.values >= doubts.least,
    )


@torch.no_grad()
def odds_of(reader: Student, seen: Observation) -> Tensor:
    """For each position, place and card the logarithm of the odds that the card is there, if it was not seen;
    the last place is the draw pile, to which all are relative."""
    with autocast(seen.tokens.device):
        _, held = reader.read(seen.tokens, seen.overview)
    return functional.pad(held.flatten(2), (0, 0, 0, 1)).contiguous()


def try_out(
    rounds: Playouts,
    roots: Roots,
    reader: Student,
    net: Policy,
    worlds: int,
    *,
    seed: int,
    true_hands: bool = False,
    temperature: float = 0.0,
) -> Tensor:
    """Play every proposal to its end in the same worlds: points for each root, proposal and world, 0 for what
    is no proposal. Equal seeds deal equal worlds, whichever net plays."""
    odds = odds_of(reader, roots.seen)
    worth = torch.zeros(*roots.tried.shape, worlds, device=odds.device)
    # Rounds of one length together: the longest of a batch keeps it going.
    order = roots.pile.argsort(stable=True)
    root, proposal = roots.tried[order].nonzero(as_tuple=True)
    root = order[root]
    pairs = root.numel()
    for start in range(0, pairs * worlds, rounds.slots):
        each = torch.arange(start, min(start + rounds.slots, pairs * worlds), device=odds.device)
        pair, world = each // worlds, each % worlds
        where, what = root[pair], proposal[pair]
        begun = Begun(
            roots.slots[where],
            where,
            (seed << 32) + where * worlds + world,
            torch.full_like(where, true_hands, dtype=torch.int8),
            roots.actions[where, what],
        )
        worth[where, what, world] = rounds.worth(begun, odds, net, temperature)
    return worth

"""A larger net that plays as a trained one does, to train on from there.

One that is to see the other hands minds them at first with weights of 0.

Twice the width: every unit stands twice, and whatever reads it reads a part of each, another part everywhere,
so that the two will not learn the same. New blocks stand before the heads and add nothing at first.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from lostcities.errors import LabError
from lostcities.lab import checkpoint
from lostcities.lab.config import Config
from lostcities.lab.network import Policy

SIGHT = "trunk.token_first.weight"
LEAST_PART = 0.25  # what a reader takes at least of one of the two


def grow(run: Path, out: Path, blocks: int, seed: int = 1) -> None:
    """Double the width of a run's policy, and let it have so many blocks. Its critic stays; what the
    optimiser remembers and the past selves don't fit and are left behind."""
    critic = checkpoint.load(run, checkpoint.CRITIC)
    policy, config, progress = checkpoint.load_plain(run, torch.device("cpu"))
    if blocks < config.blocks:
        raise LabError("lab.grow", run=run, blocks=config.blocks)
    torch.manual_seed(seed)
    config = replace(config, width=2 * config.width, blocks=blocks)
    larger = Policy(config.width, config.blocks, config.shape)
    weights = larger.state_dict()
    for name, value in weights.items():
        if name.endswith(("token_out.weight", "global_out.weight")):
            value.zero_()
    weights.update({name: _wider(name, value) for name, value in policy.state_dict().items()})
    larger.load_state_dict(weights)
    checkpoint.save_policy(out, larger, config, progress)
    checkpoint.save_fresh(out, critic)


def shown_hands(policy: Policy, config: Config) -> tuple[Policy, Config]:
    """A policy that also sees the other hands, and what it is trained with."""
    config = replace(config, sees_hands=True)
    larger = checkpoint.new_policy(config)
    weights = policy.state_dict()
    there = weights[SIGHT]
    weights[SIGHT] = torch.cat([there, there.new_zeros(len(there), larger.hand_secrets)], 1)
    larger.load_state_dict(weights)
    return larger, config


def _wider(name: str, value: Tensor) -> Tensor:
    head, first = "_head." in name, "_first." in name
    if value.ndim == 1:
        return value if head else torch.cat([value, value])
    if not head:
        value = torch.cat([value, value])
    if first:
        return value
    part = LEAST_PART + (1 - 2 * LEAST_PART) * torch.rand_like(value)
    return torch.cat([value * part, value * (1 - part)], 1)

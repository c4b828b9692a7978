"""What there is to learn from a rollout: advantages, values, and how the rounds ended.

Values are counted for *sides*. The critic says at every decision, whoever makes it, what the position is
worth to each side, so one backward sweep over all decisions gives each side's advantages; a decision is
judged by those of its mover's side. This holds for any number of sides and for partners.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from lostcities.lab.ends import COLOURS, DONE, MARGIN, SIDES, TOTALS, UTILITY


class Targets(NamedTuple):
    """For each decision; steps, then slots."""

    advantages: Tensor
    values: Tensor
    """For each side from the mover's on."""
    margins: Tensor
    """By how many points the mover's side won the round, where it is known."""
    outlooks: Tensor
    """For each colour, what the own and the next side's expedition scored, in the unit of value."""
    known: Tensor
    """The round ended within the rollout."""


def in_order(by_mover: Tensor, movers: Tensor, sides: Tensor) -> Tensor:
    """Figures for the sides from the mover's on, put in the order of the sides."""
    return by_mover.gather(-1, (_each(by_mover) - movers.unsqueeze(-1)) % sides.unsqueeze(-1))


def from_mover(by_side: Tensor, movers: Tensor, sides: Tensor) -> Tensor:
    """The inverse: figures in the order of the sides, put from the mover's on."""
    return by_side.gather(-1, (_each(by_side) + movers.unsqueeze(-1)) % sides.unsqueeze(-1))


def _each(figures: Tensor) -> Tensor:
    return torch.arange(figures.shape[-1], device=figures.device)


@torch.no_grad()
def targets(
    ends: Tensor,
    movers: Tensor,
    values: Tensor,
    sides: Tensor,
    trace: float,
    points: float,
    haste: float = 0.0,
) -> Targets:
    """`movers` and `values` (for the sides from the mover's on) have one step more than `ends`. `points` is
    the unit of value, `haste` what every step costs each side: a decision, or a turn with `one_pass`."""
    steps, slots, _ = ends.shape
    most_sides = values.shape[-1]
    of_sides = in_order(values, movers, sides.expand_as(movers))
    done = ends[:, :, DONE, None]
    paid = ends[:, :, UTILITY : UTILITY + most_sides]
    won = ends[:, :, MARGIN : MARGIN + most_sides]
    totals = ends[:, :, TOTALS : TOTALS + SIDES * COLOURS].reshape(steps, slots, SIDES, COLOURS)

    advantages = torch.zeros_like(of_sides[0])
    margin, outlook = torch.zeros_like(advantages), torch.zeros_like(totals[0])
    known = torch.zeros(slots, dtype=torch.bool, device=ends.device)
    judged = torch.zeros(steps, slots, device=ends.device)
    worth = torch.zeros(steps, slots, most_sides, device=ends.device)
    margins = torch.zeros(steps, slots, device=ends.device)
    outlooks = torch.zeros(steps, slots, COLOURS, 2, device=ends.device)
    knows = torch.zeros(steps, slots, dtype=torch.bool, device=ends.device)
    index = torch.arange(slots, device=ends.device)
    for step in reversed(range(steps)):
        ended, mover = done[step], movers[step]
        after = torch.where(ended > 0, paid[step] / points, of_sides[step + 1])
        advantages = after - haste / points - of_sides[step] + trace * (1 - ended) * advantages
        judged[step] = advantages[index, mover]
        worth[step] = from_mover(advantages + of_sides[step], mover, sides)
        margin = torch.where(ended > 0, won[step], margin)
        outlook = torch.where(ended.unsqueeze(-1) > 0, totals[step], outlook)
        known = known | (ended.squeeze(-1) > 0)
        margins[step] = margin[index, mover]
        outlooks[step, :, :, 0] = outlook[index, mover] / points
        outlooks[step, :, :, 1] = outlook[index, (mover + 1) % sides] / points
        knows[step] = known
    return Targets(judged, worth, margins, outlooks, knows)

"""Whether a net means what it says: its forecasts against how fresh rounds went on.

At each decision the net gives the chances of the final margin. Among the decisions at which it puts the
chance to win at 70 %, about 70 % should be won; half of all results should lie within the middle half of its
forecasts.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
import torch
from matplotlib.figure import Figure
from torch import Tensor

from lostcities.errors import LabError
from lostcities.lab.ends import DONE
from lostcities.lab.environment import environment
from lostcities.lab.families import game_of
from lostcities.lab.network import Policy, masked
from lostcities.lab.rollout import autocast
from lostcities.lab.targets import targets
from lostcities.variant import Variant

STEPS = 400
BUCKETS = 10
CENTRAL = (0.5, 0.8, 0.95)


class Bucket(NamedTuple):
    forecast: float
    result: float
    decisions: int


class Calibration(NamedTuple):
    win: list[Bucket]
    """Decisions by the forecast chance to win."""
    margin: list[Bucket]
    """Decisions by the forecast mean of the margin, in points."""
    outlook: list[Bucket]
    """Expeditions by their forecast points."""
    within: dict[float, float]
    """For each central part of the forecasts, the share of the results that lie within."""

    @property
    def win_error(self) -> float:
        """How far the forecast chance to win is off, on average over the decisions."""
        return sum(abs(b.forecast - b.result) * b.decisions for b in self.win) / sum(
            b.decisions for b in self.win
        )

    def __str__(self) -> str:
        lines = ["chance to win: forecast, won, decisions"]
        lines += [f"  {b.forecast:6.1%} {b.result:6.1%} {b.decisions:9,}" for b in self.win]
        lines.append("margin: forecast, result, decisions")
        lines += [f"  {b.forecast:+6.1f} {b.result:+6.1f} {b.decisions:9,}" for b in self.margin]
        lines += [
            f"{share:.1%} of the results lie in the middle {part:.0%}" for part, share in self.within.items()
        ]
        return "\n".join([*lines, f"the chance to win is off by {self.win_error:.2%} on average"])


@torch.no_grad()
def calibrate(
    policy: Policy, variant: Variant, slots: int, device: torch.device, seed: int = 11
) -> Calibration:
    """Play a round in each slot, greedily, and compare at every decision."""
    game = game_of(variant)
    shape = game.shape
    tables = np.repeat(game.tables_of([variant]), slots)
    rounds = environment(game, tables, np.arange(slots, dtype=np.int64) + (seed << 32), device)
    seen = rounds.empty_observation()
    ends = rounds.empty_ends(STEPS)
    movers = torch.zeros(STEPS + 1, slots, dtype=torch.int64, device=device)
    margins, outlooks = [], []
    fresh = torch.ones(STEPS, slots, dtype=torch.bool, device=device)
    for step in range(STEPS):
        rounds.observe(seen)
        with autocast(device):
            out = policy(seen.tokens, seen.overview)
        movers[step] = seen.sides
        margins.append(out.margin.softmax(-1).half())
        outlooks.append(out.outlook * shape.points)
        rounds.play(masked(out.logits, seen.words).argmax(-1), ends[step])
        if step + 1 < STEPS:
            fresh[step + 1] = fresh[step] & (ends[step, :, DONE] == 0)
    sides = torch.full((slots,), variant.sides, device=device)
    values = torch.zeros(STEPS + 1, slots, shape.sides, device=device)
    found = targets(ends, movers, values, sides, 1.0, shape.points)
    rows = fresh & found.known
    if not rows.any():
        raise LabError("lab.no-end", variant=str(variant), steps=STEPS)
    chances = torch.stack(margins)[rows].double()
    result = found.margins[rows].double()
    expected, happened = torch.stack(outlooks)[rows], found.outlooks[rows][:, : rounds.colours] * shape.points
    return Calibration(
        win=_buckets(_above(chances), (result > 0).double() + 0.5 * (result == 0).double()),
        margin=_buckets(chances @ torch.from_numpy(shape.bin_margins).to(chances), result),
        outlook=_buckets(expected.flatten(), happened.flatten()),
        within={part: _within(chances, result / shape.most, part) for part in CENTRAL},
    )


def _above(chances: Tensor) -> Tensor:
    """The chance of a margin above 0, draws as halves: the middle bin lies half on each side."""
    middle = chances.shape[1] // 2
    return chances[:, middle + 1 :].sum(1) + chances[:, middle] / 2


def _within(chances: Tensor, result: Tensor, part: float) -> float:
    """How often a result, as a share of the last bin's margin, lies in the middle part of its forecast."""
    last = chances.shape[1] - 1
    place = ((result + 1) * last / 2).clamp(0, last).round().long()
    index = torch.arange(len(place), device=place.device)
    below = chances.cumsum(1)[index, place] - chances[index, place] / 2
    return float(((below - 0.5).abs() <= part / 2).double().mean())


def _buckets(forecast: Tensor, result: Tensor) -> list[Bucket]:
    """Equally many decisions in each."""
    order = forecast.argsort()
    return [
        Bucket(float(forecast[part].mean()), float(result[part].mean()), part.numel())
        for part in order.tensor_split(BUCKETS)
    ]


def draw(found: Calibration, file: Path) -> None:
    """The forecasts against the results, as a picture."""
    figure = Figure(figsize=(11, 3.8), layout="constrained")
    titles = ("chance to win", "margin, points", "an expedition, points")
    for axes, title, buckets in zip(figure.subplots(1, 3), titles, found[:3], strict=True):
        ends = [
            min(min(b.forecast, b.result) for b in buckets),
            max(max(b.forecast, b.result) for b in buckets),
        ]
        axes.plot(ends, ends, color="0.7", linewidth=1)
        axes.plot([b.forecast for b in buckets], [b.result for b in buckets], marker="o", linewidth=0)
        axes.set_title(title)
        axes.set_xlabel("forecast")
        axes.set_ylabel("result")
    with mpl.rc_context({"svg.hashsalt": "lostcities"}):
        figure.savefig(file)

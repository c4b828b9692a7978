"""What search wins a round: its gain at a decision times how often such decisions come, by cards left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from lostcities.lab.ends import DONE
from lostcities.lab.environment import environment
from lostcities.lab.families import ROW
from lostcities.lab.matches import chooser, net_player
from lostcities.lab.network import Policy
from lostcities.lab.shares import spread
from lostcities.lab.trying import PILE, Doubts, in_doubt, spoken
from lostcities.variant import Variant

LAST = (4, 8, 12, 16, 20, 24, 28, 32)  # the most cards left of each class; one class more has the rest
CLASSES = len(LAST) + 1
NAMES = [f"{low}–{high}" for low, high in zip((0, *(last + 1 for last in LAST)), LAST, strict=False)]
NAMES.append(f"{LAST[-1] + 1}–")


def classes_of(pile: Tensor) -> Tensor:
    return torch.bucketize(pile, torch.tensor(LAST, device=pile.device))


class SelfPlay:
    """Rounds of a policy against itself, which give positions to search in, and how many of its decisions are
    in doubt, for each side and round."""

    def __init__(
        self, variants: list[Variant], slots: int, doubts: Doubts, seed: int, device: torch.device
    ) -> None:
        tables = ROW.tables_of(variants)[spread([1] * len(variants), slots)]
        rng = np.random.default_rng(seed)
        self.rounds = environment(ROW, tables, rng.integers(0, 2**62, slots), device)
        self.rounds.play_ahead(rng.integers(0, ROW.long_round, slots))
        self._sides = torch.from_numpy(tables["sides"].astype(np.int64)).to(device)
        self._doubts = doubts
        self._seen, self._ends = self.rounds.empty_observation(), self.rounds.empty_ends()
        self._open = torch.zeros(CLASSES, dtype=torch.int64, device=device)
        self._ended = torch.zeros((), dtype=torch.int64, device=device)

    def warm_up(self, policy: Policy, temperature: float, decisions: int) -> None:
        """Play until where the rounds stand is the policy's doing; nothing is counted."""
        player = net_player(policy, temperature)
        for _ in range(decisions):
            self.rounds.observe(self._seen)
            self.rounds.play(player(self.rounds, self._seen), self._ends)

    def play(self, policy: Policy, temperature: float, decisions: int) -> None:
        choice = chooser(temperature)
        for _ in range(decisions):
            self.rounds.observe(self._seen)
            logits = spoken(policy, self._seen)
            doubt = in_doubt(logits.softmax(-1), self._doubts.least)
            self._open.index_add_(0, classes_of(self._seen.overview[:, PILE].long()), doubt.long())
            self.rounds.play(choice(logits), self._ends)
            self._ended += (self._sides * (self._ends[:, DONE] > 0)).sum()

    @property
    def often(self) -> Tensor:
        """For each class, the decisions in doubt of a side in a round."""
        return self._open / self._ended.clamp(min=1)


class Figure(NamedTuple):
    """Points a round, with a standard error."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:+.2f} ± {self.error:.2f}"


class Gains:
    """What was won at decisions, added up by class."""

    def __init__(self, device: torch.device) -> None:
        self._sums = torch.zeros(3, CLASSES, dtype=torch.float64, device=device)

    def add(self, pile: Tensor, gained: Tensor) -> None:
        won = gained.double()
        parts = torch.stack([torch.ones_like(won), won, won**2])
        self._sums.index_add_(1, classes_of(pile), parts)

    @property
    def decisions(self) -> list[int]:
        counted: list[int] = self._sums[0].long().tolist()
        return counted

    def a_round(self, often: Tensor) -> list[Figure]:
        """For each class, then for all of them together."""
        number, total, squares = self._sums.cpu()
        mean = total / number.clamp(min=1)
        variance = (squares / number.clamp(min=1) - mean**2).clamp(min=0) / (number - 1).clamp(min=1)
        points, errors = mean * often.cpu(), variance.sqrt() * often.cpu()
        figures = [Figure(*both) for both in zip(points.tolist(), errors.tolist(), strict=True)]
        return [*figures, Figure(float(points.sum()), float((errors**2).sum().sqrt()))]


def table(title: str, columns: dict[str, Gains], often: Tensor) -> str:
    """A line for each class: how often it comes, how many decisions were searched, what each column won."""
    wide = 15
    figures = {name: gains.a_round(often) for name, gains in columns.items()}
    first = next(iter(columns.values()))
    counts = [*first.decisions, sum(first.decisions)]
    lines = [title, "cards left  a round  searched  " + "".join(f"{name:>{wide}}" for name in figures)]
    for i, name in enumerate([*NAMES, "all"]):
        comes = float(often.sum() if i == CLASSES else often[i])
        cells = "".join(f"{str(figures[column][i]) if counts[i] > 1 else '–':>{wide}}" for column in figures)
        lines.append(f"{name:>10}  {comes:7.2f}  {counts[i]:8d}  {cells}")
    return "\n".join(lines)

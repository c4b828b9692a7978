"""`python benchmarks/search.py NET`: what search wins, decision by decision, without playing matches.

Positions come from rounds that the net plays against itself. Its proposals are tried out in many worlds.
Some of these then choose, and the others say what the choice is worth, so that chance can't flatter it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from lostcities.bots.search import Method, SearchBot
from lostcities.bots.search_trial import Gate, Trial
from lostcities.bots.searching import BATCH, Budget
from lostcities.game import RowView
from lostcities.match import Match
from lostcities.net.forward import Net
from lostcities.variant import Variant

SHARE = 0.12  # of the decisions that would be searched
SPLITS = 6  # ways in which the worlds of a position are parted
CHOOSING = (32, 64, 128, 256)
GATES = (Gate(0, 0, 0), Gate(0, 0, 1), Gate(1, 1, 1), Gate(1, 2, 1), Gate(1, 3, 1))


class Study(NamedTuple):
    """A decision, and what each proposal was worth in each world."""

    chances: list[float]
    worth: npt.NDArray[np.float64]
    seconds: float
    a_round: float
    """How many such decisions a seat has had in a round, on average so far."""


def studies(net: Net, variant: Variant, method: Method, worlds: int) -> Iterator[Study]:
    rng, seed, met = random.Random(1), 0, 0
    while True:
        seed += 1
        match = Match.random(variant, seed=seed)
        bots = [SearchBot(variant, net, budget=Budget(0), method=method) for _ in range(variant.players)]
        while (seat := match.mover) is not None:
            view, bot = match.view(seat), bots[seat]
            assert isinstance(view, RowView)
            first = bot.choose(view)
            moves, chances = bot.proposals(view)
            if bot.is_open(view, chances):
                met += 1
                if rng.random() < SHARE:
                    begun = process_time()
                    dealt = bot.worlds_of(view)
                    batches = [bot.play_out(view, dealt, moves, BATCH) for _ in range(worlds // BATCH)]
                    worth = np.concatenate(batches, 1)
                    yield Study(chances, worth, process_time() - begun, met / seed / variant.players)
            match.play(first)


def gain(study: Study, gate: Gate, choosing: int, rng: np.random.Generator) -> float:
    """What the choice of some worlds wins over the net's first one in the others."""
    order = rng.permutation(study.worth.shape[1])
    trial = Trial(study.chances, gate)
    trial.add(study.worth[:, order[:choosing]])
    judging = study.worth[:, order[choosing:]]
    return float((judging[trial.verdict] - judging[0]).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", type=Path)
    parser.add_argument("--variant", default="classic")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=384)
    parser.add_argument("--from-pile", type=int, default=Method().from_pile)
    asked = parser.parse_args()
    method, variant = Method(from_pile=asked.from_pile), Variant.parse(asked.variant)
    found = list(islice(studies(Net.load(asked.net), variant, method, asked.worlds), asked.positions))
    seconds = np.mean([study.seconds for study in found]) / asked.worlds
    table = Table("gate", *(f"{choosing} worlds" for choosing in CHOOSING), caption="points a decision")
    rng = np.random.default_rng(1)
    for gate in GATES:
        cells = []
        for choosing in CHOOSING:
            gains = [np.mean([gain(s, gate, choosing, rng) for _ in range(SPLITS)]) for s in found]
            cells.append(f"{np.mean(gains):+.3f} ± {np.std(gains) / len(gains) ** 0.5:.3f}")
        table.add_row(f"{gate.points:g} points, {gate.errors:g} errors, prior {gate.prior:g}", *cells)
    console = Console()
    console.print(table)
    console.print(f"{found[-1].a_round:.1f} such decisions a round and seat; {1000 * seconds:.1f} ms a world")


if __name__ == "__main__":
    main()

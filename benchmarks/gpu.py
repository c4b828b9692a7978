"""Random classic rounds on a GPU, by the very functions that the CPU runs: `python benchmarks/gpu.py`.

One thread is one game slot and plays round after round from its own stream of chance. The first
slots are played on the CPU too: the same seeds must give the same final scores and the same number
of decisions. The figure is decisions per second, dealing and scoring included.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from lostcities.kernel import chance, row
from lostcities.kernel.jit import rule
from lostcities.lab.gpu import blocks, cuda, kernel
from lostcities.lab.rounds import play_at_random
from lostcities.net.table import TABLE, table_of
from lostcities.net.worth import MAX_DECK
from lostcities.variant import Variant

STATE = numba.from_dtype(row.STATE)
RANDOM = numba.from_dtype(chance.RANDOM)
Results = npt.NDArray[np.int64]


@kernel
def play_on_gpu(tables: Any, first_seed: int, rounds: int, results: Any) -> None:
    slot = cuda.grid(1)
    if slot >= results.shape[0]:
        return
    states = cuda.local.array(1, STATE)
    randoms = cuda.local.array(1, RANDOM)
    deck = cuda.local.array(MAX_DECK, numba.int8)
    play_rounds(tables[0], states[0], deck, randoms[0], first_seed + slot, rounds, results[slot])


@rule
def play_on_cpu(
    tables: Any, states: Any, deck: Any, randoms: Any, first_seed: int, rounds: int, results: Any
) -> None:
    for slot in range(results.shape[0]):
        play_rounds(tables[0], states[0], deck, randoms[0], first_seed + slot, rounds, results[slot])


@rule
def play_rounds(table: Any, s: Any, deck: Any, r: Any, seed: int, rounds: int, result: Any) -> None:
    """Play rounds and add up the decisions and, for each side, a check sum of its scores."""
    chance.seed(r, seed)
    decisions, first, second = 0, 0, 0
    for i in range(rounds):
        decisions += play_at_random(table, s, deck, r)
        first += (i + 1) * row.score(table, s, 0)
        second += (i + 1) * row.score(table, s, 1)
    result[0], result[1], result[2] = decisions, first, second


def on_cpu(tables: npt.NDArray[Any], seed: int, rounds: int, slots: int) -> Results:
    results = np.zeros((slots, 3), np.int64)
    states, randoms = np.zeros(1, row.STATE), np.zeros(1, chance.RANDOM)
    play_on_cpu(tables, states, np.zeros(MAX_DECK, np.int8), randoms, seed, rounds, results)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slots", type=int, default=1 << 20)
    parser.add_argument("--rounds", type=int, default=64)
    parser.add_argument("--block", type=int, default=128)
    parser.add_argument("--check", type=int, default=2048, help="slots that the CPU plays again")
    parser.add_argument("--variant", default="classic")
    options = parser.parse_args()

    tables = np.array([table_of(Variant.parse(options.variant))], TABLE)
    on_gpu, results = cuda.to_device(tables), cuda.device_array((options.slots, 3), np.int64)
    launch = play_on_gpu[blocks(options.slots, options.block), options.block]
    start = time.perf_counter()
    launch(on_gpu, 1, 1, results)
    cuda.synchronize()
    print(f"{cuda.get_current_device().name}: compiled in {time.perf_counter() - start:.1f} s")

    start = time.perf_counter()
    launch(on_gpu, 1, options.rounds, results)
    cuda.synchronize()
    seconds = time.perf_counter() - start
    played = results.copy_to_host()
    decisions = int(played[:, 0].sum())
    print(
        f"{options.slots * options.rounds:,} rounds of {options.variant}, {decisions:,} decisions "
        f"in {seconds:.3f} s: {decisions / seconds / 1e9:.2f} G decisions/s"
    )

    check = min(options.check, options.slots)
    start = time.perf_counter()
    expected = on_cpu(tables, 1, options.rounds, check)
    seconds = time.perf_counter() - start
    if not np.array_equal(played[:check], expected):
        wrong = int((played[:check] != expected).any(axis=1).sum())
        raise SystemExit(f"CPU and GPU differ in {wrong} of {check} slots")
    rate = expected[:, 0].sum() / seconds / 1e6
    print(f"CPU and GPU agree on {check * options.rounds:,} rounds; one CPU core: {rate:.2f} M decisions/s")


if __name__ == "__main__":
    main()

"""Products of small matrices against NumPy's."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from numba.core.errors import TypingError

from lostcities.net.product import add_product

Floats = npt.NDArray[np.float32]
TESTS = Path(__file__).parent
ROWS, INPUTS, COLUMNS = (1, 4, 5, 6, 11, 23), (1, 3, 64), (1, 15, 16, 22, 64, 83)


def matrices(*shapes: tuple[int, int]) -> list[Floats]:
    rng = np.random.default_rng(1)
    return [rng.normal(size=shape).astype(np.float32) for shape in shapes]


def farthest() -> float:
    """How far the numbers are from NumPy's at most, for matrices of many sizes."""
    far = 0.0
    for rows, inputs, columns in product(ROWS, INPUTS, COLUMNS):
        x, weight, out = matrices((rows, inputs), (inputs, columns), (rows, columns))
        expected = out + x.astype(np.float64) @ weight
        add_product(x, weight, out)
        far = max(far, np.abs(out - expected).max())
    return far


def test_a_product_is_what_numpy_makes_it() -> None:
    assert farthest() < 1e-4


@pytest.mark.parametrize("surroundings", [{"NUMBA_CPU_NAME": "generic"}, {"NUMBA_DISABLE_JIT": "1"}])
def test_it_is_the_same_on_an_old_machine_and_interpreted(surroundings: dict[str, str]) -> None:
    script = "from test_product import farthest; print(farthest())"
    environment = os.environ | {"NUMBA_CPU_FEATURES": ""} | surroundings
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], env=environment, cwd=TESTS, capture_output=True
    )
    assert float(done.stdout) < 1e-4, done.stderr


def test_inputs_that_are_all_0_can_be_left_out() -> None:
    x, weight, out = matrices((7, 9), (9, 80), (7, 80))
    present = np.array([0, 3, 4, 8])
    x[:, np.setdiff1d(np.arange(9), present)] = 0
    expected = out.copy()
    add_product(x, weight, expected)
    add_product(x, weight, out, present)
    assert np.array_equal(out, expected)


def test_a_row_comes_to_the_same_alone_and_among_others() -> None:
    x, weight, out = matrices((23, 64), (64, 83), (23, 83))
    alone = out.copy()
    add_product(x, weight, out)
    for row in range(23):
        add_product(x[row : row + 1], weight, alone[row : row + 1])
    assert np.array_equal(alone, out)


def test_a_matrix_that_does_not_lie_row_by_row_is_refused() -> None:
    x, weight, out = matrices((5, 8), (16, 8), (5, 16))
    with pytest.raises(TypingError):
        add_product(x, weight.T, out)


def test_numbers_of_another_width_are_refused() -> None:
    x, weight, out = matrices((5, 8), (8, 16), (5, 16))
    for arguments in [
        (x.astype(np.float64), weight, out),
        (x, weight.astype(np.float64), out),
        (x, weight, out.astype(np.float64)),
    ]:
        with pytest.raises(TypingError):
            add_product(*arguments)

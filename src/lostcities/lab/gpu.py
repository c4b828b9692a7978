"""`numba.cuda`, the way into a GPU. Import it only where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# numba-cuda names these when it compiles; NumPy has dropped them since.
for _name, _now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, _name):
        setattr(np, _name, getattr(np, _now))

from numba import config as _config  # noqa: E402
from numba import cuda as _cuda  # noqa: E402

numba_config: Any = _config
numba_config.CUDA_LOW_OCCUPANCY_WARNINGS = 0
cuda: Any = _cuda

BLOCK = 128


def kernel(function: Callable[..., None]) -> Any:
    """Compile a kernel when it is first launched, as ``name[blocks, threads](…)``."""
    return cuda.jit(function)


def blocks(threads: int, block: int = BLOCK) -> int:
    return (threads + block - 1) // block

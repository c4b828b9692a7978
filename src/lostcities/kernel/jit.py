"""How the rules are compiled.

Every function of a kernel carries `@rule`. It stays plain Python: with ``NUMBA_DISABLE_JIT=1`` it runs
interpreted, and a CUDA kernel can call it as it is.

Numba notices a change of the file that a function stands in, but not of the files it calls into. The
cache therefore lives in a folder named after the contents of the whole package's compiled code.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.core import config as numba_config

config: Any = numba_config
P = ParamSpec("P")
R = TypeVar("R")


@cache
def cache_folder() -> Path:
    """Where this version of the rules keeps its machine code."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in sorted(package.rglob("*.py")):
        text = source.read_bytes()
        if b"rule\ndef " in text:
            digest.update(text)
    return _user_cache() / "lostcities" / digest.hexdigest()[:16]


def _user_cache() -> Path:
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home()))
    return Path.home() / ".cache"


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile `function` when it is first called, or read it from the cache."""
    return _compiled(function)


def quick_rule(function: Callable[P, R]) -> Callable[P, R]:
    """As `rule`, for long sums of floats: they may be added up in any order, several at a time."""
    return _compiled(function, fastmath={"contract", "reassoc"})


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    others, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
    try:
        compiled: Callable[P, R] = numba.njit(cache=True, nogil=True, **options)(function)
    finally:
        config.CACHE_DIR = others
    return compiled


@rule
def wide(number: int) -> int:
    """A number of any width as one of 64 bits: Numba compiles a function anew for each width of its
    arguments, which the first start has to wait for."""
    return int(number) + 0


def one_record(dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """An array of one empty record, to be passed to rules."""
    return some_records(dtype, 1)


def some_records(dtype: np.dtype[Any], number: int) -> npt.NDArray[Any]:
    """An array of empty records.

    Interpreted rules need a record array, whose fields are attributes; compiled ones take it ten times slower
    than a plain array.
    """
    records = np.zeros(number, dtype)
    return records.view(np.recarray) if config.DISABLE_JIT else records

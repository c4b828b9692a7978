"""The networks that come with the package: one for the row game's editions and variants, one for Rivals."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from lostcities.net.forward import Net
from lostcities.variant import Family

FILES = {Family.ROW: "row.npz", Family.RIVALS: "rivals.npz"}
QUICK = "row-quick.npz"


@cache
def shipped_net(family: Family) -> Net:
    """The net for a family, read once."""
    return _read(FILES[family])


@cache
def quick_net() -> Net:
    """A small student of the row game's net, nearly as good and several times as fast, that reads hands."""
    return _read(QUICK)


def _read(name: str) -> Net:
    with as_file(files("lostcities.net") / "data" / name) as file:
        return Net.load(file)

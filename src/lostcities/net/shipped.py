"""The networks that come with the package: for the row game, for it in cooperation, and for Rivals."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from lostcities.net.forward import Net
from lostcities.variant import Family, Variant

ROW, COOPERATION, RIVALS = "row.npz", "cooperation.npz", "rivals.npz"
QUICK = "row-quick.npz"


def shipped_net(variant: Variant) -> Net:
    """The net for a variant."""
    if variant.edition.family is Family.RIVALS:
        return _read(RIVALS)
    return _read(COOPERATION if variant.cooperation else ROW)


def quick_net() -> Net:
    """A small student of the row game's net, nearly as good and several times as fast, that reads hands."""
    return _read(QUICK)


@cache
def _read(name: str) -> Net:
    with as_file(files("lostcities.net") / "data" / name) as file:
        return Net.load(file)

"""A state of a round on one line: `Position`, in the forms of both families."""

from __future__ import annotations

from lostcities.position.base import Position
from lostcities.position.rivals import RivalsPosition
from lostcities.position.row import Hand, RowPosition

__all__ = ["Hand", "Position", "RivalsPosition", "RowPosition"]

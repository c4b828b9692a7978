"""A seat of a table: who plays it, on which devices, and with which cut of the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from lostcities.record import CutBy


class Device(NamedTuple):
    """A further device of the person on a seat. It is named by the event that brought it."""

    guest: str
    seq: int
    at: int


@dataclass(slots=True)
class Seat:
    """Who plays a seat. A seat with guests and a bot is a person's, played by the bot until they return."""

    guests: tuple[str, ...] = ()
    nickname: str | None = None
    bot: str | None = None
    taken: bool = False
    away: bool = False
    ready: bool = False
    seal: str | None = None
    """Of the cut that was made at this seat, and the cut once it is there."""
    cut: str | None = None
    cut_by: CutBy = CutBy.OPEN
    clock: float | None = None
    """Milliseconds left, or None without a clock."""
    since: int = 1
    """The event since which the seat is held as it is now. Links that were made before lead nowhere."""
    devices: tuple[Device, ...] = ()
    """The person's further devices: their guests stand in `guests`, too, after the owner's."""

    @property
    def is_person(self) -> bool:
        return bool(self.guests) and self.taken

    @property
    def is_open(self) -> bool:
        return not self.taken and not self.guests

    def sign_out(self, gone: Callable[[str], bool]) -> None:
        """Let go of those further devices; the owner stays."""
        self.devices = tuple(device for device in self.devices if not gone(device.guest))
        self.guests = self.guests[:1] + tuple(device.guest for device in self.devices)

    @property
    def cut_is_missing(self) -> bool:
        """Whether a cut was sealed here that has not been shown."""
        return self.cut_by is CutBy.SEALED and self.cut is None

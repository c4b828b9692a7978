"""Everything that can happen at a table. The log of these is the table; nothing else is authoritative.

Whatever follows from an event by itself is not an event: the match starts with the join that fills the last
seat, the next round with the word of the last person who was waited for. So one decision is one event,
and one row with one key decides every race.

`LANGUAGE` numbers the language of events, and each row of a log names the one it was written in. Whoever
adds a kind or a field, or means something else by one, raises it: a process that knows less leaves such
a table alone (`Newer`) and goes on with all others.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from lostcities.errors import LostCitiesError
from lostcities.record import CutBy

LANGUAGE = 2
"""1: as first released. 2: seals of cuts, locked secrets, devices that sign out, people who are removed, and
why a table was closed."""
UNKNOWN = ("union_tag_invalid", "extra_forbidden", "literal_error")
"""What Pydantic says of a kind, a field or a word that this version doesn't have."""


class Newer(LostCitiesError):  # noqa: N818 - what it is
    """Something that only a newer version understands."""

    def __init__(self) -> None:
        super().__init__("newer", seconds=30)


class _Event(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MinutesClock(_Event):
    """So many minutes for each player's whole match, and some seconds more with every decision."""

    kind: Literal["minutes"] = "minutes"
    minutes: float = Field(gt=0, le=600)
    increment: float = Field(default=0, ge=0, le=600)


class DaysClock(_Event):
    """So many days for each decision."""

    kind: Literal["days"] = "days"
    days: float = Field(gt=0, le=60)


Clock = Annotated[MinutesClock | DaysClock, Field(discriminator="kind")]


class SeatPlan(_Event):
    """What a seat was set up for: a bot, someone in particular, or whoever comes."""

    bot: str | None = None
    guests: tuple[str, ...] = ()
    nickname: str | None = None


class Created(_Event):
    """A table was set up. The secret of its deals is committed to here, and told once the match is over.

    In the log the secret is `locked` with the server's key (`keys.py`); older versions left it as it is.
    """

    kind: Literal["created"] = "created"
    variant: str
    host: str
    seats: tuple[SeatPlan, ...]
    secret: str | None = None
    commitment: str | None = None
    locked: str | None = None
    oldest: int | None = None
    first: int | None = None
    clock: Clock | None = None
    listed: bool = False


class Joined(_Event):
    """A guest sat down, with a cut of the cards or its seal: on several seats where people share a device.

    Logs of older versions hold a cut and nothing about it.
    """

    kind: Literal["joined"] = "joined"
    seats: tuple[int, ...]
    guest: str
    nickname: str
    cut: str | None = None
    seal: str | None = None
    by: CutBy | None = None


class CutShown(_Event):
    """Somebody showed the cut that they had sealed, after everybody had sat down."""

    kind: Literal["cut-shown"] = "cut-shown"
    seat: int
    cut: str


class CutsWithheld(_Event):
    """The wait for sealed cuts is over: the match is dealt without those of these seats."""

    kind: Literal["cuts-withheld"] = "cuts-withheld"
    seats: tuple[int, ...]


class SecretTold(_Event):
    """The table is finished, and its secret with it: from now on the log can be read without the key."""

    kind: Literal["secret-told"] = "secret-told"
    secret: str


class Moved(_Event):
    kind: Literal["moved"] = "moved"
    seat: int
    move: str


class Undone(_Event):
    """The mover took back the card just played, before drawing."""

    kind: Literal["undone"] = "undone"
    seat: int


class Ready(_Event):
    """Someone has looked at the score sheet and wants the next round."""

    kind: Literal["ready"] = "ready"
    seats: tuple[int, ...]


class NextRound(_Event):
    """The wait for the next round is over, whether everybody was ready or not."""

    kind: Literal["next-round"] = "next-round"


class Left(_Event):
    """Somebody got up. `by` is their device; the person's other ones are signed out with it."""

    kind: Literal["left"] = "left"
    seats: tuple[int, ...]
    by: str | None = None


class Returned(_Event):
    """Someone who had left, or had a bot play for them, is back."""

    kind: Literal["returned"] = "returned"
    seats: tuple[int, ...]


class BotSat(_Event):
    """A bot took an open seat, or plays on for somebody. `by` is who asked for it: of the person's devices
    the first one stays, and this one if it is theirs."""

    kind: Literal["bot-sat"] = "bot-sat"
    seat: int
    bot: str
    by: str | None = None


class Carried(_Event):
    """A second device may play a seat too, by a link that `by` made."""

    kind: Literal["carried"] = "carried"
    seat: int
    guest: str
    by: str | None = None


class SignedOut(_Event):
    """Devices may no longer play a person's seats."""

    kind: Literal["signed-out"] = "signed-out"
    seats: tuple[int, ...]
    guests: tuple[str, ...]


class Removed(_Event):
    """The host sent somebody away before the match: their seats are open again, and not for them."""

    kind: Literal["removed"] = "removed"
    seats: tuple[int, ...]


class FlagFell(_Event):
    kind: Literal["flag-fell"] = "flag-fell"
    seat: int


class Closed(_Event):
    """Nobody came, or nobody went on, or the reason that is named: the table can only be read from now on."""

    kind: Literal["closed"] = "closed"
    why: Literal["too-long"] | None = None


class Rematched(_Event):
    """The same people go on at another table."""

    kind: Literal["rematched"] = "rematched"
    table: str


Event = Annotated[
    Created
    | Joined
    | CutShown
    | CutsWithheld
    | SecretTold
    | Moved
    | Undone
    | Ready
    | NextRound
    | Left
    | Returned
    | BotSat
    | Carried
    | SignedOut
    | Removed
    | FlagFell
    | Closed
    | Rematched,
    Field(discriminator="kind"),
]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def read_event(text: str, language: int = LANGUAGE) -> Event:
    if language > LANGUAGE:
        raise Newer
    try:
        return _EVENT.validate_json(text)
    except ValidationError as error:
        if any(wrong["type"] in UNKNOWN for wrong in error.errors()):
            raise Newer from None
        raise


def write_event(event: Event) -> str:
    return event.model_dump_json()

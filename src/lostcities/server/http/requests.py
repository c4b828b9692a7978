"""The JSON that comes in, as models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lostcities.server.table.events import Clock
from lostcities.server.table.names import LONGEST, well_formed
from lostcities.variant import Exploits


class Request(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(extra="forbid", str_max_length=2000)


Nickname = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST,
        description="1 to 24 characters that can be seen, and not what a bot is called.",
        examples=["Ada"],
    ),
    AfterValidator(well_formed),
]
Cut = Annotated[
    str,
    Field(
        pattern=r"^[0-9A-Za-z_-]{1,64}$",
        description="Something random, made after the commitment was seen.",
        examples=["kR3vP0sW"],
    ),
]
Seal = Annotated[
    str,
    Field(
        pattern=r"^[0-9a-f]{64}$",
        description="The SHA-256 of a cut's characters. With less than 128 random bits it could be guessed.",
        examples=["ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d"],
    ),
]
Seq = Annotated[
    int, Field(strict=True, ge=1, le=2**31 - 1, description="The `seq` of the table that you saw.")
]
SeatChoice = Annotated[int, Field(strict=True, ge=0, le=3)]


class NewGuest(Request):
    nickname: Nickname
    bearer: bool = Field(
        default=False, description="Answer with a token for `Authorization: Bearer …`, and set no cookie."
    )


class Rename(Request):
    nickname: Nickname


class VariantChoice(Request):
    edition: str = Field(examples=["classic"])
    players: int | None = Field(default=None, ge=2, le=4)
    rounds: int | None = Field(default=None, ge=1, le=99)
    nothing_in_hand: bool = False
    cooperation: bool = False
    exploits: Exploits = Exploits.OFF
    guard: int | None = Field(default=None, ge=0, le=999)


class SeatChoiceMine(Request):
    """For you, or for someone at your device."""

    kind: Literal["me"]
    nickname: Nickname | None = None


class SeatChoiceOpen(Request):
    """For whoever comes."""

    kind: Literal["open"]


class SeatChoiceBot(Request):
    kind: Literal["bot"]
    bot: str = Field(max_length=60, examples=["explorer"])


class NewTable(Request):
    variant: VariantChoice = Field(examples=[{"edition": "classic", "rounds": 1}])
    seats: list[Annotated[SeatChoiceMine | SeatChoiceOpen | SeatChoiceBot, Field(discriminator="kind")]] = (
        Field(
            min_length=2,
            max_length=4,
            description="One for each player, in the order of play.",
            examples=[[{"kind": "me"}, {"kind": "bot", "bot": "explorer"}]],
        )
    )
    oldest: SeatChoice | None = Field(
        default=None, description="The seat of the oldest player; drawn by lot if left out."
    )
    clock: Clock | None = None
    listed: bool = Field(default=False, description="Whether the table is shown to everybody.")


class Join(Request):
    seat: SeatChoice | None = Field(default=None, description="The seat you want; else the first open one.")
    seal: Seal | None = Field(
        default=None, description="The seal of a cut. Show the cut itself once everybody has sat down."
    )
    cut: Cut | None = Field(
        default=None,
        description="Instead of a seal: the cut as it is, known to the server from now on. Without either "
        "the server makes one for you.",
    )


class ShowCut(Request):
    cut: Cut


class Play(Request):
    seq: Seq
    move: str = Field(max_length=40, examples=["+R10"])
    seat: SeatChoice | None = Field(default=None, description="Where several people share a device.")


class Undo(Request):
    seq: Seq


class AskNextRound(Request):
    round: int | None = Field(
        default=None, ge=1, le=99, description="The round just finished, so that a late request does no harm."
    )


class SeatBot(Request):
    seat: SeatChoice
    bot: str = Field(max_length=60, examples=["explorer"])


class RecordText(Request):
    model_config = ConfigDict(extra="forbid")

    record: str = Field(max_length=100_000, description="A record, as `GET …/record` gives it.")


class NewLink(Request):
    seat: SeatChoice | None = None


class SignOut(Request):
    seat: SeatChoice
    device: int | None = Field(
        default=None,
        ge=1,
        le=2**31 - 1,
        description="The `device` of `GET /api/me/devices`; else all but the first.",
    )


class SomebodysSeat(Request):
    """The seat of somebody else: people are named by where they sit."""

    seat: SeatChoice

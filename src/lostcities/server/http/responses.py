"""The JSON that goes out, as models: the schema, its descriptions and its examples.

What a seat sees is written by `lostcities.plain`; the models of views and sheets here describe exactly that.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from lostcities.bots.catalogue import Kind
from lostcities.cards import Colour, Exploit
from lostcities.game import Phase
from lostcities.record import CutBy
from lostcities.server.table.events import Clock
from lostcities.server.table.state import Status, Trouble
from lostcities.variant import Exploits, Family, FinalTie, NextStarter

CardText = Annotated[
    str, Field(description="A card: a colour letter and 2 to 10, or X for a wager.", examples=["R10", "WX"])
]
MoveText = Annotated[
    str,
    Field(
        description="A move: `+R10` lay, `-R10` discard (Rivals: put out), `@` draw, `@R` take a discard, "
        "`.` stop, `claim:five-cards`, `discover`, `bid:3`, `pass`.",
        examples=["+R10"],
    ),
]
Millis = Annotated[int, Field(description="Milliseconds since 1970, UTC.", examples=[1767225600000])]
TableId = Annotated[str, Field(examples=["b7GkQ2mX4nRt"])]


class Shape(BaseModel):
    """What the server sends: every field is always there."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


# What a seat sees


class Standing(Shape):
    """Where the match stands."""

    round: int
    rounds: int
    totals: list[int] = Field(description="For each side, the points of the finished rounds.")


class ExpeditionLines(Shape):
    """One expedition on the score sheet of the row game."""

    colour: Colour
    cards: list[CardText]
    sum: int
    cost: int
    result: int
    factor: int
    multiplied: int
    bonus: int
    total: int


class RivalsLines(Shape):
    """One expedition on the score sheet of Rivals."""

    colour: Colour
    cards: list[CardText]
    footprints: int
    factor: int
    multiplied: int
    bonus: int
    total: int


class RowSheet(Shape):
    """A side's score sheet in the row game. The hand counts once the round is over."""

    expeditions: list[ExpeditionLines]
    exploits: list[Exploit]
    exploit_points: int
    hand: int
    total: int


class RivalsSheet(Shape):
    """A player's score sheet in Rivals."""

    expeditions: list[RivalsLines]
    coins: int
    total: int


class SidePoints(Shape):
    """What a side's cards are worth now."""

    expeditions: dict[Colour, int]
    total: int = Field(description="All of the side: with exploits, coins and a hand that counts.")


Expeditions = Annotated[
    list[dict[Colour, list[CardText]]], Field(description="For each side, the cards of its expeditions.")
]


class CommonView(Shape):
    variant: str = Field(examples=["classic rounds=1"])
    seat: int | None = Field(description="Whose view it is; null for a spectator.")
    mover: int | None = Field(description="Who decides now; null once the round is over.")
    phase: Phase
    legal_moves: list[MoveText] = Field(description="The viewer's moves: empty unless they are to decide.")
    starter: int
    ply: int = Field(description="Decisions made so far in this round.")
    expeditions: Expeditions
    last_turns: list[list[MoveText]] = Field(
        description="For each seat, its moves when it last had the word."
    )
    standing: Standing | None
    points: list[SidePoints] = Field(description="For each side, the points as the cards lie.")


class RowView(CommonView):
    """A round of the row game from one seat."""

    hands: list[list[CardText] | None] = Field(
        description="The viewer's own hand; everybody's once the round is over; null where it is hidden."
    )
    hand_sizes: list[int]
    shown: list[list[CardText]] = Field(
        description="For each seat, the cards in hand that were taken openly from a discard pile."
    )
    discard_tops: dict[Colour, CardText | None]
    discard_heights: dict[Colour, int]
    pile: int = Field(description="Cards left in the draw pile.")
    closed: Colour | None = Field(description="The colour just discarded, closed for this draw.")
    dry_turns: int
    extra_cards_left: int
    extra_seats_left: int
    open_exploits: list[Exploit]
    exploits: list[list[Exploit]] = Field(description="For each side, the exploits that it holds.")
    sheets: list[RowSheet] | None = Field(description="For each side, once the round is over.")


class RivalsView(CommonView):
    """A game of Rivals from one seat."""

    river: list[CardText]
    gold: list[int]
    reserve: int
    pile: int = Field(description="Cards left in the pile that is in play.")
    piles_left: int
    last_turned: CardText | None = Field(description="The card turned over last.")
    left_at_once: bool = Field(
        description="Whether nobody could lay that card, so that it left the game as it was turned over."
    )
    bid: int = Field(description="The highest bid of the auction under way, or 0.")
    bidder: int | None
    bidding: list[int] = Field(description="The seats that are still in the auction.")
    sheets: list[RivalsSheet] | None = Field(description="For each player, once the game is over.")


class Result(Shape):
    """How a match ended."""

    totals: list[int]
    winners: list[int] = Field(description="The winning sides: several if they share, none in cooperation.")
    common: int | None = Field(description="Cooperation's sum of both sides.")


# The table around it


class VariantInfo(Shape):
    """A variant, with what follows from it."""

    text: str = Field(description="The variant in its text form.", examples=["duel-2026 exploits=announced"])
    edition: str
    family: Family
    players: int
    sides: int = Field(description="How many score on their own: players, or teams.")
    rounds: int
    nothing_in_hand: bool
    cooperation: bool
    exploits: Exploits
    guard: int
    colours: list[Colour]
    seat_names: list[str]
    side_names: list[str]


class PresenceInfo(Shape):
    """Whether a person is at the table."""

    state: Literal["here", "away", "left"] = Field(
        description="`here`: with an open stream. `away`: without one for a while. `left`: has got up."
    )
    since: Millis | None = Field(description="Since when somebody is away, if that is known.")


class SeatInfo(Shape):
    seat: int
    name: str = Field(description="A, B … or, in teams, A1 B1 A2 B2.")
    side: int
    kind: Literal["open", "kept", "person", "bot"] = Field(
        description="`kept`: for someone who has yet to sit down."
    )
    nickname: str | None
    bot: str | None = Field(description="The bot that plays the seat: for a person, until they return.")
    yours: bool
    away: bool
    presence: PresenceInfo | None = Field(
        description="Of a person, told to those who look at the table; null in lists."
    )
    ready: bool = Field(description="Between rounds: has asked for the next one.")
    clock: int | None = Field(description="Milliseconds left at `at`; the mover's clock runs.")


class You(Shape):
    """What the viewer is at this table."""

    seat: int | None = Field(description="The seat that `game` is seen from; null watches.")
    seats: list[int] = Field(description="All the viewer's seats: several where people share a device.")
    host: bool
    removed: bool = Field(description="Whether the host has sent the viewer away from this table.")
    can: list[
        Literal[
            "join",
            "cut",
            "move",
            "undo",
            "ready",
            "leave",
            "return",
            "seat-bot",
            "rematch",
            "link",
            "sign-out",
            "remove",
        ]
    ] = Field(description="What would be done if the viewer asked for it now.")


class SealInfo(Shape):
    """What is known of a cut before it is shown, and of how it came to the server."""

    seat: int
    seal: str = Field(description="SHA-256 of the cut.")
    by: CutBy = Field(
        description="`sealed`: the server had the seal alone until everybody had sat down; `withheld`: the "
        "cut was not shown in time, and the match is dealt without it; `open`: the server was given the cut "
        "as it is; `server`: it made the cut."
    )
    shown: bool = Field(description="Whether a sealed cut has been shown to the server.")


class FairInfo(Shape):
    """The fair deal: published now, and what is published once the match is over."""

    commitment: str = Field(description="SHA-256 of the secret, published before the cuts were made.")
    cuts: list[str] = Field(description="In the order of the seats; shown once the match has begun.")
    secret: str | None = Field(description="Null until the match is over.")
    seals: list[SealInfo] = Field(description="In the order of the seats; before the match, too.")
    cuts_by: Millis | None = Field(
        description="Everybody has sat down, and the cards are dealt once all sealed cuts are shown, at this "
        "time at the latest. Null otherwise."
    )


class RoundInfo(Shape):
    """A finished round."""

    round: int
    starter: int
    scores: list[int]
    sheets: list[RowSheet] | list[RivalsSheet]


class TableInfo(Shape):
    """A table, as one person may see it."""

    id: TableId
    seq: int = Field(description="The number of the last event; send it along with a move.")
    at: Millis = Field(description="When that event happened.")
    created_at: Millis
    status: Status
    variant: VariantInfo
    listed: bool
    seats: list[SeatInfo]
    you: You
    oldest: int | None
    clock: Clock | None
    fair: FairInfo
    trouble: Trouble | None = Field(
        description="Why the table is closed, if nobody who plays there did it: the key to its secret is "
        "lost, or its log was changed in the database."
    )
    rounds: list[list[int]] = Field(
        description="For each finished round, the points of each side; `GET …/rounds` has their score sheets."
    )
    totals: list[int] = Field(description="For each side, the points of the finished rounds.")
    next_starter: int | None = Field(description="Between rounds: who starts the next one.")
    next_round_at: Millis | None = Field(
        description="Between rounds: when the next one starts at the latest."
    )
    result: Result | None
    flag: int | None = Field(description="The seat that overstepped the time, if that ended the match.")
    closed_because: Literal["too-long"] | None = Field(
        description="Why the table was closed, unless nobody came or went on: a round had too many decisions."
    )
    rematch: str | None = Field(description="The table at which the same people go on.")
    game: RowView | RivalsView | None = Field(description="The round in play, or the last one.")


class TableEvent(Shape):
    """Something that happened, as everybody may know it."""

    seq: int
    at: Millis
    kind: Literal[
        "created",
        "joined",
        "cut-shown",
        "cuts-withheld",
        "secret-told",
        "moved",
        "undone",
        "ready",
        "next-round",
        "left",
        "returned",
        "bot-sat",
        "carried",
        "signed-out",
        "removed",
        "flag-fell",
        "closed",
        "rematched",
    ]
    seats: list[int]
    move: MoveText | None


class Update(Shape):
    """A table and what has just happened there: what requests are answered with, and streams send."""

    now: Millis = Field(description="The server's time, to set clocks by.")
    events: list[TableEvent] = Field(
        description="What is new, oldest first. Of the moves never more than each seat's last turn, because "
        "covered discards may not be looked up."
    )
    table: TableInfo


class TableSummary(Shape):
    """A table in a list."""

    id: TableId
    seq: int
    at: Millis
    created_at: Millis
    status: Status
    variant: VariantInfo
    seats: list[SeatInfo]
    clock: Clock | None
    mover: int | None
    round: int
    totals: list[int]
    your_turn: bool


class TableList(Shape):
    tables: list[TableSummary]
    next: str | None = Field(
        description="What to send as `after` for the tables after these; null if these were the last.",
        examples=["0.1767225600000.b7GkQ2mX4nRt"],
    )


class Frame(Shape):
    """A position of a finished round, and the decision that led to it."""

    seat: int | None
    move: MoveText | None
    view: RowView | RivalsView


class RoundList(Shape):
    rounds: list[RoundInfo]


class Replay(Shape):
    """A finished round from the deal to the end, all hands open."""

    round: int
    frames: list[Frame]


class CheckInfo(Shape):
    """One thing that was verified about a record."""

    about: Literal["play", "commitment", "cuts", "seals", "deal", "lots", "signature"]
    status: Literal["passed", "failed", "unproven"]
    detail: str = Field(description="What was found, in the language of Accept-Language.")


class RecordReplay(Shape):
    """A record, verified and replayed."""

    variant: VariantInfo
    names: list[str] = Field(description="For each seat; empty if nobody gave a name.")
    fair: FairInfo | None = Field(description="What the deals were made from; null if the record lacks it.")
    checks: list[CheckInfo]
    rounds: list[Replay]
    result: Result | None


class EditionInfo(Shape):
    """A rulebook's game."""

    id: str
    family: Family
    players: list[int]
    sides: int
    colours: list[Colour]
    hand_size: int
    cost: int
    bonus_from: int
    extra_cards: int
    rounds: int
    next_starter: NextStarter
    final_tie: FinalTie
    has_exploits: bool


class BotInfo(Shape):
    """A bot, in the language of Accept-Language."""

    id: str = Field(description="Its name in requests and records.", examples=["explorer"])
    name: str = Field(examples=["Explorer"])
    about: str = Field(description="How it plays, in a sentence; empty if nobody has described it.")
    kind: Kind = Field(description="A `level` of the ladder, or a `character` with a manner of its own.")
    rating: int | None = Field(description="Its strength on the ladder; null if it was not rated.")


class GuestInfo(Shape):
    id: str
    nickname: str
    token: str | None = Field(
        default=None, description="For a bearer; told once, and only if it was asked for."
    )


class KeyInfo(Shape):
    """The key that this server signs with. Keep it, or its fingerprint, to verify records later."""

    algorithm: Literal["ed25519"]
    key: str = Field(description="The public key, 64 hexadecimal digits.")
    fingerprint: str = Field(description="The first 32 digits of the key's SHA-256.")


class HeadInfo(Shape):
    """The head of a table's log, signed: it stands for everything that has happened there so far."""

    table: TableId
    seq: int
    head: str
    key: str
    signature: str = Field(
        description="Ed25519, over the lines `lostcities head`, table, seq and head, joined by line feeds."
    )


class Lobby(Shape):
    """What can be played, and against whom."""

    version: str
    page: str = Field(description="The build of the page that is served here; empty if there is none.")
    editions: list[EditionInfo]
    bots: list[BotInfo] = Field(description="The levels, weakest first, then the characters.")
    first_bot: str = Field(description="The mild one that a newcomer meets first.", examples=["explorer"])
    you: GuestInfo | None = Field(description="Who asks; null for somebody without a token.")


class LinkInfo(Shape):
    """A link that carries a seat to a second device, once."""

    code: str
    url: str
    expires_at: Millis


class DeviceInfo(Shape):
    """A device that may play a seat."""

    table: TableId
    seat: int
    device: int = Field(description="Names the device at this table: the event that brought it.")
    nickname: str = Field(description="What the device calls itself.")
    since: Millis
    first: bool = Field(description="The owner's, which can sign the others out.")
    this: bool = Field(description="The one that asks.")


class DeviceList(Shape):
    devices: list[DeviceInfo] = Field(
        description="Those of all seats of yours that several devices may play."
    )


class BlockInfo(Shape):
    """Somebody whom you have blocked."""

    id: str
    nickname: str = Field(description="What they were called then.")
    since: Millis


class BlockList(Shape):
    blocks: list[BlockInfo]


class Problem(BaseModel):
    """What was wrong and what would be right (RFC 9457)."""

    type: str = Field(examples=["urn:lostcities:error:too-low"])
    title: str = Field(examples=["Unprocessable Content"])
    status: int = Field(examples=[422])
    code: str = Field(examples=["too-low"])
    detail: str = Field(
        description="A sentence in the language of Accept-Language: English or French.",
        examples=["red 4 can't follow red 6 in your red expedition; lay a higher card"],
    )
    current: Update | None = Field(default=None, description="With `stale`: what is so now.")

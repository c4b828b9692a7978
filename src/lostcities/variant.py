"""Editions, and the switches that turn an edition into a variant.

A variant has one text form: the edition's id and the switches that differ from its default, as in
``duel-2026 exploits=announced rounds=3`` or ``rivals players=4``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property

from lostcities.cards import Colour
from lostcities.errors import NotationError, VariantError

MOST_ROUNDS = 99
GUARD = 40
MOST_GUARD = 999


class Family(StrEnum):
    ROW = "row"
    RIVALS = "rivals"


class NextStarter(StrEnum):
    """Whose score decides who starts the next round."""

    LAST_ROUND = "last-round"
    RUNNING_TOTAL = "running-total"


class FinalTie(StrEnum):
    SHARED = "shared"
    YOUNGEST = "youngest"


class Exploits(StrEnum):
    """Whether exploits are played, and how one is taken."""

    OFF = "off"
    AWARDED = "awarded"
    ANNOUNCED = "announced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A rulebook's game: the facts that its variants share."""

    id: str
    family: Family = Family.ROW
    players: tuple[int, ...] = (2,)
    sides: int = 2
    colours: tuple[Colour, ...] = tuple(Colour("YBWGR"[i]) for i in range(5))
    hand_size: int = 8
    cost: int = 20
    bonus_from: int = 8
    extra_cards: int = 0
    rounds: int = 3
    next_starter: NextStarter = NextStarter.LAST_ROUND
    final_tie: FinalTie = FinalTie.SHARED
    has_exploits: bool = False


EDITIONS = {
    edition.id: edition
    for edition in (
        Edition(id="classic"),
        Edition(id="rio-grande", next_starter=NextStarter.RUNNING_TOTAL),
        Edition(
            id="long",
            colours=tuple(Colour),
            next_starter=NextStarter.RUNNING_TOTAL,
        ),
        Edition(
            id="three-players",
            players=(3,),
            sides=3,
            hand_size=7,
            cost=17,
            bonus_from=7,
            extra_cards=2,
        ),
        Edition(id="teams", players=(4,), hand_size=6, extra_cards=2),
        Edition(
            id="duel-2026",
            colours=(Colour.YELLOW, Colour.RED, Colour.BLUE, Colour.PURPLE, Colour.GREEN),
            rounds=1,
            next_starter=NextStarter.RUNNING_TOTAL,
            final_tie=FinalTie.YOUNGEST,
            has_exploits=True,
        ),
        Edition(
            id="rivals",
            family=Family.RIVALS,
            players=(2, 3, 4),
            colours=(Colour.GREEN, Colour.WHITE, Colour.RED, Colour.YELLOW, Colour.BLUE),
            hand_size=0,
            rounds=1,
        ),
    )
}


@dataclass(frozen=True, kw_only=True)
class Variant:
    """An edition with its switches set. 0 players or rounds stand for the edition's own number."""

    edition: Edition
    players: int = 0
    rounds: int = 0
    nothing_in_hand: bool = False
    cooperation: bool = False
    exploits: Exploits = Exploits.OFF
    guard: int = GUARD

    def __post_init__(self) -> None:
        if self.players == 0:
            object.__setattr__(self, "players", self.edition.players[0])
        if self.rounds == 0:
            object.__setattr__(self, "rounds", self.edition.rounds)
        self._check()

    def _check(self) -> None:
        edition = self.edition
        if self.players not in edition.players:
            raise VariantError("players", edition=edition.id, players=self.players, allowed=edition.players)
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise VariantError("rounds", rounds=self.rounds, most=MOST_ROUNDS)
        if not 0 <= self.guard <= MOST_GUARD:
            raise VariantError("guard", guard=self.guard, most=MOST_GUARD)
        if edition.family is Family.RIVALS:
            for switch in self.switches():
                if not switch.startswith("players="):
                    raise VariantError("rivals-switch", switch=switch.partition("=")[0])
        if self.cooperation and self.players != 2:
            raise VariantError("cooperation-players", edition=edition.id, players=self.players)
        if self.exploits is not Exploits.OFF and not edition.has_exploits:
            if Colour.WHITE in edition.colours:
                raise VariantError("exploits-white", edition=edition.id)
            raise VariantError("exploits-edition", edition=edition.id)

    @property
    def colours(self) -> tuple[Colour, ...]:
        return self.edition.colours

    @property
    def sides(self) -> int:
        """How many score on their own: players, or teams."""
        return self.players if self.edition.family is Family.RIVALS else self.edition.sides

    @property
    def is_teams(self) -> bool:
        return self.sides < self.players

    def for_players(self, number: int) -> Variant:
        """The same for so many players, where the edition is for them and nobody chose how many."""
        chosen = self.players != min(self.edition.players)
        return self if chosen or number not in self.edition.players else replace(self, players=number)

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    @cached_property
    def seat_names(self) -> tuple[str, ...]:
        """A, B … or, in teams, A1 B1 A2 B2."""
        return tuple(
            "ABCD"[seat % self.sides] + (str(seat // self.sides + 1) if self.is_teams else "")
            for seat in range(self.players)
        )

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        return tuple("ABCD"[: self.sides])

    def switches(self) -> list[str]:
        """The switches that differ from the edition's default, in their text form."""
        switches = []
        for field in fields(self)[1:]:
            value = getattr(self, field.name)
            if field.name == "players":
                default: object = self.edition.players[0]
            else:
                default = self.edition.rounds if field.name == "rounds" else field.default
            if value != default:
                name = field.name.replace("_", "-")
                switches.append(name if value is True else f"{name}={value}")
        return switches

    def __str__(self) -> str:
        return " ".join([self.edition.id, *self.switches()])

    @classmethod
    def parse(cls, text: str) -> Variant:
        """Read ``edition switch switch=value …``."""
        name, *switches = text.split() or [""]
        if name not in EDITIONS:
            raise NotationError("edition", text=name, editions=tuple(EDITIONS))
        values: dict[str, object] = {}
        for switch in switches:
            key, equals, value = switch.partition("=")
            field = key.replace("-", "_")
            if field in values:
                raise NotationError("switch-twice", switch=key)
            values[field] = _read_switch(key, value if equals else None)
        edition = EDITIONS[name]
        if values.get("players") == 0:  # in a text nothing stands for the edition's own number
            raise VariantError("players", edition=name, players=0, allowed=edition.players)
        if values.get("rounds") == 0:
            raise VariantError("rounds", rounds=0, most=MOST_ROUNDS)
        return cls(edition=edition, **values)  # type: ignore[arg-type]


SWITCHES = ("players", "rounds", "nothing-in-hand", "cooperation", "exploits", "guard")


def _read_switch(key: str, value: str | None) -> object:
    if key in ("nothing-in-hand", "cooperation"):
        if value is None:
            return True
        raise NotationError("switch-value", switch=key, value=value, right=key)
    if key == "exploits":
        try:
            return Exploits(Exploits.AWARDED if value is None else value)
        except ValueError:
            right = tuple(f"exploits={way}" for way in Exploits)
            raise NotationError("switch-value", switch=key, value=value, right=right) from None
    if key in SWITCHES:
        if value is not None and value.isascii() and value.isdigit() and len(value) < 5:
            return int(value)
        raise NotationError("switch-value", switch=key, value=value or "", right=f"{key}=3")
    raise NotationError("switch", switch=key, switches=SWITCHES)

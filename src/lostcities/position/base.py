"""`Position`: a state of a round on one line, with as many unknown cards as somebody does not know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from lostcities.errors import NotationError
from lostcities.game import Game, View
from lostcities.game.view import Expeditions, Phase
from lostcities.variant import Family, Variant


@dataclass(frozen=True, kw_only=True)
class Position(ABC):
    """What lies on the table and in the hands, and who decides what.

    A position is checked: its cards exist, its rows could have been laid, its numbers add up. Whether play
    could have led to it is not asked, so that puzzles can be set up.
    """

    families: ClassVar[dict[Family, type[Position]]] = {}

    variant: Variant
    mover: int | None
    phase: Phase
    rows: tuple[Expeditions, ...]
    """For each side."""

    def __init_subclass__(cls, *, family: Family, **more: Any) -> None:
        super().__init_subclass__(**more)
        Position.families[family] = cls

    @staticmethod
    def parse(text: str) -> Position:
        """Read a position as `str()` prints it."""
        start, _, rest = text.partition("|")
        variant = Variant.parse(start)
        return Position.families[variant.edition.family]._parse(variant, rest)

    @staticmethod
    def of(source: Game | View) -> Position:
        """All that a game holds, or what a view shows."""
        family = Position.families[source.variant.edition.family]
        return family._of_game(source) if isinstance(source, Game) else family._of_view(source)

    def __post_init__(self) -> None:
        self._check()

    @property
    @abstractmethod
    def is_complete(self) -> bool:
        """Whether every card is known."""

    def game(self) -> Game:
        """The round from here on, played exactly as the one that the position was taken from.

        The past is not in a position: the history is empty, and the mover counts as the starter.
        """
        if not self.is_complete:
            raise NotationError("position-unknown")
        return self._game()

    @abstractmethod
    def __str__(self) -> str: ...

    @classmethod
    @abstractmethod
    def _parse(cls, variant: Variant, text: str) -> Self: ...

    @classmethod
    @abstractmethod
    def _of_game(cls, game: Any) -> Self: ...

    @classmethod
    @abstractmethod
    def _of_view(cls, view: Any) -> Self: ...

    @abstractmethod
    def _check(self) -> None: ...

    @abstractmethod
    def _game(self) -> Game: ...

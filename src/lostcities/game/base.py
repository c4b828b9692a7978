"""`Game`: one round, whatever the family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from lostcities.cards import Card
from lostcities.deal import Deal
from lostcities.errors import IllegalMove, MatchError
from lostcities.game.codec import codec
from lostcities.game.sheet import Sheet
from lostcities.game.view import Phase, Standing, View
from lostcities.moves import Move
from lostcities.variant import Variant

NEWS = 5
OVER = -1
NOTHING_COMES = -1


class Game(ABC):
    """A round in play. It knows every card; show players a `view`."""

    _read: Callable[[npt.NDArray[Any]], Any]

    def __init__(self, variant: Variant, deal: Deal, starter: int = 0) -> None:
        deal.check(variant)
        if not 0 <= starter < variant.players:
            raise IllegalMove("starter", starter=starter, last=variant.players - 1)
        self.variant = variant
        self.deal = deal
        self.starter = starter
        self.history: list[tuple[int, Move]] = []
        self._codec = codec(variant.edition.family, variant.colours)
        self._deck = [*map(self._codec.card_number, deal.deck), NOTHING_COMES]
        self._states: npt.NDArray[Any]
        self._copy: Any = None
        self._public: Any = None
        self._news = np.zeros(NEWS, np.int64)  # what the kernel says after each step:
        self._words: list[int]  # the legal actions,
        self._seat: int  # who moves, or OVER,
        self._drawn: int  # and how many cards of the deck are in play.

    def _read_news(self) -> None:
        *self._words, self._seat, self._drawn = self._news.tolist()
        self._copy = self._public = None

    @property
    def _state(self) -> Any:
        """The kernel's state in plain Python, to read from."""
        if self._copy is None:
            self._copy = self._read(self._states)
        return self._copy

    @property
    def mover(self) -> int | None:
        """The seat that decides now, or None once the round is over."""
        return None if self._seat == OVER else self._seat

    @property
    def over(self) -> bool:
        return self._seat == OVER

    @property
    def draw_pile(self) -> tuple[Card, ...]:
        """The cards to come, next first."""
        return self.deal.deck[self._drawn :]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        return self._codec.moves_in(self._words)

    def is_legal(self, move: Move) -> bool:
        action = self._codec.actions.get(move)
        return action is not None and bool(self._words[action >> 6] >> (action & 63) & 1)

    def play(self, move: Move) -> None:
        """Carry out a decision of the mover."""
        action = self._codec.actions.get(move)
        if action is None or not self._words[action >> 6] >> (action & 63) & 1:
            if not isinstance(move, Move):
                raise TypeError(f"play takes a Move, as Move.parse({move!r}) makes one")
            raise self._why_not(move)
        self.history.append((self._seat, move))
        self._step(action, self._deck[self._drawn])
        self._read_news()

    @abstractmethod
    def _step(self, action: int, coming: int) -> None:
        """Let the kernel carry out a legal action; `coming` is the next card of the deck."""

    @abstractmethod
    def _why_not(self, move: Move) -> IllegalMove:
        """Say why a move is illegal now."""

    @abstractmethod
    def view(self, seat: int | None = None, standing: Standing | None = None) -> View:
        """What a seat may know, or, without one, a spectator; in a match also where that stands."""

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.variant.players:
            raise MatchError("seat", seat=seat, last=self.variant.players - 1)

    @property
    @abstractmethod
    def phase(self) -> Phase: ...

    @property
    @abstractmethod
    def sheets(self) -> tuple[Sheet, ...]:
        """The score sheet of each side as the cards lie now."""

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.total for sheet in self.sheets)

    @classmethod
    def replay(cls, variant: Variant, deal: Deal, starter: int, moves: Iterable[Move]) -> Self:
        """The game after these moves."""
        game = cls(variant, deal, starter)
        for move in moves:
            game.play(move)
        return game

    @classmethod
    def from_state(cls, variant: Variant, deal: Deal, starter: int, states: npt.NDArray[Any]) -> Self:
        """A round under way: a kernel's state, and a deal whose deck ends with the cards to come."""
        game = cls(variant, deal, starter)
        game._take_up(states)
        game._read_news()
        return game

    @abstractmethod
    def _take_up(self, states: npt.NDArray[Any]) -> None:
        """Go on from another state of the kernel."""

    def _last_turns(self) -> tuple[tuple[Move, ...], ...]:
        """For each seat, its latest moves without another seat's in between."""
        turns: list[list[Move]] = [[] for _ in range(self.variant.players)]
        after: int | None = None
        finished: set[int] = set()
        for seat, move in reversed(self.history):
            if after is not None and seat != after:
                finished.add(after)
                if len(finished) == self.variant.players:
                    break
            after = seat
            if seat not in finished:
                turns[seat].append(move)
        return tuple(tuple(reversed(turn)) for turn in turns)


def reader(dtype: np.dtype[Any]) -> Callable[[npt.NDArray[Any]], Any]:
    """A function that copies the first record of an array into plain Python, at a fraction of the cost of
    reading one field after the other."""
    fields = namedtuple("fields", dtype.names or ())  # type: ignore[misc]

    def read(records: npt.NDArray[Any]) -> Any:
        return fields(*(v.tolist() if isinstance(v, np.ndarray) else v for v in records[0].item()))

    return read

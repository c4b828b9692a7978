"""`Game`: one round, whatever the family."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from lostcities.cards import Card
from lostcities.deal import Deal
from lostcities.errors import IllegalMove, MatchError
from lostcities.game.codec import codec
from lostcities.game.sheet import Sheet
from lostcities.game.view import Phase, Standing, View
from lostcities.kernel.jit import some_records
from lostcities.moves import Move
from lostcities.variant import Variant

# What the kernel says after each step, in an array: three words of legal actions,
SEAT = 3  # who moves, or OVER,
DRAWN = 4  # how many cards of the deck are in play,
PLACE = 5  # and which state of the line is the current one.
NEWS = 6
OVER = -1
NOTHING_COMES = -1
ROOM = 8
"""States that a line has room for at first."""


class Game(ABC):
    """A round in play. It knows every card; show players a `view`."""

    _read: Callable[[npt.NDArray[Any], int], Any]
    _state_type: np.dtype[Any]

    def __init__(self, variant: Variant, deal: Deal, starter: int = 0) -> None:
        deal.check(variant)
        if not 0 <= starter < variant.players:
            raise IllegalMove("starter", starter=starter, last=variant.players - 1)
        self.variant = variant
        self.deal = deal
        self.starter = starter
        self.history: list[tuple[int, Move]] = []
        self._codec = codec(variant.edition.family, variant.colours)
        self._actions = self._codec.actions
        self._deck = [*map(self._codec.card_number, deal.deck), NOTHING_COMES]
        self._line = some_records(self._state_type, ROOM)  # the kernel's states up to now, for `undo`
        self._began: npt.NDArray[Any] | None = None  # the state that a round under way was taken up with
        self._copy: Any = None
        self._public: Any = None
        self._news = np.zeros(NEWS, np.int64)
        self._told: list[int]  # the news in plain Python
        self._last_place = ROOM - 1

    def _read_news(self) -> None:
        self._told = self._news.tolist()
        self._copy = self._public = None

    @property
    def _state(self) -> Any:
        """The kernel's state in plain Python, to read from."""
        if self._copy is None:
            self._copy = self._read(self._line, self._told[PLACE])
        return self._copy

    @property
    def _states(self) -> npt.NDArray[Any]:
        """The current state alone."""
        return self._line[self._told[PLACE] :][:1]

    @property
    def mover(self) -> int | None:
        """The seat that decides now, or None once the round is over."""
        seat = self._told[SEAT]
        return None if seat == OVER else seat

    @property
    def over(self) -> bool:
        return self._told[SEAT] == OVER

    @property
    def draw_pile(self) -> tuple[Card, ...]:
        """The cards to come, next first."""
        return self.deal.deck[self._told[DRAWN] :]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        return self._codec.moves_in(self._told[:SEAT])

    def is_legal(self, move: Move) -> bool:
        action = self._actions.get(move)
        return action is not None and bool(self._told[action >> 6] >> (action & 63) & 1)

    def play(self, move: Move) -> None:
        """Carry out a decision of the mover."""
        action = self._actions.get(move)
        told = self._told
        if action is None or not told[action >> 6] >> (action & 63) & 1:
            if not isinstance(move, Move):
                raise TypeError(f"play takes a Move, as Move.parse({move!r}) makes one")
            raise self._why_not(move)
        self.history.append((told[SEAT], move))
        if told[PLACE] == self._last_place:
            self._lengthen()
        self._step(action, self._deck[told[DRAWN]])
        self._told = self._news.tolist()
        self._copy = self._public = None

    def undo(self) -> Move:
        """Take back the last decision: everything is as it was before. Gives the move that was taken back."""
        if not self._told[PLACE]:
            raise IllegalMove("nothing-played")
        _, move = self.history.pop()
        self._news[PLACE] -= 1
        self._look()
        self._read_news()
        return move

    def settle(self) -> None:
        """Let nothing be taken back of what was decided so far: its states need not be kept."""
        if place := self._told[PLACE]:
            kept = self._line if self._last_place < ROOM else some_records(self._state_type, ROOM)
            kept[0] = self._line[place]
            self._line, self._last_place = kept, ROOM - 1
            self._told[PLACE] = self._news[PLACE] = 0

    def copy(self) -> Self:
        """The same round, to be played on by itself."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other.history = self.history.copy()
        other._line = self._line.copy()
        other._news = self._news.copy()
        return other

    def states(self) -> Iterator[Self]:
        """The round position by position from its start: one game of its own, which goes through them."""
        again = type(self)(self.variant, self.deal, self.starter)
        if self._began is not None:
            again._begin_with(self._began)
        yield again
        for _, move in self.history:
            again.play(move)
            yield again

    def _lengthen(self) -> None:
        longer = some_records(self._state_type, 2 * len(self._line))
        longer[: len(self._line)] = self._line
        self._line, self._last_place = longer, len(longer) - 1

    @abstractmethod
    def _step(self, action: int, coming: int) -> None:
        """Let the kernel carry out a legal action; `coming` is the next card of the deck."""

    @abstractmethod
    def _look(self) -> None:
        """Let the kernel tell the news of the current state."""

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
        game._begin_with(states.copy())
        return game

    def _begin_with(self, states: npt.NDArray[Any]) -> None:
        self._began = states
        self._take_up(states)
        self._read_news()

    def _take_up(self, states: npt.NDArray[Any]) -> None:
        """Go on from another state of the kernel."""
        self._line[0], self._news[PLACE] = states[0], 0
        self._look()

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


def reader(dtype: np.dtype[Any]) -> Callable[[npt.NDArray[Any], int], Any]:
    """A function that copies one record of an array into plain Python, at a fraction of the cost of
    reading one field after the other."""
    fields = namedtuple("fields", dtype.names or ())  # type: ignore[misc]

    def read(records: npt.NDArray[Any], place: int) -> Any:
        return fields(*(v.tolist() if isinstance(v, np.ndarray) else v for v in records[place].item()))

    return read

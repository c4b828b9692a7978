"""A game of Rivals."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from lostcities.cards import Card, Colour
from lostcities.deal import Deal
from lostcities.errors import IllegalMove
from lostcities.game.base import DRAWN, OVER, PLACE, Game, reader
from lostcities.game.codec import rivals_cards, rivals_set
from lostcities.game.sheet import RivalsLines, RivalsSheet
from lostcities.game.view import Expeditions, Phase, RivalsView, Standing
from lostcities.kernel import rivals
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Bid, Discard, Discover, Lay, Move, Pass, Stop
from lostcities.variant import Variant

LINES = len(rivals.Lines._fields)
LINES_KEPT = 1 << 15
"""Expeditions whose lines are kept: far more than come up in the games of a server at one time."""
NOT_TURNED, STAYED, LEFT = range(3)  # what came of the next card of the deck
PHASES = {
    rivals.TURN: Phase.TURN,
    rivals.BIDDING: Phase.BID,
    rivals.LAYING: Phase.LAY,
    rivals.PUTTING_OUT: Phase.PUT_OUT,
    rivals.OVER: Phase.OVER,
}
PHASE_NUMBERS = {phase: number for number, phase in PHASES.items()}


@rule
def _tell(rules: rivals.Rules, s: Any, news: Any) -> None:
    news[0], news[1], news[2] = rivals.legal(rules, s)
    news[3] = OVER if s.phase == rivals.OVER else s.mover
    news[DRAWN] = s.turned


@rule
def _start(seats: int, line: Any, wagers: Any, starter: int, news: Any) -> None:
    rivals.deal(rivals.Rules(seats), line[0], wagers, starter)
    _tell(rivals.Rules(seats), line[0], news)


@rule
def _step(seats: int, line: Any, action: int, coming: int, news: Any) -> int:
    """Gives what came of the next card. The state before stays in the line of states."""
    rules, after = rivals.Rules(seats), news[PLACE] + 1
    line[after] = line[after - 1]
    s = line[after]
    rivals.apply(rules, s, action, coming)
    news[PLACE] = after
    turned = s.turned > news[DRAWN]
    _tell(rules, s, news)
    if not turned:
        return NOT_TURNED
    return LEFT if rivals.dead(rules, s, coming) else STAYED


@rule
def _look(seats: int, line: Any, news: Any) -> None:
    _tell(rivals.Rules(seats), line[news[PLACE]], news)


@rule
def _score(seats: int, states: Any, totals: Any) -> None:
    for seat in range(seats):
        totals[seat] = rivals.score(rivals.Rules(seats), states[0], seat)


@rule
def _expedition_lines(expedition: int, lines: Any) -> None:
    row_lines = rivals.expedition_lines(expedition)
    for i in range(LINES):
        lines[i] = row_lines[i]


@lru_cache(LINES_KEPT)
def _lines(colour: Colour, expedition: int) -> RivalsLines:
    """Most of a sheet is as it was a move ago."""
    numbers = np.zeros(LINES, np.int64)
    _expedition_lines(expedition, numbers)
    return RivalsLines(colour, rivals_cards(colour, expedition), *numbers.tolist())


class RivalsGame(Game):
    _read = staticmethod(reader(rivals.STATE))
    _state_type = rivals.STATE

    def __init__(self, variant: Variant, deal: Deal, starter: int = 0) -> None:
        super().__init__(variant, deal, starter)
        self._order_known_from = 0
        self._left: list[tuple[int, bool]] = []  # after how many decisions a card was turned, and if it left
        pairs = [self._codec.index[colour] for pair in deal.starting_wagers for colour in pair]
        _start(variant.players, self._line, np.array(pairs), starter, self._news)
        self._read_news()

    @property
    def phase(self) -> Phase:
        return PHASES[self._state.phase]

    def _step(self, action: int, coming: int) -> None:
        came = _step(self.variant.players, self._line, action, coming, self._news)
        if came != NOT_TURNED:
            self._left.append((len(self.history), came == LEFT))

    def undo(self) -> Move:
        move = super().undo()
        while self._left and self._left[-1][0] > len(self.history):
            self._left.pop()
        return move

    def copy(self) -> Self:
        other = super().copy()
        other._left = self._left.copy()
        return other

    def _look(self) -> None:
        _look(self.variant.players, self._line, self._news)

    def _take_up(self, states: npt.NDArray[Any]) -> None:
        super()._take_up(states)
        self._order_known_from = int(states[0]["turned"])  # a state doesn't tell what came in which order

    def expeditions(self, seat: int) -> Expeditions:
        return self._sets(self._state.expeditions[seat])

    @property
    def river(self) -> tuple[Card, ...]:
        return tuple(card for cards in self._sets(self._state.river).values() for card in cards)

    def _sets(self, masks: list[int]) -> Expeditions:
        return dict(zip(self.variant.colours, map(rivals_cards, self.variant.colours, masks), strict=True))

    @property
    def sheets(self) -> tuple[RivalsSheet, ...]:
        totals = np.zeros(self.variant.players, np.int64)
        _score(self.variant.players, self._states, totals)
        state = self._state
        return tuple(
            _sheet(self.variant, state.expeditions[seat], state.gold[seat], total)
            for seat, total in enumerate(totals.tolist())
        )

    def view(self, seat: int | None = None, standing: Standing | None = None) -> RivalsView:
        """What everybody may know is made once for all who look."""
        if self._public is None or self._public.standing != standing:
            self._public = self._spectators_view(standing)
        view: RivalsView = self._public
        if seat is None:
            return view
        self._check_seat(seat)
        return replace(view, seat=seat, legal_moves=self.legal_moves if seat == view.mover else ())

    def _spectators_view(self, standing: Standing | None) -> RivalsView:
        variant, s, mover, phase = self.variant, self._state, self.mover, self.phase
        to_come = rivals.DECK - s.turned
        auction = phase in (Phase.BID, Phase.LAY, Phase.PUT_OUT)
        return RivalsView(
            variant=variant,
            seat=None,
            mover=mover,
            phase=phase,
            legal_moves=(),
            starter=self.starter,
            ply=len(self.history),
            expeditions=tuple(self.expeditions(i) for i in range(variant.players)),
            last_turns=self._last_turns(),
            river=self.river,
            gold=tuple(s.gold[: variant.players]),
            reserve=s.reserve,
            pile=(to_come - 1) % rivals.PILE_SIZE + 1 if to_come else 0,
            piles_left=max(to_come - 1, 0) // rivals.PILE_SIZE,
            last_turned=self.deal.deck[s.turned - 1] if s.turned > self._order_known_from else None,
            left_at_once=bool(self._left) and self._left[-1][1],
            bid=s.bid,
            bidder=s.bidder if auction else None,
            bidding=tuple(i for i in range(variant.players) if s.bidding >> i & 1),
            sheets=self.sheets,
            standing=standing,
        )

    def _why_not(self, move: Move) -> IllegalMove:
        """The first reason that applies, in the player's words."""
        seat, phase = self.mover, self.phase
        if seat is None:
            return IllegalMove("over")
        gold, bid = self._state.gold[seat], self._state.bid
        match move:
            case Lay(card) | Discard(card) if card.colour not in self.variant.colours:
                return IllegalMove("no-such-colour", colour=card.colour, edition=self.variant.edition.id)
            case Lay() if phase is not Phase.LAY:
                return IllegalMove("laying-is-over" if phase is Phase.PUT_OUT else "win-first")
            case Discard() if phase is not Phase.PUT_OUT:
                return IllegalMove("lay-before-put-out" if phase is Phase.LAY else "win-first")
            case Lay(card) | Discard(card) if card not in self.river:
                return IllegalMove("not-in-river", card=card)
            case Lay(card):
                expedition = self.expeditions(seat)[card.colour]
                code = "wager-after-number" if card.is_wager else "too-low-rivals"
                return IllegalMove(code, card=card, last=expedition[-1], colour=card.colour)
            case Bid() if phase not in (Phase.TURN, Phase.BID):
                return IllegalMove("no-bid-now")
            case Bid() if phase is Phase.TURN and not self.river:
                return IllegalMove("river-is-empty")
            case Bid(amount) if amount > gold:
                return IllegalMove("too-little-gold", amount=amount, gold=gold)
            case Bid(amount):
                return IllegalMove("bid-too-low", amount=amount, least=bid + 1)
            case Discover():
                return IllegalMove("no-discovery-now")
            case Pass():
                return IllegalMove("no-pass-now")
            case Stop():
                return IllegalMove("stop-not-now")
        return IllegalMove("other-game", move=str(move), edition=self.variant.edition.id)


def takes(expedition: tuple[Card, ...], card: Card) -> bool:
    """Whether an expedition still takes a card of its colour."""
    return bool(rivals.layable(rivals_set(expedition)) >> (card.value - 1) & 1)


def sheet_of(variant: Variant, expeditions: Expeditions, coins: int) -> RivalsSheet:
    """The sheet of a player who ends the game with these cards and coins."""
    states = one_record(rivals.STATE)
    for i, colour in enumerate(variant.colours):
        states[0]["expeditions"][0, i] = rivals_set(expeditions[colour])
    states[0]["gold"][0] = coins
    totals = np.zeros(variant.players, np.int64)
    _score(variant.players, states, totals)
    return _sheet(variant, states[0]["expeditions"][0].tolist(), coins, int(totals[0]))


def _sheet(variant: Variant, masks: list[int], coins: int, total: int) -> RivalsSheet:
    return RivalsSheet(expeditions=tuple(map(_lines, variant.colours, masks)), coins=coins, total=total)

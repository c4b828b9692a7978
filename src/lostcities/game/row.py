"""A round of the row game: every edition but Rivals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal
from lostcities.errors import IllegalMove
from lostcities.game.base import OVER, PLACE, Game, reader
from lostcities.game.codec import row_cards, row_set
from lostcities.game.sheet import ExpeditionLines, RowSheet
from lostcities.game.view import Expeditions, Phase, RowView, Standing
from lostcities.kernel import row
from lostcities.kernel.jit import one_record, rule
from lostcities.moves import Claim, Discard, Draw, Lay, Move, Stop
from lostcities.variant import Exploits, Variant

RULES = np.dtype([(name, np.int16) for name in row.Rules._fields])
LINES = len(row.Lines._fields)
PHASES = {
    row.PLAY: Phase.PLAY,
    row.DRAW_CARD: Phase.DRAW,
    row.EXTRA: Phase.EXTRA,
    row.OVER: Phase.OVER,
}
PHASE_NUMBERS = {phase: number for number, phase in PHASES.items()}


def rules_of(variant: Variant) -> row.Rules:
    """A variant as the kernel's parameters."""
    edition = variant.edition
    return row.Rules(
        seats=variant.players,
        sides=variant.sides,
        colours=len(variant.colours),
        hand_size=edition.hand_size,
        cost=edition.cost,
        bonus_from=edition.bonus_from,
        extra_cards=edition.extra_cards,
        hand_counts=variant.nothing_in_hand,
        announced=variant.exploits is Exploits.ANNOUNCED,
        guard=variant.guard,
    )


@cache
def _rules_array(variant: Variant) -> npt.NDArray[Any]:
    rules = one_record(RULES)
    rules[0] = tuple(rules_of(variant))
    return rules


class _Lines(dict[tuple[Colour, int], ExpeditionLines]):
    """A variant's lines for every expedition that came up so far, by its colour and the kernel's set of its
    cards. There are a few thousand, and most of a sheet is as it was a move ago."""

    def __init__(self, variant: Variant) -> None:
        self._rules = _rules_array(variant)

    def __missing__(self, key: tuple[Colour, int]) -> ExpeditionLines:
        numbers = np.zeros(LINES, np.int64)
        _expedition_lines(self._rules, key[1], numbers)
        lines = self[key] = ExpeditionLines(key[0], row_cards(*key), *numbers.tolist())
        return lines


_lines_of = cache(_Lines)


# The kernel's functions for callers in Python: Numba takes arrays at a fraction of the cost of tuples.


@rule
def _rules(rules: Any) -> row.Rules:
    r = rules[0]
    return row.Rules(
        r.seats,
        r.sides,
        r.colours,
        r.hand_size,
        r.cost,
        r.bonus_from,
        r.extra_cards,
        r.hand_counts != 0,
        r.announced != 0,
        r.guard,
    )


@rule
def _tell(rules: row.Rules, s: Any, news: Any) -> None:
    news[0], news[1], news[2] = row.legal(rules, s)
    news[3] = OVER if s.phase == row.OVER else s.mover
    news[4] = row.deck_size(rules) - s.pile  # and the place of the state stays as it is


@rule
def _start(rules: Any, line: Any, deck: Any, exploits: int, starter: int, news: Any) -> None:
    r = _rules(rules)
    row.deal(r, line[0], deck, exploits, starter)
    _tell(r, line[0], news)


@rule
def _step(rules: Any, line: Any, action: int, coming: int, news: Any) -> None:
    """The state before stays in the line of states."""
    r, after = _rules(rules), news[PLACE] + 1
    line[after] = line[after - 1]
    s = line[after]
    row.apply(r, s, action, coming)
    news[PLACE] = after
    _tell(r, s, news)


@rule
def _look(rules: Any, line: Any, news: Any) -> None:
    _tell(_rules(rules), line[news[PLACE]], news)


@rule
def _expedition_lines(rules: Any, expedition: int, lines: Any) -> None:
    row_lines = row.expedition_lines(_rules(rules), expedition)
    for i in range(LINES):
        lines[i] = row_lines[i]


@rule
def _score(rules: Any, states: Any, points: Any) -> None:
    """For each side the points of the hand, and the total."""
    r, s = _rules(rules), states[0]
    for side in range(r.sides):
        points[side, 1] = row.score(r, s, side)
        points[side, 0] = 0
        if r.hand_counts and s.phase == row.OVER:
            points[side, 0] = -row.hand_value(r, s, side)


@rule
def _met(rules: Any, states: Any) -> int:
    return row.met(_rules(rules), states[0], 0)


class RowGame(Game):
    _read = staticmethod(reader(row.STATE))
    _state_type = row.STATE

    def __init__(self, variant: Variant, deal: Deal, starter: int = 0) -> None:
        super().__init__(variant, deal, starter)
        self._rules = _rules_array(variant)
        exploits = exploit_set(deal.exploits)
        deck = np.array(self._deck)
        _start(self._rules, self._line, deck, exploits, starter, self._news)
        self._read_news()

    @property
    def phase(self) -> Phase:
        return PHASES[self._state.phase]

    def _step(self, action: int, coming: int) -> None:
        _step(self._rules, self._line, action, coming, self._news)

    def _look(self) -> None:
        _look(self._rules, self._line, self._news)

    def hand(self, seat: int) -> tuple[Card, ...]:
        return self._cards(self._state.hands[seat])

    def expeditions(self, side: int) -> Expeditions:
        masks = self._state.expeditions[side]
        return dict(zip(self.variant.colours, map(row_cards, self.variant.colours, masks), strict=True))

    @property
    def closed(self) -> Colour | None:
        """The colour just discarded, which can't be drawn back in this turn."""
        closed = self._state.closed
        return None if closed == row.NONE else self.variant.colours[closed]

    def discard_pile(self, colour: Colour) -> tuple[Card, ...]:
        """The whole pile from the bottom to the top, which no player may look through."""
        stack = self._state.discards[self._codec.index[colour]]
        values = []
        while stack:
            values.append(stack & 15)
            stack >>= 4
        return tuple(Card(colour, value) for value in reversed(values))

    def _cards(self, masks: list[int]) -> tuple[Card, ...]:
        return tuple(chain.from_iterable(map(row_cards, self.variant.colours, masks)))

    @property
    def sheets(self) -> tuple[RowSheet, ...]:
        points = np.zeros((self.variant.sides, 2), np.int64)
        _score(self._rules, self._states, points)
        state, lines = self._state, _lines_of(self.variant)
        return tuple(
            _sheet(lines, self.variant, state.expeditions[side], _exploits(state.exploits[side]), *numbers)
            for side, numbers in enumerate(points.tolist())
        )

    def view(self, seat: int | None = None, standing: Standing | None = None) -> RowView:
        """What everybody may know is made once for all who look."""
        if self._public is None or self._public.standing != standing:
            self._public = self._spectators_view(standing)
        view: RowView = self._public
        if seat is None:
            return view
        self._check_seat(seat)
        hands = tuple(self.hand(i) if i == seat else None for i in range(self.variant.players))
        return replace(
            view,
            seat=seat,
            legal_moves=self.legal_moves if seat == view.mover else (),
            hands=view.hands if view.over else hands,
        )

    def _spectators_view(self, standing: Standing | None) -> RowView:
        variant, s, phase = self.variant, self._state, self.phase
        hands = tuple(self.hand(seat) for seat in range(variant.players))
        piles = {colour: self.discard_pile(colour) for colour in variant.colours}
        return RowView(
            variant=variant,
            seat=None,
            mover=self.mover,
            phase=phase,
            legal_moves=(),
            starter=self.starter,
            ply=len(self.history),
            expeditions=tuple(self.expeditions(side) for side in range(variant.sides)),
            last_turns=self._last_turns(),
            hands=hands if phase is Phase.OVER else (None,) * variant.players,
            hand_sizes=tuple(map(len, hands)),
            shown=tuple(self._cards(s.shown[seat]) for seat in range(variant.players)),
            discard_tops={colour: pile[-1] if pile else None for colour, pile in piles.items()},
            discard_heights={colour: len(pile) for colour, pile in piles.items()},
            pile=s.pile,
            closed=self.closed,
            dry_turns=s.dry,
            extra_cards_left=(variant.edition.extra_cards - s.extras if phase is Phase.EXTRA else 0),
            extra_seats_left=s.extra_seats,
            open_exploits=_exploits(s.open_exploits),
            exploits=tuple(_exploits(s.exploits[side]) for side in range(variant.sides)),
            sheets=self.sheets,
            standing=standing,
        )

    def _why_not(self, move: Move) -> IllegalMove:
        """The first reason that applies, in the player's words."""
        seat = self.mover
        if seat is None:
            return IllegalMove("over")
        match move:
            case Lay(card) | Discard(card) if card.colour not in self.variant.colours:
                return IllegalMove("no-such-colour", colour=card.colour, edition=self.variant.edition.id)
            case Lay() | Discard() if self.phase is Phase.DRAW:
                return IllegalMove("draw-first")
            case Discard() if self.phase is Phase.EXTRA:
                return IllegalMove("no-discard-now")
            case Lay(card) | Discard(card) if card not in self.hand(seat):
                return IllegalMove("not-in-hand", card=card)
            case Lay(card):
                expedition = self.expeditions(self.variant.side_of(seat))[card.colour]
                code = "wager-after-number" if card.is_wager else "too-low"
                return IllegalMove(code, card=card, last=expedition[-1], colour=card.colour)
            case Draw() if self.phase is Phase.PLAY:
                return IllegalMove("play-first")
            case Draw() if self.phase is Phase.EXTRA:
                return IllegalMove("pile-is-empty")
            case Draw(Colour() as colour) if colour not in self.variant.colours:
                return IllegalMove("no-such-colour", colour=colour, edition=self.variant.edition.id)
            case Draw(Colour() as colour) if not self.discard_pile(colour):
                return IllegalMove("discard-is-empty", colour=colour)
            case Draw(Colour() as colour) if colour is self.closed:
                return IllegalMove("just-discarded", colour=colour)
            case Draw():
                return IllegalMove("guard-now", turns=self.variant.guard)
            case Stop():
                return IllegalMove("stop-not-now")
            case Claim(exploit):
                return self._why_no_claim(exploit)
        return IllegalMove("other-game", move=str(move), edition=self.variant.edition.id)

    def _why_no_claim(self, exploit: Exploit) -> IllegalMove:
        if self.variant.exploits is Exploits.OFF:
            return IllegalMove("no-exploits")
        if self.variant.exploits is Exploits.AWARDED:
            return IllegalMove("exploits-awarded")
        if exploit not in self.deal.exploits:
            return IllegalMove("exploit-not-dealt", exploit=exploit)
        if exploit not in _exploits(self._state.open_exploits):
            return IllegalMove("exploit-taken", exploit=exploit)
        if _EXPLOITS.index(exploit) >= row.MOST_EXPEDITIONS:
            return IllegalMove("exploit-at-the-end", exploit=exploit)
        return IllegalMove("exploit-not-met", exploit=exploit)


_EXPLOITS = list(Exploit)


def takes(expedition: tuple[Card, ...], card: Card) -> bool:
    """Whether an expedition still takes a card of its colour."""
    return bool(row.layable(row_set(expedition)) >> (card.value - 1) & 1)


def sheet_of(
    variant: Variant, expeditions: Expeditions, exploits: Iterable[Exploit], hand: Iterable[Card]
) -> RowSheet:
    """The sheet of a side that ends its round with these cards."""
    states = _laid(variant, expeditions)
    state, held = states[0], tuple(hand)
    for i, colour in enumerate(variant.colours):
        state["hands"][0, i] = row_set(card for card in held if card.colour is colour)
    state["exploits"][0] = exploit_set(exploits)
    state["phase"] = row.OVER
    points = np.zeros((variant.sides, 2), np.int64)
    _score(_rules_array(variant), states, points)
    masks, held_exploits = states[0]["expeditions"][0].tolist(), _exploits(int(states[0]["exploits"][0]))
    return _sheet(_lines_of(variant), variant, masks, held_exploits, *points[0].tolist())


def unmet(variant: Variant, expeditions: Expeditions, exploits: Iterable[Exploit]) -> tuple[Exploit, ...]:
    """Those of the exploits that a side with these expeditions can't hold, whatever the others have."""
    met = _met(_rules_array(variant), _laid(variant, expeditions))
    at_the_end = -1 << row.MOST_EXPEDITIONS
    return _exploits(exploit_set(exploits) & ~(met | at_the_end))


def _laid(variant: Variant, expeditions: Expeditions) -> npt.NDArray[Any]:
    """A state of which nothing is known but what the first side has laid."""
    states = one_record(row.STATE)
    for i, colour in enumerate(variant.colours):
        states[0]["expeditions"][0, i] = row_set(expeditions[colour])
    return states


def exploit_set(exploits: Iterable[Exploit]) -> int:
    """The kernel's set of exploits."""
    return sum(1 << _EXPLOITS.index(exploit) for exploit in exploits)


def _exploits(mask: int) -> tuple[Exploit, ...]:
    return tuple(exploit for i, exploit in enumerate(_EXPLOITS) if mask >> i & 1)


def _sheet(
    lines: _Lines, variant: Variant, masks: list[int], exploits: tuple[Exploit, ...], hand: int, total: int
) -> RowSheet:
    return RowSheet(
        expeditions=tuple(lines[key] for key in zip(variant.colours, masks, strict=False)),
        exploits=exploits,
        exploit_points=row.EXPLOIT_POINTS * len(exploits),
        hand=hand,
        total=total,
    )

"""What one seat, or a spectator, may know. Bots and browsers get this and nothing else.

The cards under the top of a discard pile are not in a view, because nobody may look them up; a player who
wants to remember them watches `last_turns` as the game goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from lostcities.cards import Card, Colour, Exploit
from lostcities.game.sheet import RivalsSheet, RowSheet
from lostcities.moves import Move
from lostcities.variant import Variant

Expeditions = Mapping[Colour, tuple[Card, ...]]


class Phase(StrEnum):
    """What the mover decides next."""

    PLAY = "play"  # lay or discard
    DRAW = "draw"
    EXTRA = "extra"  # lay up to two more cards, once the draw pile is empty
    TURN = "turn"  # Rivals: discover, or open an auction
    BID = "bid"
    LAY = "lay"  # Rivals: the winner lays cards of the river
    PUT_OUT = "put-out"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands."""

    round: int
    rounds: int
    totals: tuple[int, ...]
    """For each side, the points of the finished rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonView:
    variant: Variant
    seat: int | None
    """Whose view it is; None for a spectator."""
    mover: int | None
    """Who decides now; None once the game is over."""
    phase: Phase
    legal_moves: tuple[Move, ...]
    """The viewer's own moves: empty unless it is their decision."""
    starter: int
    ply: int
    """Decisions made so far in this round."""
    expeditions: tuple[Expeditions, ...]
    """For each side."""
    last_turns: tuple[tuple[Move, ...], ...]
    """For each seat, its moves when it last had the word."""
    standing: Standing | None = None
    """The match around this round; None for a round on its own."""

    @property
    def over(self) -> bool:
        return self.phase is Phase.OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView(CommonView):
    hands: tuple[tuple[Card, ...] | None, ...]
    """The viewer's own hand; everybody's once the round is over; None where it is hidden."""
    hand_sizes: tuple[int, ...]
    shown: tuple[tuple[Card, ...], ...]
    """For each seat, the cards in hand that were taken openly from a discard pile."""
    discard_tops: Mapping[Colour, Card | None]
    discard_heights: Mapping[Colour, int]
    pile: int
    """Cards left in the draw pile."""
    closed: Colour | None
    """The colour just discarded, which can't be drawn back in this turn."""
    dry_turns: int
    extra_cards_left: int
    """Cards that the mover may still lay in the extra phase."""
    extra_seats_left: int
    """Seats whose turn in the extra phase comes after the mover's."""
    open_exploits: tuple[Exploit, ...]
    exploits: tuple[tuple[Exploit, ...], ...]
    """For each side, the exploits that it holds."""
    sheets: tuple[RowSheet, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return (self.hands[self.seat] if self.seat is not None else None) or ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalsView(CommonView):
    river: tuple[Card, ...]
    gold: tuple[int, ...]
    reserve: int
    pile: int
    """Cards left in the pile that is in play."""
    piles_left: int
    """Whole piles that are still to come."""
    last_turned: Card | None
    """The card turned over last; None before the first, and where play went on from a position that doesn't
    tell."""
    left_at_once: bool
    """Whether nobody could lay that card, so that it left the game as it was turned over."""
    bid: int
    """The highest bid of the auction under way, or 0."""
    bidder: int | None
    bidding: tuple[int, ...]
    """The seats that are still in the auction."""
    sheets: tuple[RivalsSheet, ...]


View = RowView | RivalsView

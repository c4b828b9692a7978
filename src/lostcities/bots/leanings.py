"""What the characters like: in the row game and in Rivals."""

from __future__ import annotations

from lostcities.game import RivalsView, RowView, View
from lostcities.game.row import takes
from lostcities.moves import Bid, Discard, Discover, Draw, Lay, Move, Pass, Stop


def cautious(view: View, move: Move) -> float:
    """Starts late, without wagers, and pays little."""
    match move:
        case Lay(card) if isinstance(view, RowView):
            return -9.0 * card.is_wager - 3.0 * _opens(view, move)
        case Bid(amount) if isinstance(view, RivalsView):
            return -1.0 * (amount - view.bid)
        case Pass():
            return 4.0
    return 0.0


def gambler(view: View, move: Move) -> float:
    """Wagers on everything, and bids as if gold grew on trees."""
    match move:
        case Lay(card):
            return 8.0 * card.is_wager
        case Bid(amount) if isinstance(view, RivalsView):
            return 1.0 * (amount - view.bid)
        case Pass():
            return -4.0
    return 0.0


def hoarder(view: View, move: Move) -> float:
    """Gives nothing away that another might use: holds their cards, and their gold."""
    match move:
        case Discard(card) if isinstance(view, RowView):
            return -6.0 * _helps_another(view, move)
        case Lay(card) if isinstance(view, RowView):
            return 1.0 * (not card.is_wager)
        case Bid():
            return -1.5
        case Stop():
            return -1.0
    return 0.0


def collector(view: View, move: Move) -> float:
    """Takes what lies open rather than what may come, and would start them all."""
    match move:
        case Draw(colour):
            return 5.0 * (colour is not None)
        case Lay(card) if isinstance(view, RowView):
            return 3.0 * (_opens(view, move) and not card.is_wager)
        case Discover():
            return -1.0
    return 0.0


def sprinter(view: View, move: Move) -> float:
    """Lays a card whenever it can and draws from the pile, to be done before the others are."""
    match move:
        case Lay():
            return 4.0
        case Draw(colour):
            return 5.0 * (colour is None)
        case Discover():
            return 1.0
    return 0.0


def _opens(view: RowView, move: Lay) -> bool:
    assert view.seat is not None
    return not view.expeditions[view.variant.side_of(view.seat)][move.card.colour]


def _helps_another(view: RowView, move: Discard) -> bool:
    """Another side could lay the card on an expedition under way."""
    assert view.seat is not None
    own = view.variant.side_of(view.seat)
    for side, expeditions in enumerate(view.expeditions):
        cards = expeditions[move.card.colour]
        if side != own and cards and takes(cards, move.card):
            return True
    return False

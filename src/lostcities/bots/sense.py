"""What nobody does who looks at the table: moves that help nobody, or that one better would have come before.

The weak levels err as people do who see less far. Such moves only look like a defect. Cooperation is another
matter: there a card that nobody can lay wins the time to lay others.
"""

from __future__ import annotations

from lostcities.game import RivalsView, RowView, View, rivals, row
from lostcities.moves import Discard, Draw, Lay, Move, Stop


def senseless(view: View, move: Move) -> bool:
    if isinstance(view, RivalsView):
        return _senseless_in_rivals(view, move)
    return _senseless_in_a_row(view, move)


def _senseless_in_a_row(view: RowView, move: Move) -> bool:
    assert view.seat is not None
    own = view.expeditions[view.variant.side_of(view.seat)]
    match move:
        case Draw(colour) if colour is not None:  # a card that nobody can lay any more
            card = view.discard_tops[colour]
            return card is not None and not any(row.takes(rows[colour], card) for rows in view.expeditions)
        case Discard(card) if own[card.colour] and not card.is_wager:  # the very next card of an expedition
            top = own[card.colour][-1]
            return card.value == (2 if top.is_wager else top.value + 1)
        case Lay(card) if not card.is_wager:  # over a lower one in hand, with time to lay both
            turns = view.pile // view.variant.players
            return turns >= len(view.hand) and any(
                other.colour is card.colour and not other.is_wager and other.value < card.value
                for other in view.hand
                if row.takes(own[other.colour], other)
            )
    return False


def _senseless_in_rivals(view: RivalsView, move: Move) -> bool:
    assert view.seat is not None
    own = view.expeditions[view.variant.side_of(view.seat)]
    free = [card for card in view.river if rivals.takes(own[card.colour], card)]
    match move:
        case Lay(card):  # over a lower one, which is then lost
            return any(other.colour is card.colour and other.value < card.value for other in free)
        case Stop() if view.phase == "lay":  # leaving what stands in the way of nothing
            return any(card.is_wager or own[card.colour][-1:] == (card,) for card in free)
    return False

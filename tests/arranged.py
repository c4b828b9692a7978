"""Games with the cards that a situation needs, in the places where it needs them."""

from __future__ import annotations

from collections.abc import Sequence

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal, full_deck
from lostcities.game import RivalsGame, RowGame
from lostcities.moves import Move
from lostcities.variant import Variant


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def moves(text: str) -> list[Move]:
    return [Move.parse(token) for token in text.split()]


def row_game(
    variant_text: str, hands: Sequence[str], pile: str = "", *, exploits: str = "", after: str = ""
) -> RowGame:
    """These hands, filled up with other cards; then these on top of the draw pile; then these moves."""
    variant = Variant.parse(variant_text)
    named = [cards(hand) for hand in hands] + [()] * (variant.players - len(hands))
    rest = _without(variant, *named, cards(pile))
    deck: list[Card] = []
    for hand in named:
        missing = variant.edition.hand_size - len(hand)
        deck += [*hand, *rest[:missing]]
        del rest[:missing]
    deal = Deal((*deck, *cards(pile), *rest), exploits=tuple(map(Exploit, exploits.split())))
    return RowGame.replay(variant, deal, 0, moves(after))


def rivals_game(variant_text: str, wagers: str, front: str, *, after: str = "") -> RivalsGame:
    """Starting wagers as pairs of colours (`GR WY`); these cards come first; then these moves."""
    variant = Variant.parse(variant_text)
    pairs = tuple((Colour(pair[0]), Colour(pair[1])) for pair in wagers.split())
    deal = Deal((*cards(front), *_without(variant, cards(front))), starting_wagers=pairs)
    return RivalsGame.replay(variant, deal, 0, moves(after))


def _without(variant: Variant, *taken: Sequence[Card]) -> list[Card]:
    rest = list(full_deck(variant))
    for group in taken:
        for card in group:
            rest.remove(card)
    return rest

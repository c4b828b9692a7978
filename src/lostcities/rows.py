"""Rows of cards as text, and what they score.

A side's expeditions are written ``Y 2 3 8 10; W X; G X 4 5 6``: for each a colour letter and its cards in the
order they were laid, X for a wager. ``-`` stands for no expedition at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import EXPLOITS_DEALT, full_deck
from lostcities.errors import NotationError
from lostcities.game import Sheet, rivals, row
from lostcities.game.view import Expeditions
from lostcities.kernel.rivals import STARTING_WAGERS
from lostcities.moves import MOST_GOLD
from lostcities.variant import Exploits, Family, Variant

NONE = "-"


@cache
def stock(variant: Variant) -> Counter[Card]:
    """How often the deck has each card."""
    return Counter(full_deck(variant))


def parse_rows(variant: Variant, text: str) -> Expeditions:
    """Read the expeditions of one side; refuse what can't have been laid."""
    rows = {
        colour: tuple(Card.parse(colour + value) for value in values)
        for colour, values in values_by_colour(variant, text).items()
    }
    check_rows(variant, rows)
    return rows


def values_by_colour(variant: Variant, text: str) -> dict[Colour, list[str]]:
    """Split a text like ``Y 2 3; W X`` into what stands after each colour of the variant."""
    rows: dict[Colour, list[str]] = {}
    for part in text.split(";") if text.strip() != NONE else ():
        if not (words := part.replace(",", " ").split()):
            continue
        colour = Colour.parse(words[0])
        _check_colour(variant, colour)
        if colour in rows:
            raise NotationError("row-twice", colour=colour)
        rows[colour] = words[1:]
    return {colour: rows.get(colour, []) for colour in variant.colours}


def _check_colour(variant: Variant, colour: Colour) -> None:
    if colour not in variant.colours:
        raise NotationError("no-such-colour", colour=colour, edition=variant.edition.id)


def rows_text(rows: Mapping[Colour, Collection[Card]]) -> str:
    """Expeditions as `parse_rows` reads them; empty ones are left out."""
    return (
        "; ".join(
            " ".join([colour, *(str(card)[1:] for card in cards)]) for colour, cards in rows.items() if cards
        )
        or NONE
    )


def check_rows(variant: Variant, rows: Expeditions) -> None:
    """Refuse expeditions that one side can't have laid."""
    deck = stock(variant)
    is_rivals = variant.edition.family is Family.RIVALS
    for colour, cards in rows.items():
        starting_wager = Card(colour, 1) if is_rivals else None
        for card, number in Counter(cards).items():
            check_number(card, number, deck[card] + (card == starting_wager))
        for i, card in enumerate(cards):
            if not (rivals.takes if is_rivals else row.takes)(cards[:i], card):
                code = "too-low-rivals" if is_rivals else "too-low"
                code = "wager-after-number" if card.is_wager else code
                raise NotationError(code, card=card, last=cards[i - 1], colour=colour)
    full = [cards for cards in rows.values() if sum(card.is_wager for card in cards) > 3]
    if len(full) > STARTING_WAGERS:
        raise NotationError("four-wagers", most=STARTING_WAGERS)


def check_number(card: Card, number: int, most: int) -> None:
    if number > most:
        raise NotationError("card-surplus", card=card, number=number, most=most)


def sheet_of(
    variant: Variant,
    rows: Expeditions,
    *,
    exploits: Collection[Exploit] = (),
    hand: Collection[Card] = (),
    coins: int = 0,
) -> Sheet:
    """The score sheet of a side that ends its round with these cards, by the kernel of the rules.

    Colours of which nothing was laid may be left out.
    """
    for colour in rows:
        _check_colour(variant, colour)
    rows = {colour: rows.get(colour, ()) for colour in variant.colours}
    check_rows(variant, rows)
    _check_exploits(variant, rows, exploits)
    _check_hand(variant, rows, hand)
    if variant.edition.family is Family.ROW:
        if coins:
            raise NotationError("coins-row-game", edition=variant.edition.id)
        return row.sheet_of(variant, rows, exploits, hand)
    if not 0 <= coins <= MOST_GOLD:
        raise NotationError("coins", coins=coins, most=MOST_GOLD)
    return rivals.sheet_of(variant, rows, coins)


def _check_exploits(variant: Variant, rows: Expeditions, exploits: Collection[Exploit]) -> None:
    if exploits and variant.exploits is Exploits.OFF:
        raise NotationError("no-exploits")
    if len(exploits) > EXPLOITS_DEALT or len(set(exploits)) < len(exploits):
        raise NotationError("exploits-held", most=EXPLOITS_DEALT)
    check_met(variant, rows, exploits)


def check_met(variant: Variant, rows: Expeditions, exploits: Collection[Exploit]) -> None:
    """Refuse exploits that a side with these expeditions can't have been given."""
    if exploits and (unmet := row.unmet(variant, rows, exploits)):
        raise NotationError("exploit-not-laid", exploit=unmet[0])


def _check_hand(variant: Variant, rows: Expeditions, hand: Collection[Card]) -> None:
    if hand and not variant.nothing_in_hand:
        raise NotationError("hand-not-counted")
    most = variant.edition.hand_size * variant.players // variant.sides
    if len(hand) > most:
        raise NotationError("hand-size", number=len(hand), most=most)
    deck = stock(variant)
    laid = Counter(card for cards in rows.values() for card in cards)
    for card in hand:
        _check_colour(variant, card.colour)
        laid[card] += 1
        check_number(card, laid[card], deck[card])

"""Games whose rows become as long as the rules allow, from a stacked deck: what a layout must hold.

Run as a program this is `lostcities` with such a deck at every table; the rest is as in `repeatable`.
"""

from __future__ import annotations

from itertools import chain, zip_longest

from lostcities.cards import Card, Exploit
from lostcities.cli.main import main
from lostcities.deal import Deal, full_deck
from lostcities.fair import FairDeal
from lostcities.game import RivalsGame, RowGame
from lostcities.moves import Bid, Discover, Draw, Lay, Move, Pass, Stop
from lostcities.variant import Family, Variant
from page.repeatable import repeat

EXPLOITS = (Exploit.THREE_YELLOW, *tuple(Exploit)[-4:])
"""One that seat 0 alone can meet, who gets all of that colour, and those with the longest names."""


def stacked_deal(variant: Variant) -> Deal:
    """Each side gets whole colours, in the order in which they can be laid."""
    if variant.edition.family is Family.RIVALS:
        colours = variant.colours
        pairs = tuple(
            (colours[seat], colours[(seat + variant.players) % len(colours)])
            for seat in range(variant.players)
        )
        return Deal(tuple(full_deck(variant)), starting_wagers=pairs)
    exploits = EXPLOITS if variant.exploits != "off" else ()
    return Deal(tuple(_row_deck(variant)), exploits=exploits)


def _row_deck(variant: Variant) -> list[Card]:
    """Hands, then the draw pile, so that every seat lays a card on a row of its side in each turn."""
    players, sides = variant.players, variant.sides
    streams: list[list[Card]] = []
    for seat in range(players):
        own = [card for colour in variant.colours[seat % sides :: sides] for card in _row(variant, colour)]
        streams.append(own[seat // sides :: players // sides])
    total = len(full_deck(variant))
    hand = variant.edition.hand_size
    lengths = [
        hand + len(range(seat, total - hand * players, players)) for seat in range(players)
    ]  # what a seat gets in all
    spare = list(chain.from_iterable(stream[n:] for stream, n in zip(streams, lengths, strict=True)))
    for seat, n in enumerate(lengths):
        missing = n - len(streams[seat])
        streams[seat] = [*streams[seat][:n], *(spare.pop() for _ in range(max(missing, 0)))]
    hands = chain.from_iterable(stream[:hand] for stream in streams)
    drawn = zip_longest(*(stream[hand:] for stream in streams))
    return [*hands, *(card for turn in drawn for card in turn if card is not None)]


def _row(variant: Variant, colour: object) -> list[Card]:
    return [card for card in full_deck(variant) if card.colour is colour]


def longest_rows(variant: Variant, starter: int = 0) -> list[tuple[int, Move]]:
    """Seats and moves after which every side has all cards of a colour in a row, with seat 0 to move."""
    deal = stacked_deal(variant)
    if variant.edition.family is Family.RIVALS:
        return _longest_rivals_rows(RivalsGame(variant, deal, starter))
    game = RowGame(variant, deal, starter)
    while len(game.draw_pile) > variant.players:
        game.play(next(move for move in game.legal_moves if isinstance(move, Lay)))
        game.play(Draw())
    return list(game.history)


def _longest_rivals_rows(game: RivalsGame) -> list[tuple[int, Move]]:
    """Whenever a whole colour lies in the river, the seat with a starting wager of that colour takes it."""
    variant = game.variant
    whole = len(full_deck(variant)) // len(variant.colours)
    for number in range(len(variant.colours) - 1):
        while len(game.river) < whole:
            game.play(Discover())
        owner = number % variant.players
        bid = 1
        while game.phase in ("turn", "bid"):
            wants = game.mover == owner or game.phase == "turn"
            game.play(Bid(bid) if wants else Pass())
            bid += wants
        while game.phase in ("lay", "put-out"):
            game.play(next((move for move in game.legal_moves if isinstance(move, Lay)), Stop()))
    while len(game.draw_pile) > variant.players or game.mover != 0:
        game.play(Discover())
    return list(game.history)


if __name__ == "__main__":
    repeat()
    setattr(FairDeal, "deal", lambda _, variant, number: stacked_deal(variant))  # noqa: B010
    main()

"""The engine and the independent reference side by side, decision by decision.

`python tests/differential.py GAMES` plays that many games of every variant and stops at the first difference;
with ``NUMBA_DISABLE_JIT=1`` it does so on the interpreted rules.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, singledispatch
from typing import Any

from lostcities.cards import Card
from lostcities.deal import Deal
from lostcities.game import Game, RivalsGame, RowGame, new_game
from lostcities.moves import Move
from lostcities.plain import plain
from lostcities.variant import Exploits, Family, Variant
from policies import Policy, policies_for
from reference.editions import EDITIONS as REFERENCE_EDITIONS
from reference.rivals import RivalsReference
from reference.row import RowReference
from variants import VARIANTS

GUARDS = (0, 1, 3, 40)
Reference = RowReference | RivalsReference


def reference_edition(variant: Variant) -> str:
    """What the reference calls the edition."""
    return {"duel-2026": "duel"}.get(variant.edition.id, variant.edition.id)


@cache
def _text(card: Card) -> str:
    return str(card)


def texts(cards: Iterable[Card]) -> list[str]:
    return [_text(card) for card in cards]


def row_reference(variant: Variant, deal: Deal, starter: int) -> RowReference:
    facts = REFERENCE_EDITIONS[reference_edition(variant)]
    return RowReference(
        players=facts.players,
        teams=facts.teams,
        colours=facts.colours,
        hand_size=facts.hand_size,
        cost=facts.cost,
        bonus_from=facts.bonus_from,
        extra_cards=facts.extra_cards,
        deck=texts(deal.deck),
        starter=starter,
        nothing_in_hand=variant.nothing_in_hand,
        cooperation=variant.cooperation,
        exploits=[str(exploit) for exploit in deal.exploits] or None,
        announced=variant.exploits is Exploits.ANNOUNCED,
        guard=variant.guard,
    )


def rivals_reference(variant: Variant, deal: Deal, starter: int) -> RivalsReference:
    return RivalsReference(
        players=variant.players,
        deck=texts(deal.deck),
        starting_wagers=["".join(pair) for pair in deal.starting_wagers],
        starter=starter,
    )


@singledispatch
def state(game: Game | Reference) -> dict[str, Any]:
    """The whole state, in words that the engine and the reference share."""
    raise TypeError(game)


@singledispatch
def sheets(game: Game | Reference) -> dict[str, Any]:
    """Each side's score sheet, line by line."""
    raise TypeError(game)


@state.register
def _row_state(game: RowGame) -> dict[str, Any]:
    variant = game.variant
    view = game.view(game.mover)
    return {
        "legal": {str(move) for move in game.legal_moves},
        "mover": game.mover,
        "phase": str(game.phase),
        "hands": [sorted(texts(game.hand(seat))) for seat in range(variant.players)],
        "known": [sorted(texts(cards)) for cards in view.shown],
        "draw pile": texts(game.draw_pile),
        "cards left": view.pile,
        "expeditions": [
            {str(colour): texts(cards) for colour, cards in game.expeditions(side).items()}
            for side in range(variant.sides)
        ],
        "discards": {str(colour): texts(game.discard_pile(colour)) for colour in variant.colours},
        "tops": {str(colour): card and _text(card) for colour, card in view.discard_tops.items()},
        "heights": {str(colour): height for colour, height in view.discard_heights.items()},
        "closed": view.closed,
        "dry turns": view.dry_turns,
        "extra cards left": view.extra_cards_left,
        "extra seats left": view.extra_seats_left,
        "open exploits": set(map(str, view.open_exploits)),
        "exploits": [set(map(str, held)) for held in view.exploits],
    }


@state.register
def _row_reference_state(game: RowReference) -> dict[str, Any]:
    return {
        "legal": game.legal(),
        "mover": None if game.over else game.mover,
        "phase": game.phase,
        "hands": game.hands,
        "known": game.known,
        "draw pile": game.draw_pile,
        "cards left": game.cards_left,
        "expeditions": game.expeditions,
        "discards": game.discards,
        "tops": {colour: pile[-1] if pile else None for colour, pile in game.discards.items()},
        "heights": {colour: len(pile) for colour, pile in game.discards.items()},
        "closed": game.closed_colour,
        "dry turns": game.dry_turns,
        "extra cards left": game.extra_cards - game.extra_laid if game.phase == "extra" else 0,
        "extra seats left": len(game.extra_seats[1:]),
        "open exploits": set(game.exploits_open),
        "exploits": [set(held) for held in game.exploits_held],
    }


@state.register
def _rivals_state(game: RivalsGame) -> dict[str, Any]:
    view = game.view(game.mover)
    bidding = view.phase in ("turn", "bid")
    return {
        "legal": {str(move) for move in game.legal_moves},
        "mover": game.mover,
        "phase": str(game.phase),
        "river": sorted(texts(view.river)),
        "expeditions": [
            {str(colour): texts(cards) for colour, cards in game.expeditions(seat).items()}
            for seat in range(game.variant.players)
        ],
        "gold": list(view.gold),
        "reserve": view.reserve,
        "to come": texts(game.draw_pile),
        "pile": view.pile,
        "piles left": view.piles_left,
        # The reference forgets an auction as soon as it is won; the engine keeps it for the view.
        "bid": view.bid if bidding else 0,
        "bidder": view.bidder if bidding else None,
        "bidding": list(view.bidding) if bidding else [],
    }


@state.register
def _rivals_reference_state(game: RivalsReference) -> dict[str, Any]:
    return {
        "legal": game.legal(),
        "mover": None if game.over else game.mover,
        "phase": game.phase,
        "river": sorted(game.river),
        "expeditions": game.expeditions,
        "gold": game.gold,
        "reserve": game.reserve,
        "to come": [card for pile in game.piles for card in pile],
        "pile": game.cards_left,
        "piles left": len(game.piles) - game.pile_number,
        "bid": game.high_bid,
        "bidder": game.high_bidder,
        "bidding": game.still_in,
    }


@sheets.register
def _row_sheets(game: RowGame) -> dict[str, Any]:
    return {
        f"side {side}": (
            {
                str(e.colour): (e.sum, e.cost, e.result, e.factor, e.multiplied, e.bonus, e.total)
                for e in sheet.expeditions
            },
            sheet.exploit_points,
            sheet.hand,
            sheet.total,
        )
        for side, sheet in enumerate(game.sheets)
    }


@sheets.register
def _row_reference_sheets(game: RowReference) -> dict[str, Any]:
    return {
        f"side {side}": (
            {
                colour: (e.sum, e.cost, e.result, e.multiplier, e.after_wagers, e.bonus, e.total)
                for colour, e in sheet.expeditions.items()
            },
            sheet.exploits,
            sheet.hand,
            sheet.total,
        )
        for side, sheet in enumerate(map(game.sheet, range(game.sides)))
    }


@sheets.register
def _rivals_sheets(game: RivalsGame) -> dict[str, Any]:
    return {
        f"side {side}": (
            {
                str(e.colour): (e.footprints, e.factor, e.multiplied, e.bonus, e.total)
                for e in sheet.expeditions
            },
            sheet.coins,
            sheet.total,
        )
        for side, sheet in enumerate(game.sheets)
    }


@sheets.register
def _rivals_reference_sheets(game: RivalsReference) -> dict[str, Any]:
    return {
        f"side {side}": (
            {
                colour: (e.footprints, e.multiplier, e.after_wagers, e.bonus, e.total)
                for colour, e in sheet.expeditions.items()
            },
            sheet.gold,
            sheet.total,
        )
        for side, sheet in enumerate(map(game.sheet, range(game.players)))
    }


def compare(variant: Variant, policy: Policy, rng: random.Random) -> Game:
    """Play a round on both and compare after every decision; the sheets after every one that can score."""
    deal, starter = Deal.random(variant, rng), rng.randrange(variant.players)
    game = new_game(variant, deal, starter=starter)
    make = row_reference if variant.edition.family is Family.ROW else rivals_reference
    reference: Reference = make(variant, deal, starter)
    token = ""
    while True:
        ours = state(game)
        _agree(game, ours, state(reference))
        if game.over or token[:1] in ("+", "c", "b", "p"):
            _agree(game, sheets(game), sheets(reference))
            _agree(game, {"scores": list(game.scores)}, {"scores": reference.scores()})
        if game.over:
            return game
        token = policy.choose(rng, ours["legal"])
        game.play(Move.parse(token))
        reference.play(token)


def _agree(game: Game, ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Raise what differs, with all that is needed to see it again."""
    if ours == theirs:
        return
    differences = [
        f"{key}: the engine says {ours[key]}, the reference {theirs[key]}"
        for key in theirs
        if ours[key] != theirs[key]
    ]
    deal = plain(game.deal)
    moves = " ".join(str(move) for _, move in game.history)
    story = f"{game.variant}, seat {game.starter} starts, {deal}, after {moves}"
    raise AssertionError("\n".join([*differences, story]))


def compare_many(variant: Variant, policy: Policy, games: int, seed: str = "") -> None:
    """Games with one guard or another."""
    rng = random.Random(f"{variant} {policy} {seed}")
    row_game = variant.edition.family is Family.ROW
    for _ in range(games):
        compare(replace(variant, guard=rng.choice(GUARDS)) if row_game else variant, policy, rng)


def main(games: int) -> None:
    """Every policy in turn, over all variants."""
    for index, variant in enumerate(VARIANTS):
        policies = policies_for(variant)
        for number in range(index, index + games):
            compare_many(variant, policies[number % len(policies)], 1, seed=str(number))


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""Play-throughs: whole games as readable text, with every position, legal move and score sheet on the way.

Those in `golden/` are compared with what the engine says today. `python tests/playthrough.py` writes them
anew; read the difference before you keep it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal
from lostcities.game import Game, RivalsGame, RivalsSheet, RowGame, RowView, Sheet, new_game
from lostcities.moves import Move
from lostcities.variant import Variant
from policies import Policy

GOLDEN = Path(__file__).parent / "golden"
POLICY = Policy(
    "golden", {"lay": 5, "draw": 5, "claim": 2, "discover": 9, "pass": 4, "stop": 0.4}, pick="lowest"
)
VARIANTS = {
    "classic": "classic",
    "classic-cooperation": "classic nothing-in-hand cooperation",
    "classic-guard": "classic guard=2",
    "rio-grande": "rio-grande",
    "long": "long",
    "three-players": "three-players nothing-in-hand",
    "teams": "teams nothing-in-hand",
    "duel": "duel-2026",
    "duel-awarded": "duel-2026 exploits=awarded",
    "duel-announced": "duel-2026 nothing-in-hand exploits=announced",
    "rivals-2": "rivals",
    "rivals-3": "rivals players=3",
    "rivals-4": "rivals players=4",
}


def playthrough(variant: Variant, deal: Deal, starter: int, moves: Iterable[Move]) -> str:
    return "\n".join(_lines(variant, deal, starter, moves)) + "\n"


def _lines(variant: Variant, deal: Deal, starter: int, moves: Iterable[Move]) -> Iterator[str]:
    yield f"variant: {variant}"
    yield f"starter: {starter}"
    yield f"deck: {_cards(deal.deck)}"
    if deal.exploits:
        yield f"exploits: {' '.join(deal.exploits)}"
    if deal.starting_wagers:
        yield f"wagers: {' '.join(''.join(pair) for pair in deal.starting_wagers)}"
    game = new_game(variant, deal, starter=starter)
    for number, move in enumerate(moves, 1):
        yield ""
        yield f"{number}. {variant.seat_names[game.mover or 0]} {game.phase} | {_table(game)}"
        yield from _position(game)
        yield f"  legal {_moves(game.legal_moves)}"
        yield f"> {move}"
        game.play(move)
    yield ""
    yield f"{game.phase} | {_table(game)}"
    yield from _position(game)
    for name, sheet in zip(variant.side_names, game.sheets, strict=True):
        yield ""
        yield from _sheet(name, sheet)


def _table(game: Game) -> str:
    """What lies in the middle, but for the cards."""
    names, view = game.variant.seat_names, game.view()
    if isinstance(view, RowView):
        facts = [f"pile {view.pile}", f"dry {view.dry_turns}", f"closed {view.closed or '-'}"]
        if view.phase == "extra":
            facts.append(f"extra {view.extra_cards_left}")
        if game.deal.exploits:
            facts.append(f"exploits {' '.join(view.open_exploits) or '-'}")
    else:
        facts = [f"pile {view.pile}+{view.piles_left}", f"reserve {view.reserve}"]
        if view.bidder is not None:
            still_in = " ".join(names[seat] for seat in view.bidding)
            facts.append(f"bid {view.bid} by {names[view.bidder]}, in the auction {still_in}")
    return ", ".join(facts)


def _position(game: Game) -> Iterator[str]:
    variant = game.variant
    if isinstance(game, RowGame):
        view = game.view()
        for seat, name in enumerate(variant.seat_names):
            yield f"  {name} holds {_cards(game.hand(seat))} | shown {_cards(view.shown[seat])}"
        for side, name in enumerate(variant.side_names):
            exploits = " ".join(["", *view.exploits[side]])
            yield f"  {name} rows {_rows(game.expeditions(side).values())} = {game.scores[side]}{exploits}"
        yield f"  discards {_rows(game.discard_pile(colour) for colour in variant.colours)}"
    elif isinstance(game, RivalsGame):
        for seat, name in enumerate(variant.seat_names):
            rows = _rows(game.expeditions(seat).values())
            yield f"  {name} {game.view().gold[seat]} gold, rows {rows} = {game.scores[seat]}"
        yield f"  river {_cards(game.river)}"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or "-"


def _rows(rows: Iterable[tuple[Card, ...]]) -> str:
    """Each row as its colour and its values: `YX.4.10 R2`."""
    laid = (row for row in rows if row)
    return " ".join(row[0].colour + ".".join(str(card)[1:] for card in row) for row in laid) or "-"


def _moves(moves: Iterable[Move]) -> str:
    """Bids in a row as one range."""
    tokens = [str(move) for move in moves]
    bids = [token for token in tokens if token.startswith("bid:")]
    others = [token for token in tokens if token not in bids]
    return " ".join(others + ([f"{bids[0]}..{bids[-1][4:]}"] if bids else []))


def _sheet(name: str, sheet: Sheet) -> Iterator[str]:
    yield f"sheet of {name}"
    if isinstance(sheet, RivalsSheet):
        for row in sheet.expeditions:
            numbers = f"footprints {row.footprints} × {row.factor} = {row.multiplied}"
            yield f"  {row.colour}: {numbers}, bonus {row.bonus}, total {row.total}"
        yield f"  coins {sheet.coins}, total {sheet.total}"
        return
    for lines in sheet.expeditions:
        numbers = f"{lines.sum} {lines.cost} = {lines.result} × {lines.factor} = {lines.multiplied}"
        yield f"  {lines.colour}: {numbers}, bonus {lines.bonus}, total {lines.total}"
    yield f"  exploits {sheet.exploit_points}, hand {sheet.hand}, total {sheet.total}"


def replayed(text: str) -> str:
    """The same game played again, from nothing but what a play-through says of its deal and moves."""
    facts = dict(re.findall(r"^(\w+): (.*)$", text, re.MULTILINE))
    deal = Deal(
        tuple(map(Card.parse, facts["deck"].split())),
        tuple(map(Exploit, facts.get("exploits", "").split())),
        tuple((Colour(pair[0]), Colour(pair[1])) for pair in facts.get("wagers", "").split()),
    )
    moves = [Move.parse(token) for token in re.findall(r"^> (\S+)$", text, re.MULTILINE)]
    return playthrough(Variant.parse(facts["variant"]), deal, int(facts["starter"]), moves)


def played(variant: Variant) -> str:
    """A new game."""
    rng = random.Random(str(variant))
    game = new_game(variant, Deal.random(variant, rng), starter=rng.randrange(variant.players))
    POLICY.finish(rng, game)
    return playthrough(variant, game.deal, game.starter, [move for _, move in game.history])


if __name__ == "__main__":
    for name, text in VARIANTS.items():
        (GOLDEN / f"{name}.txt").write_text(played(Variant.parse(text)), "utf-8")

"""Positions of Rivals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Self

from lostcities.cards import WAGER, Card, Colour
from lostcities.deal import Deal
from lostcities.errors import NotationError
from lostcities.game import RivalsGame, RivalsView
from lostcities.game.codec import rivals_set
from lostcities.game.rivals import PHASE_NUMBERS
from lostcities.game.view import Phase
from lostcities.kernel import rivals
from lostcities.kernel.jit import one_record
from lostcities.position.base import Position
from lostcities.position.text import (
    SEAT,
    SEGMENT,
    Cards,
    card_words,
    check_turn_facts,
    in_order,
    join_words,
    parse_cards,
    parse_number,
    parse_optional,
    parse_seat,
    parse_turn,
    split_seats,
    split_segments,
    split_words,
    turn_text,
)
from lostcities.rows import check_number, check_rows, parse_rows, rows_text, stock
from lostcities.variant import Family, Variant

PARTS = ("rows", "river", "gold", "reserve", "pile")
AUCTION = (Phase.BID, Phase.LAY, Phase.PUT_OUT)
FACTS = {"price": AUCTION, "by": (Phase.BID,), "in": (Phase.BID,)}
"""In which phases a fact about the turn makes sense."""
WagerPairs = tuple[tuple[Colour, Colour], ...]


@dataclass(frozen=True, kw_only=True)
class RivalsPosition(Position, family=Family.RIVALS):
    river: tuple[Card, ...]
    gold: tuple[int, ...]
    reserve: int
    pile: Cards
    """All cards to come, next card first. The reserve is shared out when 60, 40 and 20 are left."""
    price: int = 0
    """The highest bid of the auction under way, or what its winner has paid."""
    bidder: int | None = None
    """Who bid it."""
    bidding: tuple[int, ...] = ()
    """The seats that are still in the auction."""

    @property
    def is_complete(self) -> bool:
        return None not in self.pile

    def __str__(self) -> str:
        return SEGMENT.join(
            [
                str(self.variant),
                turn_text(self.variant, self.mover, self.phase, self._facts),
                "rows " + SEAT.join(map(rows_text, self.rows)),
                "river " + join_words(map(str, self.river)),
                "gold " + SEAT.join(map(str, self.gold)),
                f"reserve {self.reserve}",
                "pile " + join_words(card_words(self.pile)),
            ]
        )

    @property
    def _facts(self) -> dict[str, object]:
        """The winner of an auction is the mover, so only a running one says who is in it."""
        facts: dict[str, object] = {"price": self.price}
        if self.phase is Phase.BID and self.bidder is not None:
            names = self.variant.seat_names
            facts |= {"by": names[self.bidder], "in": ",".join(names[seat] for seat in self.bidding)}
        return facts

    @classmethod
    def _parse(cls, variant: Variant, text: str) -> Self:
        turn, _, rest = text.partition("|")
        mover, phase, facts = parse_turn(variant, turn, tuple(FACTS))
        check_turn_facts(phase, facts, FACTS)
        parts = split_segments(rest, PARTS)
        river = parse_cards(split_words(parts["river"]))
        if None in river:
            raise NotationError("river-unknown")
        bidder = parse_optional(facts, "by", lambda text: parse_seat(variant, text))
        bidding = {parse_seat(variant, seat) for seat in facts["in"].split(",")} if "in" in facts else set()
        if phase in (Phase.LAY, Phase.PUT_OUT) and mover is not None:
            bidder, bidding = mover, {mover}
        return cls(
            variant=variant,
            mover=mover,
            phase=phase,
            rows=tuple(
                parse_rows(variant, rows) for rows in split_seats("rows", parts["rows"], variant.players)
            ),
            river=in_order(variant, (card for card in river if card is not None)),
            gold=tuple(
                parse_number(gold, rivals.GOLD)
                for gold in split_seats("gold", parts["gold"], variant.players)
            ),
            reserve=parse_number(parts["reserve"], rivals.GOLD),
            pile=parse_cards(split_words(parts["pile"])),
            price=parse_optional(facts, "price", lambda text: parse_number(text, rivals.GOLD)) or 0,
            bidder=bidder,
            bidding=tuple(sorted(bidding)),
        )

    @classmethod
    def _of_view(cls, view: RivalsView) -> Self:
        return cls(
            variant=view.variant,
            mover=view.mover,
            phase=view.phase,
            rows=view.expeditions,
            river=view.river,
            gold=view.gold,
            reserve=view.reserve,
            pile=(None,) * (view.pile + rivals.PILE_SIZE * view.piles_left),
            price=view.bid,
            bidder=view.bidder,
            bidding=view.bidding,
        )

    @classmethod
    def _of_game(cls, game: RivalsGame) -> Self:
        return replace(cls._of_view(game.view()), pile=game.draw_pile)

    def _game(self) -> RivalsGame:
        pile = [card for card in self.pile if card is not None]
        gone_by = stock(self.variant) - Counter(pile)
        deal = Deal((*gone_by.elements(), *pile), starting_wagers=self._starting_wagers())
        states = one_record(rivals.STATE)
        self._fill(states[0])
        return RivalsGame.from_state(self.variant, deal, self.mover or 0, states)

    def _fill(self, state: rivals.State) -> None:
        for i, colour in enumerate(self.variant.colours):
            state["river"][i] = rivals_set(card for card in self.river if card.colour is colour)
            for seat, rows in enumerate(self.rows):
                state["expeditions"][seat, i] = rivals_set(rows[colour])
        state["gold"][: len(self.gold)] = self.gold
        state["reserve"] = self.reserve
        state["turned"] = rivals.DECK - len(self.pile)
        state["mover"] = self.mover or 0
        state["phase"] = PHASE_NUMBERS[self.phase]
        state["bid"] = self.price
        state["bidder"] = (self.mover if self.bidder is None else self.bidder) or 0
        state["bidding"] = sum(1 << seat for seat in self.bidding)

    def _check(self) -> None:
        for rows in self.rows:
            check_rows(self.variant, rows)
        self._check_cards()
        self._check_gold()
        self._check_turn()

    def _check_cards(self) -> None:
        variant, deck = self.variant, stock(self.variant)
        laid = list(chain.from_iterable(chain.from_iterable(rows.values()) for rows in self.rows))
        for card, number in Counter(card for card in chain(laid, self.river, self.pile) if card).items():
            if card.colour not in variant.colours:
                raise NotationError("no-such-colour", colour=card.colour, edition=variant.edition.id)
            if not card.is_wager:
                check_number(card, number, deck[card])
        self._starting_wagers()
        number = len(laid) - rivals.STARTING_WAGERS * variant.players + len(self.river) + len(self.pile)
        if number > rivals.DECK:
            raise NotationError("cards-total", number=number, right=rivals.DECK, edition=variant.edition.id)

    def _starting_wagers(self) -> WagerPairs:
        """Two wagers in each player's rows that can have been there from the start, if there are any.

        The deck has three wagers of a colour; the others of that colour must be starting wagers, of which
        there are two.
        """
        wagers = Counter(
            card.colour
            for card in chain(
                self.river, self.pile, *chain.from_iterable(rows.values() for rows in self.rows)
            )
            if card and card.is_wager
        )
        three = Counter(dict.fromkeys(self.variant.colours, 3))
        for pairs in self._wager_pairs(0):
            dealt = Counter(chain.from_iterable(pairs))
            if max(dealt.values()) <= 2 and wagers - dealt <= three:
                return pairs
        raise NotationError("starting-wagers-rows")

    def _wager_pairs(self, seat: int) -> Iterator[WagerPairs]:
        """Every choice of two colours with a wager, for this seat and those after it."""
        if seat == len(self.rows):
            yield ()
            return
        colours = [colour for colour, cards in self.rows[seat].items() if cards[:1] == (Card(colour, WAGER),)]
        for a, b in combinations(colours, rivals.STARTING_WAGERS):
            for others in self._wager_pairs(seat + 1):
                yield ((a, b), *others)

    def _check_gold(self) -> None:
        total = sum(self.gold) + self.reserve
        if total != rivals.GOLD:
            raise NotationError("gold-total", number=total, right=rivals.GOLD)

    def _check_turn(self) -> None:
        variant, phase, mover = self.variant, self.phase, self.mover
        if phase not in PHASE_NUMBERS:
            raise NotationError("turn-phase", phase=phase, edition=variant.edition.id)
        if bool(self.pile) != (phase is not Phase.OVER):
            raise NotationError("pile-phase", phase=phase, number=len(self.pile))
        if phase not in AUCTION:
            return
        if not self.river:
            raise NotationError("river-empty", phase=phase)
        if phase is Phase.BID:
            if mover is None or self.bidder is None or mover == self.bidder:
                raise NotationError("auction-bidder")
            if not {mover, self.bidder} <= set(self.bidding):
                raise NotationError("auction-in")
            if not 1 <= self.price <= self.gold[self.bidder] or self.gold[mover] <= self.price:
                raise NotationError("auction-price", price=self.price)
        elif not 1 <= self.price <= self.reserve:
            raise NotationError("auction-paid", price=self.price, reserve=self.reserve)

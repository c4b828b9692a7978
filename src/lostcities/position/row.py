"""Positions of the row game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple, Self

from lostcities.cards import Card, Colour, Exploit
from lostcities.deal import Deal, exploits_dealt
from lostcities.errors import NotationError
from lostcities.game import RowGame, RowView
from lostcities.game.codec import row_set
from lostcities.game.row import PHASE_NUMBERS, exploit_set
from lostcities.game.view import Phase
from lostcities.kernel import row
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
from lostcities.rows import (
    check_met,
    check_number,
    check_rows,
    parse_rows,
    rows_text,
    stock,
    values_by_colour,
)
from lostcities.variant import Exploits, Family, Variant

SHOWN = "*"
MOST_DRY = 9999
PARTS = ("hands", "rows", "discards", "pile")
EXPLOIT_PARTS = ("open", "exploits")
FACTS = {
    "closed": (Phase.DRAW,),
    "dry": (Phase.PLAY, Phase.DRAW),
    "laid": (Phase.EXTRA,),
    "last": (Phase.EXTRA,),
}
"""In which phases a fact about the turn makes sense."""


class Hand(NamedTuple):
    """A hand as far as it is known."""

    cards: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    """Those of the cards that were taken openly from a discard pile."""
    unknown: int = 0

    @classmethod
    def parse(cls, variant: Variant, text: str) -> Hand:
        shown = []

        def read(word: str) -> Card:
            card = Card.parse(word.removesuffix(SHOWN))
            if word.endswith(SHOWN):
                shown.append(card)
            return card

        cards = parse_cards(split_words(text), read)
        known = (card for card in cards if card is not None)
        return cls(in_order(variant, known), in_order(variant, shown), cards.count(None))

    def __str__(self) -> str:
        covered = Counter(self.cards) - Counter(self.shown)
        words = []
        for card in self.cards:
            words.append(f"{card}" if covered[card] > 0 else f"{card}{SHOWN}")
            covered[card] -= 1
        return join_words([*words, *card_words((None,) * self.unknown)])


@dataclass(frozen=True, kw_only=True)
class RowPosition(Position, family=Family.ROW):
    hands: tuple[Hand, ...]
    discards: Mapping[Colour, Cards]
    """Each pile from the bottom to the top."""
    pile: Cards
    """The draw pile, next card first."""
    closed: Colour | None = None
    dry: int = 0
    """Turns in a row without a card from the draw pile."""
    laid: int = 0
    """Extra cards that the mover has laid."""
    last: int | None = None
    """Who drew the last card and so comes last in the extra phase."""
    open_exploits: tuple[Exploit, ...] = ()
    exploits: tuple[tuple[Exploit, ...], ...] = ()
    """For each side, the exploits that it holds; empty without exploits."""

    @property
    def is_complete(self) -> bool:
        unknown = sum(hand.unknown for hand in self.hands)
        return not unknown and None not in chain(self.pile, *self.discards.values())

    def __str__(self) -> str:
        variant = self.variant
        parts = [
            str(variant),
            turn_text(variant, self.mover, self.phase, self._facts),
            "hands " + SEAT.join(map(str, self.hands)),
            "rows " + SEAT.join(map(rows_text, self.rows)),
            "discards " + self._discards_text(),
            "pile " + join_words(card_words(self.pile)),
        ]
        if variant.exploits is not Exploits.OFF:
            parts += [
                "open " + join_words(self.open_exploits),
                "exploits " + SEAT.join(map(join_words, self.exploits)),
            ]
        return SEGMENT.join(parts)

    @property
    def _facts(self) -> dict[str, object]:
        last = None if self.last is None else self.variant.seat_names[self.last]
        return {"closed": self.closed, "dry": self.dry, "laid": self.laid, "last": last}

    def _discards_text(self) -> str:
        piles = (
            [colour, *card_words(pile, lambda card: str(card)[1:])]
            for colour, pile in self.discards.items()
            if pile
        )
        return "; ".join(map(" ".join, piles)) or "-"

    @classmethod
    def _parse(cls, variant: Variant, text: str) -> Self:
        turn, _, rest = text.partition("|")
        mover, phase, facts = parse_turn(variant, turn, tuple(FACTS))
        most_laid = max(variant.edition.extra_cards - 1, 0)
        has_exploits = variant.exploits is not Exploits.OFF
        parts = split_segments(rest, PARTS + EXPLOIT_PARTS if has_exploits else PARTS)
        return cls(
            variant=variant,
            mover=mover,
            phase=phase,
            hands=tuple(
                Hand.parse(variant, hand) for hand in split_seats("hands", parts["hands"], variant.players)
            ),
            rows=tuple(
                parse_rows(variant, rows) for rows in split_seats("rows", parts["rows"], variant.sides)
            ),
            discards={
                colour: parse_cards(values, partial(_of_colour, colour))
                for colour, values in values_by_colour(variant, parts["discards"]).items()
            },
            pile=parse_cards(split_words(parts["pile"])),
            closed=parse_optional(facts, "closed", Colour.parse),
            dry=parse_optional(facts, "dry", lambda text: parse_number(text, MOST_DRY)) or 0,
            laid=parse_optional(facts, "laid", lambda text: parse_number(text, most_laid)) or 0,
            last=parse_optional(facts, "last", lambda text: parse_seat(variant, text)),
            open_exploits=_parse_exploits(parts["open"]) if has_exploits else (),
            exploits=tuple(map(_parse_exploits, split_seats("exploits", parts["exploits"], variant.sides)))
            if has_exploits
            else (),
        )

    @classmethod
    def _of_view(cls, view: RowView) -> Self:
        variant, extra = view.variant, view.phase is Phase.EXTRA
        known = [view.shown[i] if hand is None else hand for i, hand in enumerate(view.hands)]
        return cls(
            variant=variant,
            mover=view.mover,
            phase=view.phase,
            hands=tuple(
                Hand(cards, shown, size - len(cards))
                for cards, shown, size in zip(known, view.shown, view.hand_sizes, strict=True)
            ),
            rows=view.expeditions,
            discards={
                colour: () if top is None else (None,) * (view.discard_heights[colour] - 1) + (top,)
                for colour, top in view.discard_tops.items()
            },
            pile=(None,) * view.pile,
            closed=view.closed,
            dry=view.dry_turns,
            laid=variant.edition.extra_cards - view.extra_cards_left if extra else 0,
            last=(view.mover + view.extra_seats_left) % variant.players
            if extra and view.mover is not None
            else None,
            open_exploits=view.open_exploits,
            exploits=view.exploits if variant.exploits is not Exploits.OFF else (),
        )

    @classmethod
    def _of_game(cls, game: RowGame) -> Self:
        seen = cls._of_view(game.view())
        return replace(
            seen,
            hands=tuple(Hand(game.hand(i), hand.shown) for i, hand in enumerate(seen.hands)),
            discards={colour: game.discard_pile(colour) for colour in game.variant.colours},
            pile=game.draw_pile,
        )

    def _game(self) -> RowGame:
        pile = [card for card in self.pile if card is not None]
        in_play = stock(self.variant) - Counter(pile)
        exploits = tuple(chain(self.open_exploits, *self.exploits))
        deal = Deal((*in_play.elements(), *pile), exploits)
        states = one_record(row.STATE)
        self._fill(states[0])
        return RowGame.from_state(self.variant, deal, self.mover or 0, states)

    def _fill(self, state: row.State) -> None:
        for i, colour in enumerate(self.variant.colours):
            for seat, hand in enumerate(self.hands):
                state["hands"][seat, i] = row_set(card for card in hand.cards if card.colour is colour)
                state["shown"][seat, i] = row_set(card for card in hand.shown if card.colour is colour)
            for side, rows in enumerate(self.rows):
                state["expeditions"][side, i] = row_set(rows[colour])
            for card in self.discards[colour]:
                state["discards"][i] = int(state["discards"][i]) << 4 | (card.value if card else 0)
        for side, exploits in enumerate(self.exploits):
            state["exploits"][side] = exploit_set(exploits)
        state["open_exploits"] = exploit_set(self.open_exploits)
        state["pile"] = len(self.pile)
        state["dry"] = self.dry
        state["mover"] = self.mover or 0
        state["phase"] = PHASE_NUMBERS[self.phase]
        state["closed"] = row.NONE if self.closed is None else self.variant.colours.index(self.closed)
        if self.last is not None and self.mover is not None:
            state["extra_seats"] = (self.last - self.mover) % self.variant.players
        state["extras"] = self.laid

    def _check(self) -> None:
        for rows in self.rows:
            check_rows(self.variant, rows)
        self._check_cards()
        self._check_turn()
        self._check_hands()
        exploits = [*chain(self.open_exploits, *self.exploits)]
        right = exploits_dealt(self.variant)
        if not len(set(exploits)) == len(exploits) == right:
            raise NotationError("exploits-dealt", right=right)
        for rows, held in zip(self.rows, self.exploits, strict=False):  # without exploits there are no lists
            check_met(self.variant, rows, held)

    def _check_cards(self) -> None:
        variant, deck = self.variant, stock(self.variant)
        cards = [
            *chain.from_iterable(hand.cards for hand in self.hands),
            *chain.from_iterable(chain.from_iterable(rows.values()) for rows in self.rows),
            *chain(self.pile, *self.discards.values()),
        ]
        known = Counter(card for card in cards if card is not None)
        for card, number in known.items():
            if card.colour not in variant.colours:
                raise NotationError("no-such-colour", colour=card.colour, edition=variant.edition.id)
            check_number(card, number, deck[card])
        number = len(cards) + sum(hand.unknown for hand in self.hands)
        if number != deck.total():
            raise NotationError("cards-total", number=number, right=deck.total(), edition=variant.edition.id)
        for colour, pile in self.discards.items():
            if pile and pile[-1] is None:
                raise NotationError("top-unknown", colour=colour)
            elsewhere = sum(number for card, number in known.items() if card.colour is colour)
            if elsewhere + pile.count(None) > row.CARDS_OF_A_COLOUR:
                raise NotationError("colour-total", colour=colour, most=row.CARDS_OF_A_COLOUR)

    def _check_turn(self) -> None:
        variant, phase = self.variant, self.phase
        if phase not in PHASE_NUMBERS or (phase is Phase.EXTRA and not variant.edition.extra_cards):
            raise NotationError("turn-phase", phase=phase, edition=variant.edition.id)
        check_turn_facts(phase, self._facts, FACTS)
        if phase is Phase.EXTRA and self.last is None:
            raise NotationError("turn-fact-missing", phase=phase, fact="last=A")
        if bool(self.pile) != (phase in (Phase.PLAY, Phase.DRAW)):
            raise NotationError("pile-phase", phase=phase, number=len(self.pile))
        if self.closed is not None and not self.discards.get(self.closed):
            raise NotationError("closed-empty", colour=self.closed)
        if self.dry > variant.guard > 0:
            raise NotationError("dry", dry=self.dry, most=variant.guard)

    def _check_hands(self) -> None:
        size = self.variant.edition.hand_size
        for seat, hand in enumerate(self.hands):
            number = len(hand.cards) + hand.unknown
            least = most = size
            if seat == self.mover:
                least = most = size - self.laid - (self.phase is Phase.DRAW)
            elif self.phase in (Phase.EXTRA, Phase.OVER):
                least = size - self.variant.edition.extra_cards
            if not least <= number <= most:
                right = str(most) if least == most else f"{least}–{most}"
                raise NotationError(
                    "hand-count", seat=self.variant.seat_names[seat], number=number, right=right
                )


def _of_colour(colour: Colour, value: str) -> Card:
    return Card.parse(colour + value)


def _parse_exploits(text: str) -> tuple[Exploit, ...]:
    """In the order of the list of exploits, as the rules keep them."""
    return tuple(sorted(map(Exploit.parse, split_words(text)), key=list(Exploit).index))

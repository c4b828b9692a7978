"""One round of the row game: every edition but Rivals, with all the variants."""

from .cards import colour_of, is_number, is_wager, row_deck, value_of
from .scoring import (
    END_EXPLOITS,
    EXPLOIT_POINTS,
    EXPLOITS,
    Sheet,
    best_unmultiplied,
    hand_value,
    has_met,
    only_best,
    score_expedition,
    started,
)


def can_lay(card: str, expedition: list[str]) -> bool:
    """A number only on a lower one, a wager only before the first number (000, 001, 002, 004)."""
    numbers = [laid for laid in expedition if is_number(laid)]
    if not numbers:
        return True
    if is_wager(card):
        return False
    return value_of(card) > value_of(numbers[-1])


class RowReference:
    """A round in progress. Every attribute may be read; `play` alone changes them.

    Tokens: `+R10` lay, `-R10` discard, `@` draw from the draw pile, `@R` take the top red discard,
    `.` lay no more cards (extra phase), `claim:five-cards` announce an exploit.
    """

    def __init__(
        self,
        *,
        players: int,
        teams: bool,
        colours: str,
        hand_size: int,
        cost: int,
        bonus_from: int,
        extra_cards: int,
        deck: list[str],
        starter: int,
        nothing_in_hand: bool = False,
        cooperation: bool = False,
        exploits: list[str] | None = None,
        announced: bool = False,
        guard: int = 40,
    ) -> None:
        if sorted(deck) != sorted(row_deck(colours)):
            raise ValueError("the deck must hold every card of the edition once")
        if teams and players != 4:
            raise ValueError("teams are two pairs: four players")
        if cooperation and players != 2:
            raise ValueError("cooperation is for two players")
        if exploits is not None and (players != 2 or extra_cards != 0):
            raise ValueError("exploits belong to a game of two without extra cards")
        for exploit in exploits or []:
            if exploit not in EXPLOITS:
                raise ValueError(f"{exploit} is not one of the eleven exploits")
        if len(set(exploits or [])) != len(exploits or []):
            raise ValueError("an exploit is dealt once")

        self.players = players
        self.teams = teams
        self.colours = colours
        self.hand_size = hand_size
        self.cost = cost
        self.bonus_from = bonus_from
        self.extra_cards = extra_cards
        self.nothing_in_hand = nothing_in_hand
        self.cooperation = cooperation
        self.announced = announced
        self.guard = guard

        self.sides = 2 if teams else players
        self.hands: list[list[str]] = []  # by seat, each sorted
        self.draw_pile = list(deck)  # next card first
        for _ in range(players):
            self.hands.append(sorted(self.draw_pile[:hand_size]))
            self.draw_pile = self.draw_pile[hand_size:]
        self.expeditions: list[dict[str, list[str]]] = []  # by side and colour, as laid
        for _ in range(self.sides):
            self.expeditions.append({colour: [] for colour in colours})
        self.discards: dict[str, list[str]] = {colour: [] for colour in colours}  # top card last
        # What the others know of each hand: cards taken openly and not played since, sorted.
        self.known: list[list[str]] = [[] for _ in range(players)]

        self.mover = starter  # says nothing once the round is over
        self.phase = "play"  # then "draw", and so on; at last perhaps "extra", then "over"
        self.closed_colour: str | None = None  # of the card discarded in this turn
        self.dry_turns = 0  # turns in a row without a card from the draw pile
        self.extra_seats: list[int] = []  # those still to come in the extra phase, mover first
        self.extra_laid = 0  # by the mover, in the extra phase
        self.exploits_open: list[str] = list(exploits or [])
        self.exploits_held: list[list[str]] = [[] for _ in range(self.sides)]

    # --- what may be asked ---

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def cards_left(self) -> int:
        return len(self.draw_pile)

    def side_of(self, seat: int) -> int:
        return seat % 2 if self.teams else seat

    def legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "extra":
            return self._lays() | {"."}
        if self.phase == "play":
            return self._lays() | self._discards() | self._claims()
        return self._draws() | self._claims()

    def sheet(self, side: int) -> Sheet:
        """The sheet of the table as it stands. Hands are secret, so they count at the end only."""
        lines = {}
        total = 0
        for colour in self.colours:
            cards = self.expeditions[side][colour]
            lines[colour] = score_expedition(cards, self.cost, self.bonus_from)
            total += lines[colour].total
        exploits = EXPLOIT_POINTS * len(self.exploits_held[side])
        hand = 0
        if self.over and self.nothing_in_hand:
            hand = -self._value_in_hand(side)
        return Sheet(lines, exploits, hand, total + exploits + hand)

    def scores(self) -> list[int]:
        return [self.sheet(side).total for side in range(self.sides)]

    def result(self) -> list[int]:
        """The scores by side, or in cooperation one score: their sum (001)."""
        return [sum(self.scores())] if self.cooperation else self.scores()

    # --- what may be done ---

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token!r} is not among {sorted(self.legal())}")
        if token.startswith("claim:"):
            self._take_exploit(token.removeprefix("claim:"))
        elif self.phase == "extra":
            self._play_extra(token)
        elif token.startswith("+"):
            self._lay(token[1:])
            self.phase = "draw"
        elif token.startswith("-"):
            self._discard(token[1:])
            self.phase = "draw"
        else:
            self._draw(token[1:])

    def _lays(self) -> set[str]:
        expeditions = self.expeditions[self.side_of(self.mover)]
        return {"+" + card for card in self.hands[self.mover] if can_lay(card, expeditions[colour_of(card)])}

    def _discards(self) -> set[str]:
        return {"-" + card for card in self.hands[self.mover]}

    def _draws(self) -> set[str]:
        tokens = {"@"}
        if self.guard > 0 and self.dry_turns >= self.guard:
            return tokens  # rules §2: the guard against endless play
        for colour in self.colours:
            # The card just discarded can't be taken back (000, 001, 002, 004).
            if self.discards[colour] and colour != self.closed_colour:
                tokens.add("@" + colour)
        return tokens

    def _claims(self) -> set[str]:
        if not self.announced:
            return set()
        return {"claim:" + exploit for exploit in self._exploits_met()}

    def _exploits_met(self) -> list[str]:
        """The open exploits that the mover's side meets right now, the final ones apart."""
        expeditions = self.expeditions[self.side_of(self.mover)]
        return [
            exploit
            for exploit in self.exploits_open
            if exploit not in END_EXPLOITS and has_met(exploit, expeditions)
        ]

    def _take_exploit(self, exploit: str) -> None:
        self.exploits_open.remove(exploit)
        self.exploits_held[self.side_of(self.mover)].append(exploit)

    def _leave_hand(self, card: str) -> None:
        self.hands[self.mover].remove(card)
        # Wagers of a colour are one and the same string, so a known wager is played first.
        if card in self.known[self.mover]:
            self.known[self.mover].remove(card)

    def _lay(self, card: str) -> None:
        self._leave_hand(card)
        self.expeditions[self.side_of(self.mover)][colour_of(card)].append(card)
        if not self.announced:
            for exploit in self._exploits_met():
                self._take_exploit(exploit)

    def _discard(self, card: str) -> None:
        self._leave_hand(card)
        self.discards[colour_of(card)].append(card)
        self.closed_colour = colour_of(card)

    def _draw(self, colour: str) -> None:
        """Draw from a colour's discard pile, or from the draw pile if no colour is named."""
        if colour:
            card = self.discards[colour].pop()
            self.known[self.mover].append(card)
            self.known[self.mover].sort()
            self.dry_turns += 1
        else:
            card = self.draw_pile.pop(0)
            self.dry_turns = 0
        self.hands[self.mover].append(card)
        self.hands[self.mover].sort()
        self.closed_colour = None
        if self.draw_pile:
            self.mover = (self.mover + 1) % self.players
            self.phase = "play"
        else:
            self._after_last_card()

    def _after_last_card(self) -> None:
        if self.extra_cards == 0:
            self._end()
            return
        # In turn order after the seat that drew the last card, which comes last itself.
        self.phase = "extra"
        for step in range(1, self.players + 1):
            self.extra_seats.append((self.mover + step) % self.players)
        self._find_extra_mover()

    def _play_extra(self, token: str) -> None:
        if token == ".":
            self._leave_extra_phase()
        else:
            self._lay(token[1:])
            self.extra_laid += 1
            if self.extra_laid == self.extra_cards:
                self._leave_extra_phase()
        self._find_extra_mover()

    def _leave_extra_phase(self) -> None:
        """The mover is done with the extra cards."""
        self.extra_seats.pop(0)
        self.extra_laid = 0

    def _find_extra_mover(self) -> None:
        """Pass over every seat that can't lay a card."""
        while self.extra_seats:
            self.mover = self.extra_seats[0]
            if self._lays():
                return
            self._leave_extra_phase()
        self._end()

    def _end(self) -> None:
        self.phase = "over"
        # The exploits of the end are compared; a tie leaves one open, to nobody (004).
        for exploit in list(self.exploits_open):
            if exploit in END_EXPLOITS:
                side = self._best_at_the_end(exploit)
                if side is not None:
                    self.exploits_open.remove(exploit)
                    self.exploits_held[side].append(exploit)

    def _best_at_the_end(self, exploit: str) -> int | None:
        values: list[int | None] = []
        for side in range(self.sides):
            expeditions = self.expeditions[side]
            if exploit == "most-expeditions":
                values.append(started(expeditions))
            elif exploit == "best-expedition":
                values.append(best_unmultiplied(expeditions, self.cost, self.bonus_from))
            else:
                values.append(-self._value_in_hand(side))
        return only_best(values)

    def _value_in_hand(self, side: int) -> int:
        """Of all the hands of a side: partners' hands count together (rules §2)."""
        return sum(hand_value(hand) for seat, hand in enumerate(self.hands) if self.side_of(seat) == side)

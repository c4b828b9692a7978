"""A game of Rivals for two to four players (003)."""

from .cards import colour_of, is_number, is_wager, rivals_deck, value_of
from .scoring import RivalsSheet, score_rivals_expedition

COLOURS = "GWRYB"
GOLD = 36
PILES = 4
PILE_SIZE = 20


def can_lay(card: str, expedition: list[str]) -> bool:
    """A number on an equal or lower one, a wager only before the first number."""
    numbers = [laid for laid in expedition if is_number(laid)]
    if not numbers:
        return True
    if is_wager(card):
        return False
    return value_of(card) >= value_of(numbers[-1])


class RivalsReference:
    """A game in progress. Every attribute may be read; `play` alone changes them.

    Tokens: `discover`; `bid:3` opens an auction or raises; `pass`; `+R4` the winner lays a river
    card; `-GX` he puts one out of the game; `.` he lays no more, or puts none out.
    """

    def __init__(
        self,
        *,
        players: int,
        deck: list[str],
        starting_wagers: list[str],
        starter: int,
    ) -> None:
        """`deck` in the order of revelation; `starting_wagers` two colours a seat, like `GR`."""
        if players not in (2, 3, 4):
            raise ValueError("Rivals is for two to four players")
        if sorted(deck) != sorted(rivals_deck()):
            raise ValueError("the deck must hold every card of Rivals, less the starting wagers")
        if len(starting_wagers) != players:
            raise ValueError("each player has starting wagers")
        for pair in starting_wagers:
            if len(pair) != 2 or pair[0] == pair[1]:
                raise ValueError("starting wagers are two, of different colours")
        for colour in "".join(starting_wagers):
            if colour not in COLOURS or "".join(starting_wagers).count(colour) > 2:
                raise ValueError("there are two starting wagers in each of the five colours")

        self.players = players
        self.piles: list[list[str]] = []  # next card first
        for number in range(PILES):
            self.piles.append(deck[number * PILE_SIZE : (number + 1) * PILE_SIZE])
        self.pile_number = 1  # of the pile in play, 1 to 4
        self.river: list[str] = []  # as revealed
        self.out_of_game: list[str] = []
        self.expeditions: list[dict[str, list[str]]] = []  # by seat and colour, as laid
        for pair in starting_wagers:
            own: dict[str, list[str]] = {colour: [] for colour in COLOURS}
            for colour in pair:
                own[colour].append(colour + "X")
            self.expeditions.append(own)
        self.gold = [GOLD // players] * players
        self.reserve = 0

        self.mover = starter  # says nothing once the game is over
        self.phase = "turn"  # "turn", "bid", "lay", "put-out" or "over"
        self.high_bid = 0  # 0 when there is no bidding
        self.high_bidder: int | None = None
        self.still_in: list[int] = []  # seats in the bidding, high bidder included
        self.turns = 0  # finished

    # --- what may be asked ---

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def cards_left(self) -> int:
        """In the pile in play."""
        return len(self.piles[self.pile_number - 1])

    def legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "turn":
            # There must be something to bid for (rules §3).
            return {"discover"} | (self._bids() if self.river else set())
        if self.phase == "bid":
            return {"pass"} | self._bids()
        if self.phase == "lay":
            return {"."} | self._lays()
        return {"."} | {"-" + card for card in self.river}

    def sheet(self, seat: int) -> RivalsSheet:
        lines = {}
        total = self.gold[seat]
        for colour in COLOURS:
            lines[colour] = score_rivals_expedition(self.expeditions[seat][colour])
            total += lines[colour].total
        return RivalsSheet(lines, self.gold[seat], total)

    def scores(self) -> list[int]:
        return [self.sheet(seat).total for seat in range(self.players)]

    # --- what may be done ---

    def play(self, token: str) -> None:
        if token not in self.legal():
            raise ValueError(f"{token!r} is not among {sorted(self.legal())}")
        if token == "discover":
            self._reveal_and_end_turn()
        elif token.startswith("bid:"):
            self._bid(int(token.removeprefix("bid:")))
        elif token == "pass":
            self._pass()
        elif token.startswith("+"):
            self._lay(token[1:])
        elif token.startswith("-"):
            self._put_out(token[1:])
        elif self.phase == "lay":
            self._start_putting_out()
        else:
            self._reveal_and_end_turn()

    def _bids(self) -> set[str]:
        """Any whole number above the high bid, up to the own gold."""
        return {f"bid:{coins}" for coins in range(self.high_bid + 1, self.gold[self.mover] + 1)}

    def _lays(self) -> set[str]:
        expeditions = self.expeditions[self.mover]
        return {"+" + card for card in self.river if can_lay(card, expeditions[colour_of(card)])}

    def _bid(self, coins: int) -> None:
        if self.phase == "turn":
            self.phase = "bid"
            self.still_in = list(range(self.players))
        self.high_bid = coins
        self.high_bidder = self.mover
        # Who can't bid more has passed by himself. Bids only rise, so he has passed at once.
        self.still_in = [seat for seat in self.still_in if seat == self.mover or self.gold[seat] > coins]
        self._next_bidder()

    def _pass(self) -> None:
        self.still_in.remove(self.mover)
        self._next_bidder()

    def _next_bidder(self) -> None:
        if len(self.still_in) == 1:
            self._win_auction()
            return
        self.mover = self._left_of(self.mover)
        while self.mover not in self.still_in:
            self.mover = self._left_of(self.mover)

    def _win_auction(self) -> None:
        winner = self.still_in[0]
        self.gold[winner] -= self.high_bid
        self.reserve += self.high_bid
        self.high_bid = 0
        self.high_bidder = None
        self.still_in = []
        self.mover = winner
        self.phase = "lay"
        if not self._lays():
            self._start_putting_out()

    def _lay(self, card: str) -> None:
        self.river.remove(card)
        self.expeditions[self.mover][colour_of(card)].append(card)
        if not self._lays():
            self._start_putting_out()

    def _start_putting_out(self) -> None:
        self.phase = "put-out"
        if not self.river:
            self._reveal_and_end_turn()

    def _put_out(self, card: str) -> None:
        self.river.remove(card)
        self.out_of_game.append(card)
        self._reveal_and_end_turn()

    def _reveal_and_end_turn(self) -> None:
        """Every turn ends so, by the discoverer or by the winner of the auction."""
        pile = self.piles[self.pile_number - 1]
        card = pile.pop(0)
        if self._is_of_use(card):
            self.river.append(card)
        else:
            self.out_of_game.append(card)  # and no other comes instead
        self.turns += 1
        if not pile:
            if self.pile_number == PILES:
                self.phase = "over"  # nothing is shared out
                return
            self._share_out()
            self.pile_number += 1
        self.phase = "turn"
        self.mover = self._left_of(self.mover)

    def _is_of_use(self, card: str) -> bool:
        """Whether anybody can lay it."""
        colour = colour_of(card)
        return any(can_lay(card, expeditions[colour]) for expeditions in self.expeditions)

    def _share_out(self) -> None:
        share = self.reserve // self.players
        for seat in range(self.players):
            self.gold[seat] += share
            self.reserve -= share

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

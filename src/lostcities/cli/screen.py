"""A view drawn for a terminal: expeditions, discards or river, the hand, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from lostcities.cards import Colour
from lostcities.cli.output import printable
from lostcities.cli.symbols import STYLES, card_text, cards_text, colour_name, row_text
from lostcities.game import Game, Phase, RivalsView, RowGame, RowView, View
from lostcities.moves import Discard, Draw, Lay, Move
from lostcities.words import Speaker

BESIDE_ROWS = 22
"""What the columns of colours and discards take of the width."""
POINTS = 8
LONGEST_ROW = 24
NARROW_ROW = 8


class Screen:
    """Draws views for people who sit at seats with these names."""

    def __init__(self, console: Console, names: Sequence[str], say: Speaker) -> None:
        self.console = console
        self.names = [printable(name) for name in names]
        self.say = say

    def draw(self, view: View) -> None:
        """The whole table as the viewer sees it."""
        for part in self._parts(view):
            self.console.print(part)

    def draw_hands(self, game: Game) -> None:
        """All hands, for those who look at a round that was written down."""
        if isinstance(game, RowGame):
            for seat, name in enumerate(self.names):
                label = self._say("hand-of", name=name)
                self.console.print(Text(f"{label} ", "dim") + cards_text(game.hand(seat)))

    def side_name(self, view: View, side: int) -> str:
        seats = range(side, view.variant.players, view.variant.sides)
        return " + ".join(self.names[seat] for seat in seats)

    def _parts(self, view: View) -> Iterator[RenderableType]:
        yield Rule(self._headline(view), align="left", style="dim")
        yield self._expeditions(view)
        yield Text()
        if isinstance(view, RivalsView):
            yield from self._river(view)
        else:
            yield from self._exploits(view)
        yield from self._last_turns(view)
        if isinstance(view, RowView) and view.seat is not None:
            yield self._line("hand", _hand(view))
        if view.legal_moves:
            yield Text()
            yield from self._choices(view)

    def _headline(self, view: View) -> str:
        facts = [str(view.variant)]
        if view.standing and view.standing.rounds > 1:
            standing = view.standing
            facts.append(self._say("round", number=str(standing.round), rounds=str(standing.rounds)))
            facts.append(self._say("totals", totals=" : ".join(map(str, standing.totals))))
        if isinstance(view, RowView):
            facts.append(self._say("pile", cards=str(view.pile)))
        else:
            facts.append(self._say("piles", cards=str(view.pile), piles=str(view.piles_left)))
        return " · ".join(facts)

    def _expeditions(self, view: View) -> Table:
        variant = view.variant
        own = variant.side_of(view.seat) if view.seat is not None else 0
        sides = [(own + i) % variant.sides for i in range(variant.sides)]
        width = min(LONGEST_ROW, (self.console.width - BESIDE_ROWS) // len(sides) - POINTS)
        table = Table(
            box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False, collapse_padding=True
        )
        table.add_column("", no_wrap=True)
        if isinstance(view, RowView):
            table.add_column(self._say("discards"), no_wrap=True)
        for side in sides:
            mover = view.mover is not None and variant.side_of(view.mover) == side
            style = "bold reverse" if mover else "bold"
            table.add_column(Text(self.side_name(view, side), style), min_width=width)
            table.add_column(Text(f"{view.sheets[side].total}", style), justify="right")
        for i, colour in enumerate(variant.colours):
            name = self.say.name(colour) if width >= NARROW_ROW else ""
            cells: list[Text] = [colour_name(colour, name, self.console.encoding)]
            if isinstance(view, RowView):
                cells.append(_discard(view, colour))
            for side in sides:
                row = view.expeditions[side][colour]
                points = view.sheets[side].expeditions[i].total
                cells += [row_text(row, width), Text(str(points) if row else "", "dim")]
            table.add_row(*cells)
        return table

    def _river(self, view: RivalsView) -> Iterator[RenderableType]:
        yield self._line("river", cards_text(view.river) if view.river else Text("·", "dim"))
        if view.left_at_once and view.last_turned and view.phase in (Phase.TURN, Phase.BID):
            yield self._line("left", card_text(view.last_turned) + Text(f" {self._say('left')}", "dim"))
        gold = ", ".join(f"{name} {coins}" for name, coins in zip(self.names, view.gold, strict=True))
        yield self._line("gold", Text(self._say("gold-of", gold=gold, reserve=str(view.reserve))))
        if view.bidder is not None:
            line = self._say("bid-of", amount=str(view.bid), bidder=self.names[view.bidder])
            yield self._line("auction", Text(line))

    def _exploits(self, view: RowView) -> Iterator[RenderableType]:
        if view.open_exploits:
            yield self._line("exploits", Text(self.say.name(view.open_exploits)))
        for side, held in enumerate(view.exploits):
            if held:
                line = self._say("holds", side=self.side_name(view, side), exploits=held)
                yield self._line("held", Text(line))

    def _last_turns(self, view: View) -> Iterator[RenderableType]:
        seats = view.variant.players
        after = view.seat if view.seat is not None else (view.mover or 0)
        for i in range(1, seats + 1):
            seat = (after + i) % seats
            if seat != view.seat and (moves := view.last_turns[seat]):
                told = ", ".join(self.say.name(move) for move in moves)
                yield self._line("last", Text(self._say("did", who=self.names[seat], moves=told)))

    def _choices(self, view: View) -> Iterator[RenderableType]:
        """A line for each kind of move."""
        groups: dict[str, list[Text]] = {}
        for move in view.legal_moves:
            groups.setdefault(_kind(view, move), []).append(_token(view, move))
        for kind, tokens in groups.items():
            if kind == "bid" and len(tokens) > 2:
                tokens = [tokens[0], Text("…"), tokens[-1]]
            yield self._line(kind, Text(" ").join(tokens))

    def _line(self, label: str, text: Text) -> Table:
        """A labelled line that wraps beside its label."""
        line = Table.grid(padding=(0, 1))
        line.add_column(width=self._label_width, style="dim")
        line.add_column()
        line.add_row(self._say(f"label.{label}"), text)
        return line

    @property
    def _label_width(self) -> int:
        prefix = "cli.screen.label."
        return max(len(text) for key, text in self.say.words.items() if key.startswith(prefix))

    def _say(self, key: str, **facts: object) -> str:
        return self.say.say(f"cli.screen.{key}", **facts)


def _hand(view: RowView) -> Text:
    """The hand in order, with a gap between colours."""
    colours = view.variant.colours
    groups = [[card for card in view.hand if card.colour is colour] for colour in colours]
    return Text("  ").join(cards_text(group) for group in groups if group)


def _kind(view: View, move: Move) -> str:
    if isinstance(move, Discard) and view.phase is Phase.PUT_OUT:
        return "put-out"
    return type(move).__name__.lower()


def _discard(view: RowView, colour: Colour) -> Text:
    top = view.discard_tops[colour]
    if top is None:
        return Text("·", "dim")
    height = view.discard_heights[colour]
    return card_text(top) + Text(f" ×{height}" if height > 1 else "", "dim")


def _token(view: View, move: Move) -> Text:
    """A move as it can be typed; beside a discard pile to draw from, the card that lies there."""
    match move:
        case Lay(card) | Discard(card):
            return Text(str(move), STYLES[card.colour])
        case Draw(Colour() as colour) if isinstance(view, RowView):
            return Text(f"{move} ({view.discard_tops[colour]})", STYLES[colour])
    return Text(str(move))

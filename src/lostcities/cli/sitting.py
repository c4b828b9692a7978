"""People and bots around one terminal, through a whole match."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.console import Console
from rich.text import Text

from lostcities.bots import Bot
from lostcities.bots.base import allow
from lostcities.bots.entrants import get_up, own_name, sit_down
from lostcities.cli.screen import Screen
from lostcities.cli.sheets import rounds_table, sheet_table
from lostcities.cli.typed import Request, Word, understand
from lostcities.errors import LostCitiesError
from lostcities.game import Game
from lostcities.match import Match
from lostcities.moves import Claim, Discard, Lay, Move
from lostcities.variant import Family, Variant
from lostcities.words import Speaker

LONGEST_LINE = 1000
CLEAR_SCROLLBACK = "\x1b[3J"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat, as shown on the screen; a person has no bot."""

    name: str
    bot: str | None = None

    @property
    def recorded_name(self) -> str:
        """A bot is written down by its plain name, so that it can take its seat again."""
        return self.bot or self.name


class Leave(Exception):  # noqa: N818 - no error: somebody gets up
    """A person quits, or there is nothing more to read."""


class Sitting:
    """Asks whoever is to decide, shows what happens, and keeps the match saved."""

    def __init__(
        self,
        match: Match,
        players: list[Player],
        console: Console,
        say: Speaker,
        save: Callable[[str | None], str],
    ) -> None:
        self.match = match
        self.bots = seat_bots(match.variant, players, match.games[0])
        self.players = as_they_call_themselves(players, self.bots, match.variant.seat_names)
        self.console = console
        self.say = say
        self.save = save
        self.screen = Screen(console, [player.name for player in self.players], say)
        self.people = sum(player.bot is None for player in players)
        self.shown_to: int | None = None
        self.trouble = ""
        """Why the match could not be kept, until it can."""

    def play(self) -> None:
        """To the end of the match, or until somebody leaves."""
        if self.match.between_rounds:
            self.match.next_round()
        while not self.match.over:
            while (seat := self.match.mover) is not None:
                if bot := self.bots.get(seat):
                    self.match.play(bot.choose(self.match.view(seat)))
                else:
                    self.hand_over(seat)
                    self.decide(seat)
                    self.keep()
            self.end_of_round()
            if self.match.between_rounds:
                self.match.next_round()
                self.keep()
        self.end_of_match()

    def keep(self) -> None:
        """Save what was played so far. A full disk is told, and ends no match."""
        try:
            self.save(None)
            self.trouble = ""
        except LostCitiesError as error:
            self.trouble = error.say(self.say.language)

    def close(self) -> None:
        """Everybody gets up; programs that played end."""
        get_up(self.bots, self.match.result)

    # A person's decision.

    def hand_over(self, seat: int) -> None:
        """Between two people at one screen nobody's hand is shown."""
        if self.people < 2 or seat == self.shown_to or self.match.variant.edition.family is Family.RIVALS:
            return
        self.clear()
        self.ask(self._say("pass-the-device", name=self.screen.names[seat]))
        self.shown_to = seat

    def decide(self, seat: int) -> None:
        """Show the table and take one decision."""
        view = self.match.view(seat)
        self.clear()
        self.screen.draw(view)
        if self.trouble:
            self.tell(self.trouble, "bold red")
        while True:
            prompt = self._say(f"prompt.{view.phase}", name=self.screen.names[seat])
            try:
                if not (typed := self.ask(prompt).strip()):
                    continue
                answer = understand(typed, view, self.say)
                if isinstance(answer, Move):
                    self.match.play(answer)
                    return
                if self.answer(answer):
                    return
            except LostCitiesError as error:
                self.tell(error.say(self.say.language), "bold red")

    def answer(self, request: Request) -> bool:
        """Do what was asked for; true if the table has changed."""
        match request.word:
            case Word.HELP:
                family = self.match.variant.edition.family
                for part in (f"rules-{family}", f"moves-{family}", "words"):
                    self.tell(self._say(f"help.{part}"))
            case Word.SAVE:
                file = self.save(request.rest or None)
                self.tell(self._say("saved", file=file) if file else self._say("save-where"))
            case Word.UNDO:
                if self.undo():
                    return True
                self.tell(self._say("no-undo"), "bold red")
            case Word.QUIT:
                raise Leave
        return False

    def undo(self) -> bool:
        """Take back the latest decision of the seat that has the word, as long as it has seen no new card."""
        game = self.match.game
        if not game.history:
            return False
        seat, move = game.history[-1]
        if seat != game.mover or not isinstance(move, Lay | Discard | Claim):
            return False
        self.match.undo()
        return True

    # Ends.

    def end_of_round(self) -> None:
        match = self.match
        sheets = match.game.sheets
        self.clear()
        for side, sheet in enumerate(sheets):
            name, width = self._side(side), self.console.width
            self.console.print(sheet_table(match.variant, sheet, self.say, name, width))
        if match.variant.rounds > 1:
            names = [self._side(side) for side in range(match.variant.sides)]
            self.console.print(rounds_table(names, match.scores, match.totals, self.say))
        if match.between_rounds:
            starter = self.screen.names[match.next_starter]
            line = self._say("next-round", number=str(match.round + 1), name=starter)
            if self.people:
                self.ask(line)
            else:
                self.tell(line)
        self.shown_to = None

    def end_of_match(self) -> None:
        result = self.match.result
        assert result is not None
        if result.common is not None:
            line = self._say("together", points=str(result.common))
        else:
            points = " : ".join(map(str, result.totals))
            names = [self._side(side) for side in result.winners]
            key = "wins" if len(names) == 1 else "shared"
            line = self._say(key, names=", ".join(names), points=points)
        self.tell(line, "bold green")

    # Talking.

    def clear(self) -> None:
        """A fresh screen where there is one; with several people no hand may stay in sight above it."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            if self.people > 1:
                self.console.file.write(CLEAR_SCROLLBACK)
        else:
            self.console.print("\n" * (self.console.height if self.people > 1 else 0))

    def tell(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def ask(self, prompt: str) -> str:
        self.console.print(Text(f"{prompt} > ", "bold"), end="")
        line = rest = sys.stdin.readline(LONGEST_LINE)
        while len(rest) == LONGEST_LINE and not rest.endswith("\n"):  # it is no further answer
            rest = sys.stdin.readline(LONGEST_LINE)
        if not line:
            self.console.print()
            raise Leave
        return line

    def _side(self, side: int) -> str:
        return self.screen.side_name(self.match.view(), side)

    def _say(self, key: str, **facts: object) -> str:
        return self.say.say(f"cli.play.{key}", **facts)


def seat_bots(variant: Variant, players: list[Player], first_round: Game) -> dict[int, Bot]:
    """The bots on their seats. Their seed follows from the deal, so a resumed match has the same bots."""
    rng = random.Random(" ".join(map(str, first_round.deal.deck)))
    seeds = [rng.getrandbits(32) for _ in players]
    named = {seat: player.bot for seat, player in enumerate(players) if player.bot}
    bots = sit_down(named, variant, seeds)
    for bot in bots.values():
        allow(bot)
    return bots


def as_they_call_themselves(
    players: list[Player], bots: Mapping[int, Bot], seat_names: Sequence[str]
) -> list[Player]:
    """Programs under the names that they give themselves."""
    names = [own_name(bots[seat]) if seat in bots else "" for seat in range(len(players))]
    called = [replace(player, name=name or player.name) for player, name in zip(players, names, strict=True)]
    return tell_apart(called, seat_names)


def tell_apart(players: list[Player], seat_names: Sequence[str]) -> list[Player]:
    """Add the seat to a name that several have."""
    names = [player.name for player in players]
    return [
        replace(player, name=f"{player.name} {seat}") if names.count(player.name) > 1 else player
        for player, seat in zip(players, seat_names, strict=True)
    ]

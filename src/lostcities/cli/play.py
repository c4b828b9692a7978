"""`lostcities play`: a match at this terminal."""

from __future__ import annotations

import argparse
import csv
import io
import os
import random
import shlex
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from lostcities.cli.files import check_new, read_text, write_text
from lostcities.cli.options import (
    LARGEST_SEED,
    UsageError,
    read_number,
    read_variant,
    variant_option,
)
from lostcities.cli.output import console, prepare_players, print_json
from lostcities.cli.programs import stoppable
from lostcities.variant import Variant
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.cli.sitting import Player, Sitting
    from lostcities.fair import FairDeal
    from lostcities.match import Match
    from lostcities.record import MatchRecord

PERSON = "you"
OPPONENT = "explorer"
LONGEST_NAME = 20


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    variant_option(parser, say)
    parser.add_argument("--players", metavar="NAMES", help=say.say("cli.help.players"))
    parser.add_argument("--people", metavar="N", help=say.say("cli.help.people"))
    parser.add_argument("--bots", metavar="NAME", help=say.say("cli.help.opponents"))
    parser.add_argument("--seed", metavar="N", help=say.say("cli.help.seed"))
    parser.add_argument("--save", metavar="FILE", help=say.say("cli.help.save"))
    parser.add_argument("--resume", metavar="FILE", help=say.say("cli.help.resume"))


@stoppable()
def run(options: argparse.Namespace, say: Speaker) -> None:
    table = _new(options, say) if options.resume is None else _resumed(options, say)
    if options.save is not None:
        table.save(options.save)  # what can't be written is refused before anybody has played
    out = console(stderr=options.json)
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")

    from lostcities.bots.exec_bot import BotFailure
    from lostcities.cli.sitting import Leave, Sitting

    sitting = Sitting(table.match, table.players, out, say, table.save)
    try:
        table.catch_up(sitting)
        sitting.play()
    except (Leave, KeyboardInterrupt):
        out.print(_how_to_go_on(table, say), soft_wrap=True)  # a command is not broken
    except BotFailure:
        if table.file:
            out.print(_how_to_go_on(table, say), soft_wrap=True)
        raise
    else:
        table.save(None)
    finally:
        sitting.close()
    if options.json:
        _print_result(table, sitting.players)


def _how_to_go_on(table: _Table, say: Speaker) -> str:
    """What to type for the rest of a match, which is saved here. Whoever is brought along is named again."""
    from lostcities.bots.entrants import is_brought_along

    saved = table.save(None)
    if not saved:
        return say.say("cli.play.not-saved")
    typed = shlex.quote(saved)
    names = [player.recorded_name for player in table.players]
    if any(map(is_brought_along, names)):
        typed += f" --players {_as_typed(names)}"
    return say.say("cli.play.resume", typed=typed)


class _Table:
    """A match, who plays it, and the file that it is kept in."""

    def __init__(
        self,
        match: Match,
        players: list[Player],
        fair: FairDeal | None,
        lots: tuple[str, ...],
        file: str | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.fair = fair
        self.lots = lots
        self.file = file

    @property
    def record(self) -> MatchRecord:
        from lostcities.record import MatchRecord

        names = tuple(player.recorded_name for player in self.players)
        return MatchRecord.of(self.match, names=names, fair=self.fair, lots=self.lots)

    def save(self, file: str | None) -> str:
        """Write the record to a file, from now on this one, if there is any; answers with its name."""
        if file is not None and not (self.file and os.path.abspath(file) == os.path.abspath(self.file)):
            check_new(file)
        if file is None:
            file = self.file
        if file is not None:
            write_text(file, str(self.record))
            self.file = file
        return file or ""

    def catch_up(self, sitting: Sitting) -> None:
        """Let the bots see again what they saw before the match was saved."""
        from lostcities.bots.base import Remembering

        if not any(game.history for game in self.match.games):
            return
        for match in self.record.replay():
            if match.mover is not None and (bot := sitting.bots.get(match.mover)):
                if match.round == self.match.round and len(match.game.history) == len(
                    self.match.game.history
                ):
                    return
                view = match.view(match.mover)
                if isinstance(bot, Remembering):
                    bot.watch(view)
                else:
                    bot.choose(view)


def _new(options: argparse.Namespace, say: Speaker) -> _Table:
    variant = read_variant(options)
    variant, players = _players(options, variant, say)
    seed = None if options.seed is None else read_number("--seed", options.seed, 0, LARGEST_SEED)
    prepare_players(variant, (player.bot for player in players if player.bot), say)

    from lostcities.fair import FairDeal
    from lostcities.match import Match

    if seed is not None:
        oldest = random.Random(seed).randrange(variant.players)
        return _Table(Match.random(variant, seed=seed, oldest=oldest), players, None, ())
    fair = FairDeal.new()
    match = Match(
        variant,
        lambda number: fair.deal(variant, number),
        oldest=fair.lot(variant, "oldest", variant.players),
    )
    return _Table(match, players, fair, ("oldest",))


def _resumed(options: argparse.Namespace, say: Speaker) -> _Table:
    _leave_out("cli.resumed", options, "edition", "people", "bots", "seed")
    text = read_text(options.resume)

    from lostcities.record import MatchRecord

    record = MatchRecord.parse(text)
    if options.players is not None:
        variant, players = _players(options, record.variant, say)
        if variant != record.variant:
            raise _wrong_number(len(players), record.variant)
    else:
        players = _recorded_players(record)
    prepare_players(record.variant, (player.bot for player in players if player.bot), say)
    match = record.match()
    if match.over:
        raise UsageError("cli.finished", file=options.resume)
    return _Table(match, players, record.fair, record.lots, options.resume)


def _recorded_players(record: MatchRecord) -> list[Player]:
    """Those that a record names. It must not start a program or read a file by itself."""
    from lostcities.bots import BOTS
    from lostcities.bots.entrants import is_brought_along
    from lostcities.cli.sitting import Player, tell_apart

    seats = record.variant.seat_names
    named = [name or seat for name, seat in zip(record.names, seats, strict=True)]
    for name in named:
        if is_brought_along(name):
            raise UsageError("cli.brought-along", name=name, players=_as_typed(named))
    return tell_apart([Player(name, name if name in BOTS else None) for name in named], seats)


def _leave_out(why: str, options: argparse.Namespace, *names: str) -> None:
    """Refuse options that would change nothing beside another one."""
    for name in names:
        if getattr(options, name) is not None:
            raise UsageError(why, option=f"--{name}")


def _wrong_number(names: int, variant: Variant) -> UsageError:
    return UsageError("cli.seats", names=names, seats=variant.players, edition=variant.edition.id)


def _names_in(text: str) -> list[str]:
    """What `--players` says: names between commas; one with a comma stands in quotes."""
    try:
        return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]
    except csv.Error:
        return [text]


def _as_typed(names: Iterable[str]) -> str:
    """Those that a record names, as somebody types them after `--players`."""
    from lostcities.bots import BOTS
    from lostcities.bots.entrants import is_brought_along

    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(
        name if name in BOTS or is_brought_along(name) else f"{PERSON}:{name}" for name in names
    )
    return shlex.quote(line.getvalue())


def _players(options: argparse.Namespace, variant: Variant, say: Speaker) -> tuple[Variant, list[Player]]:
    """Who sits where; Rivals has as many seats as players are named, unless it is said how many play."""
    from lostcities.bots import BOTS, UnknownBot
    from lostcities.bots.entrants import check_entrant, is_brought_along
    from lostcities.cli.sitting import Player, tell_apart

    if options.players is not None:
        _leave_out("cli.players-or-people", options, "people", "bots")
        named = _names_in(options.players)
    else:
        most = max(variant.edition.players)
        people = 1 if options.people is None else read_number("--people", options.people, 0, most)
        seats = max(variant.players, people)
        opponent = OPPONENT if options.bots is None else options.bots
        named = [PERSON] * people + [opponent] * (seats - people)
    variant = variant.for_players(len(named))
    if len(named) != variant.players:
        raise _wrong_number(len(named), variant)
    people = sum(name.partition(":")[0] == PERSON for name in named)
    players = []
    for seat, name in zip(variant.seat_names, named, strict=True):
        kind, _, called = name.partition(":")
        if kind == PERSON:
            default = say.say("cli.play.you") if people == 1 else say.say("cli.play.player", seat=seat)
            players.append(Player(called.strip()[:LONGEST_NAME] or default))
        elif name in BOTS or is_brought_along(name):
            check_entrant(name, variant)
            players.append(Player(name, name))
        else:
            raise UnknownBot("cli.player", name=name, bots=tuple(BOTS))
    if any(player.bot is None and player.name in BOTS for player in players):
        raise UsageError("cli.bot-name", bots=tuple(BOTS))
    return variant, tell_apart(players, variant.seat_names)


def _print_result(table: _Table, players: Iterable[Player]) -> None:
    from lostcities.plain import plain

    match = table.match
    print_json(
        {
            "variant": str(match.variant),
            "players": [player.name for player in players],
            "over": match.over,
            "round": match.round,
            "scores": plain(match.scores),
            "totals": plain(match.totals),
            "result": plain(match.result),
            "file": table.file,
        }
    )

"""`lostcities seat`: a program sits down at a table of a server, and plays there to the end."""

from __future__ import annotations

import argparse
import os
import re
import secrets
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lostcities.cli.devices import TOKEN
from lostcities.cli.options import UsageError
from lostcities.cli.output import print_json, printable
from lostcities.cli.programs import ENDINGS, program_options, read_terms, stoppable
from lostcities.errors import reason
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.bots.exec_bot import Terms
    from lostcities.variant import Variant

NICKNAME = "bot"
SEEDS = 2**32
SILENCE = 60
"""Seconds between two complaints that a server is not there."""


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("url", metavar="URL", help=say.say("cli.seat.help.url"))
    parser.add_argument("bot", metavar="exec:COMMAND", help=say.say("cli.seat.help.bot"))
    parser.add_argument(
        "--nickname", metavar="NAME", default=NICKNAME, help=say.say("cli.seat.help.nickname")
    )
    program_options(parser, say)


@stoppable()
def run(options: argparse.Namespace, say: Speaker) -> None:
    server, table = read_table(options.url)
    terms = read_terms(options)

    import asyncio

    from lostcities.bots.entrants import check_program, is_program
    from lostcities.client import TROUBLE, Client, Refused

    if not is_program(options.bot):
        raise UsageError("cli.seat-bot", what=options.bot)
    check_program(options.bot)
    client = Client(server, os.environ.get(TOKEN, "").strip() or None, say.language)
    try:
        missing = waiting_for(server, say)
        over = asyncio.run(_play(client, table, options.nickname, options.bot, terms, missing))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    except Refused as no:
        raise UsageError("cli.seat-refused", detail=no.detail) from None
    except TROUBLE as error:
        raise UsageError("cli.seat-unreachable", url=server, reason=reason(error)) from None
    kept = client.kept[table]
    differences = kept.differences(over)
    for what in differences:
        print(say.say(f"cli.seat.differs.{what}"), file=sys.stderr)
    if options.json:
        print_json(
            {"table": table, "status": over["status"], "totals": over["totals"], "result": over["result"]}
        )
    else:
        print(say.say("cli.seat.over", points=" : ".join(map(str, over["totals"]))))


def read_table(url: str) -> tuple[str, str]:
    """The server and the table that an address names, as the page shows it."""
    try:
        parts = urlsplit(url)
        served = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:
        served = False
    if served:
        match parts.path.strip("/").split("/"):
            case ["table", table] if re.fullmatch(r"[0-9A-Za-z_-]{1,32}", table):
                return f"{parts.scheme}://{parts.netloc}", table
    raise UsageError("cli.seat-url", what=url)


def with_sheets(variant: Variant, view: dict[str, Any]) -> dict[str, Any]:
    """A server's view as the library gives it to programs: with the score sheets. While a round is played the
    server sends the points alone."""
    from lostcities.cards import Card, Colour, Exploit
    from lostcities.plain import plain
    from lostcities.rows import sheet_of

    whole = {name: value for name, value in view.items() if name != "points"}
    if whole["sheets"] is None:
        coins = view.get("gold", [0] * variant.sides)
        held = view.get("exploits", [()] * variant.sides)
        whole["sheets"] = [
            plain(
                sheet_of(
                    variant,
                    {Colour(colour): tuple(map(Card.parse, cards)) for colour, cards in rows.items()},
                    exploits=tuple(map(Exploit, held[side])),
                    coins=coins[side],
                )
            )
            for side, rows in enumerate(view["expeditions"])
        ]
    return whole


def waiting_for(server: str, say: Speaker) -> Callable[[Exception], None]:
    """Says that a server is not there and is waited for, now and then."""
    again = 0.0

    def missing(error: Exception) -> None:
        nonlocal again
        if (now := time.monotonic()) >= again:
            again = now + SILENCE
            line = say.say("cli.seat.waiting", url=server, reason=printable(reason(error)))
            print(line, file=sys.stderr, flush=True)

    return missing


async def _play(
    client: Any, table: str, nickname: str, bot: str, terms: Terms, missing: Callable[[Exception], None]
) -> Any:
    """Sit down, play, and get up if the program fails or the command is stopped, so that nobody need wait."""
    import asyncio

    from lostcities.bots.exec_bot import BotFailure, ExecBot
    from lostcities.client import TROUBLE, Refused, play
    from lostcities.variant import Variant

    _cancel_when_ended()
    async with client:
        if client.token is None:
            await client.become_guest(nickname)
        program, over = None, None
        try:
            joined = await client.sit_down(table)
            variant, seat = joined["variant"]["text"], joined["you"]["seat"]
            program = ExecBot(bot, seat, terms)
            await asyncio.to_thread(program.greet, Variant.parse(variant), secrets.randbelow(SEEDS))
            playing = Variant.parse(variant)
            over = await play(
                client,
                table,
                lambda view: asyncio.to_thread(program.ask, with_sheets(playing, view)),
                missing=missing,
            )
            return over
        except (BotFailure, asyncio.CancelledError):
            with suppress(Refused, *TROUBLE):  # whatever it says, and if it is not there
                await client.call("POST", f"/api/tables/{table}/leave")
            raise
        finally:
            if program is not None:
                await asyncio.to_thread(program.close, over and over["result"])


def _cancel_when_ended() -> None:
    """What ends the command ends this task where it waits, as Ctrl-C does. As an exception it could strike in
    the middle of a step, and the seat would stay taken."""
    import asyncio

    task = asyncio.current_task()
    assert task is not None
    with suppress(NotImplementedError):  # Windows
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                asyncio.get_running_loop().add_signal_handler(number, task.cancel)

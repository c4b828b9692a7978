"""Programs that play, as the command line knows them: `exec:` and a command."""

from __future__ import annotations

import argparse
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lostcities.cli.options import UsageError
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.arena.tally import Forfeit
    from lostcities.bots.exec_bot import Terms

LONGEST_LIMIT = 3600
LONGEST_LABEL = 40
ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""How a command is ended from outside. Windows knows the first alone."""


def program_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    """The options for programs that play: `exec:` and a command."""
    parser.add_argument("--time-limit", metavar="S", default="5", help=say.say("cli.programs.time-limit"))
    parser.add_argument("--start-limit", metavar="S", default="30", help=say.say("cli.programs.start-limit"))
    parser.add_argument("--stderr", action="store_true", help=say.say("cli.programs.stderr"))


@contextmanager
def stoppable() -> Iterator[None]:
    """Whoever ends the command, as `timeout` does, or closes its terminal, interrupts it: no program is left
    behind. What is ignored, as by `nohup`, stays so."""
    before = {number: signal.getsignal(number) for number in ENDINGS}
    heeded = [number for number in ENDINGS if before[number] is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def read_terms(options: argparse.Namespace) -> Terms:
    from lostcities.bots.exec_bot import Terms

    return Terms(
        read_seconds("--time-limit", options.time_limit),
        read_seconds("--start-limit", options.start_limit),
        options.stderr,
    )


def read_seconds(option: str, text: str) -> float:
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?", text, re.ASCII) and 0 < float(text) <= LONGEST_LIMIT:
        return float(text)
    raise UsageError("cli.seconds", option=option, what=text, most=LONGEST_LIMIT)


def labels(bots: Sequence[str], names: Sequence[str | None]) -> list[str]:
    """What a table calls each bot: a program by its own name and its command. Folders are left out, unless
    two would look alike."""
    short = [_label(_without_folders(bot), name) for bot, name in zip(bots, names, strict=True)]
    return [
        label if short.count(label) == 1 else _label(bot, name)
        for label, bot, name in zip(short, bots, names, strict=True)
    ]


def _label(command: str, name: str | None) -> str:
    label = f"{name} ({command})" if name else command
    return (
        label
        if len(label) <= LONGEST_LABEL
        else f"{label[: LONGEST_LABEL // 2]}…{label[1 - LONGEST_LABEL // 2 :]}"
    )


def _without_folders(bot: str) -> str:
    from lostcities.bots.entrants import is_brought_along, is_program
    from lostcities.bots.exec_bot import command_of

    if not is_brought_along(bot):
        return bot
    words = command_of(bot) if is_program(bot) else [bot.partition(":")[2]]
    return " ".join(word.rpartition("/")[2] or word for word in words)


def forfeit_lines(forfeits: Sequence[Forfeit], say: Speaker) -> list[str]:
    """Why matches were lost without being played out: each fault of a program once, with its number. Illegal
    moves are seldom the same, so the first stands for all."""
    reasons: dict[tuple[object, str], list[str]] = {}
    for forfeit in forfeits:
        reason = say.say(f"errors.{forfeit.code}", **forfeit.facts)
        reasons.setdefault((forfeit.facts["bot"], forfeit.code), []).append(reason)
    return [
        say.say(
            "cli.programs.forfeits" if len(set(alike)) == 1 else "cli.programs.forfeits-alike",
            number=str(len(alike)),
            reason=alike[0],
        )
        for alike in reasons.values()
    ]

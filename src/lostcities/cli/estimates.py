"""Games between bots at a terminal: the options that they share, a progress bar, and estimates in figures."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lostcities.cli.options import UsageError, read_number
from lostcities.cli.output import console
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.arena.estimate import Estimate
    from lostcities.arena.executor import Played
    from lostcities.arena.plan import Plan
    from lostcities.arena.tally import Forfeit
    from lostcities.bots.exec_bot import Terms

MOST_GAMES = 10_000_000
MOST_JOBS = 256
LARGEST_SEED = 2**39
LONGEST_LIMIT = 3600
NOTHING = "–"


def game_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    """The options of every command that lets bots play many games."""
    parser.add_argument("--seed", metavar="N", default="0", help=say.say("cli.help.seed"))
    parser.add_argument("--jobs", metavar="N", default="0", help=say.say("cli.help.jobs"))
    program_options(parser, say)


def program_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    """The options for programs that play: `exec:` and a command."""
    parser.add_argument("--time-limit", metavar="S", default="5", help=say.say("cli.programs.time-limit"))
    parser.add_argument("--start-limit", metavar="S", default="30", help=say.say("cli.programs.start-limit"))
    parser.add_argument("--stderr", action="store_true", help=say.say("cli.programs.stderr"))


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


def read_seed_and_jobs(options: argparse.Namespace) -> tuple[int, int]:
    seed = read_number("--seed", options.seed, 0, LARGEST_SEED)
    return seed, read_number("--jobs", options.jobs, 0, MOST_JOBS)


def with_progress(played: Iterable[Played], plans: Sequence[Plan], say: Speaker) -> Iterator[Played]:
    """A progress bar on standard error, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.progress import track

    deals = sum(plan.deals for plan in plans)
    yield from track(
        played, say.say("cli.simulate.playing"), deals, console=console(stderr=True), transient=True
    )


def label(bot: str) -> str:
    """A bot's name for a table: of a program's command, no folders."""
    if not bot.startswith("exec:"):
        return bot
    return " ".join(word.rpartition("/")[2] or word for word in bot.removeprefix("exec:").split())


def figure(estimate: Estimate | None) -> str:
    """A mean alone."""
    return NOTHING if estimate is None else f"{estimate.value:+.1f}"


def figure_with_error(estimate: Estimate | None) -> str:
    if estimate is None or estimate.error is None:
        return figure(estimate)
    return f"{estimate.value:+.1f} ± {estimate.error:.1f}"


def percent(rate: Estimate | None) -> str:
    if rate is None or rate.low is None or rate.high is None:
        return NOTHING
    return f"{100 * rate.value:.1f} % [{100 * rate.low:.1f}–{100 * rate.high:.1f}]"


def forfeit_lines(forfeits: Sequence[Forfeit], say: Speaker) -> list[str]:
    """Why matches were lost without being played out: each reason once, with its number."""
    reasons = [say.say(f"errors.{forfeit.code}", **forfeit.facts) for forfeit in forfeits]
    return [
        say.say("cli.programs.forfeits", number=str(reasons.count(reason)), reason=reason)
        for reason in dict.fromkeys(reasons)
    ]

"""What the commands share that let bots play many games: options, a progress bar, figures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lostcities.cli.options import LARGEST_SEED, read_number
from lostcities.cli.output import console
from lostcities.cli.programs import program_options
from lostcities.words import Speaker

if TYPE_CHECKING:
    from rich.table import Table

    from lostcities.arena.estimate import Estimate
    from lostcities.arena.executor import Played
    from lostcities.arena.plan import Plan

MOST_GAMES = 10_000_000
MOST_JOBS = 256
NOTHING = "–"


def game_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    """The options of every command that lets bots play many games."""
    parser.add_argument("--seed", metavar="N", default="0", help=say.say("cli.help.seed"))
    parser.add_argument("--jobs", metavar="N", default="0", help=say.say("cli.help.jobs"))
    program_options(parser, say)


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


def table_of(first_column: str, others: Iterable[str], *, no_wrap: bool = False) -> Table:
    """Labels, and beside them figures. Both may be broken, but nothing is left out."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, collapse_padding=True)
    table.add_column(first_column, overflow="fold")
    for name in others:
        table.add_column(name, justify="right", overflow="fold", no_wrap=no_wrap)
    return table


def figure(estimate: Estimate | None, say: Speaker) -> str:
    """A mean alone."""
    return NOTHING if estimate is None else say.name(estimate.value, "+.1f")


def figure_with_error(estimate: Estimate | None, say: Speaker) -> str:
    if estimate is None or estimate.error is None:
        return figure(estimate, say)
    return f"{figure(estimate, say)} ± {say.name(estimate.error, '.1f')}"


def percent(rate: Estimate | None, say: Speaker) -> str:
    if rate is None or rate.low is None or rate.high is None:
        return NOTHING
    value, low, high = (say.name(100 * share, ".1f") for share in (rate.value, rate.low, rate.high))
    return f"{value} % [{low}–{high}]"

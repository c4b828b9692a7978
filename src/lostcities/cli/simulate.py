"""`lostcities simulate`: many games between bots, and what they show."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lostcities.cli.options import check_language, read_number, read_variant, variant_option
from lostcities.cli.output import console, prepare_rules, print_json
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.simulate import Estimate, Plan, Summary

MOST_GAMES = 10_000_000
MOST_JOBS = 256
LARGEST_SEED = 2**39


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="+", help=say.say("cli.help.bots"))
    variant_option(parser, say)
    parser.add_argument("--games", metavar="N", default="100", help=say.say("cli.help.games"))
    parser.add_argument("--seed", metavar="N", default="0", help=say.say("cli.help.seed"))
    parser.add_argument("--jobs", metavar="N", default="0", help=say.say("cli.help.jobs"))
    parser.add_argument("--mirrored", action="store_true", help=say.say("cli.help.mirrored"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    check_language(options)
    variant = read_variant(options)
    games = read_number("--games", options.games, 1, MOST_GAMES)
    seed = read_number("--seed", options.seed, 0, LARGEST_SEED)
    jobs = read_number("--jobs", options.jobs, 0, MOST_JOBS)

    from lostcities import simulate
    from lostcities.plain import plain

    plan = simulate.Plan.of(variant, options.bots, games, seed=seed, mirrored=options.mirrored)
    prepare_rules(variant, say)
    deals = simulate.run(plan, jobs or simulate.sensible_jobs(plan))
    summary = simulate.sum_up(plan, list(_with_progress(deals, plan, say)))
    if options.json:
        print_json(plain(summary))
    else:
        _print_summary(summary, say)


def _with_progress(deals: Iterable[Any], plan: Plan, say: Speaker) -> Iterator[Any]:
    """A progress bar on standard error, if somebody is there to see it."""
    if not sys.stderr.isatty():
        yield from deals
        return
    from rich.progress import track

    bar = console(stderr=True)
    yield from track(deals, say.say("cli.simulate.playing"), plan.deals, console=bar, transient=True)


def _print_summary(summary: Summary, say: Speaker) -> None:
    from rich import box
    from rich.table import Table

    out = console()
    title = say.say(
        "cli.simulate.title",
        variant=str(summary.variant),
        games=str(summary.games),
        rounds=str(summary.games * summary.rounds),
        turns=f"{summary.turns:.1f}",
    )
    out.print(title)
    if summary.mirrored:
        out.print(say.say("cli.simulate.mirrored"), style="dim")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column(say.say("cli.simulate.bot"))
    for name in ("points", "margin", "wins", "draws"):
        table.add_column(say.say(f"cli.simulate.{name}"), justify="right")
    for standing in summary.standings:
        table.add_row(
            standing.bot,
            _points(standing.points),
            _points(standing.margin),
            _percent(standing.wins),
            _percent(standing.draws),
        )
    out.print(table)
    if summary.common:
        out.print(say.say("cli.simulate.common", points=_points(summary.common)))
    out.print(say.say("cli.simulate.note"), style="dim")


def _points(estimate: Estimate) -> str:
    if estimate.high is None:
        return f"{estimate.value:+.1f}"
    return f"{estimate.value:+.1f} ± {estimate.high - estimate.value:.1f}"


def _percent(rate: Estimate) -> str:
    percent = f"{100 * rate.value:.1f} %"
    if rate.low is None or rate.high is None:
        return percent
    return f"{percent} [{100 * rate.low:.1f}–{100 * rate.high:.1f}]"

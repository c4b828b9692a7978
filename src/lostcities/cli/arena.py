"""`lostcities arena`: bots of anyone's against each other on mirrored deals."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from lostcities.cli.contest import (
    MOST_GAMES,
    NOTHING,
    figure,
    figure_with_error,
    game_options,
    percent,
    read_seed_and_jobs,
    table_of,
    with_progress,
)
from lostcities.cli.options import read_number, read_variant, variant_option
from lostcities.cli.output import console, prepare_players, print_json
from lostcities.cli.programs import forfeit_lines, labels, read_terms, stoppable
from lostcities.variant import MOST_ROUNDS
from lostcities.words import Speaker

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from lostcities.arena.pool import Meeting, PoolSummary
    from lostcities.arena.summary import Summary

WIDEST = 100_000  # columns of a table, more than any has


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="+", help=say.say("cli.arena.help.bots"))
    variant_option(parser, say)
    parser.add_argument("--rounds", metavar="N", help=say.say("cli.arena.help.rounds"))
    parser.add_argument("--deals", metavar="N", default="100", help=say.say("cli.arena.help.deals"))
    parser.add_argument("--alone", action="store_true", help=say.say("cli.arena.help.alone"))
    game_options(parser, say)
    parser.add_argument("--ray", action="store_true", help=say.say("cli.arena.help.ray"))


@stoppable()
def run(options: argparse.Namespace, say: Speaker) -> None:
    variant = read_variant(options)
    if options.rounds is not None:
        variant = replace(variant, rounds=read_number("--rounds", options.rounds, 1, MOST_ROUNDS))
    deals = read_number("--deals", options.deals, 1, MOST_GAMES)
    seed, jobs = read_seed_and_jobs(options)
    terms = read_terms(options)

    from lostcities.arena import executor
    from lostcities.arena.plan import pool
    from lostcities.arena.pool import gather, sum_up_pool
    from lostcities.plain import plain

    plans = pool(variant, options.bots, deals, alone=options.alone, seed=seed, terms=terms)
    prepare_players(variant, options.bots, say)
    played = executor.run(plans, jobs or executor.sensible_jobs(plans), ray=options.ray)
    summary = sum_up_pool(options.bots, plans, gather(plans, with_progress(played, plans, say)))
    if options.json:
        print_json(plain(summary))
    else:
        _print_pool(summary, say)


def _print_pool(pool: PoolSummary, say: Speaker) -> None:
    out = console()
    bots = labels(pool.bots, pool.names)
    turns = [meeting.summary.turns for meeting in pool.meetings if meeting.summary.turns is not None]
    out.print(
        say.say(
            "cli.arena.title",
            variant=str(pool.variant),
            games=str(sum(meeting.summary.games for meeting in pool.meetings)),
            turns=say.name(sum(turns) / len(turns), ".1f") if turns else NOTHING,
        )
    )
    out.print()
    if pool.ratings:
        out.print(_ratings(pool, bots, say))
        out.print()
    if len(pool.bots) == 2 and not pool.variant.cooperation:
        out.print(_meeting(pool.meetings[0].summary, bots, say))
    else:
        _print_whole(_cross_table(pool, bots, say), out)
    out.print()
    out.print(_habits(pool, bots, say))
    out.print()
    for line in forfeit_lines(pool.forfeits, say):
        out.print(line, style="red")
    out.print(say.say("cli.arena.note"), style="dim")


def _meeting(summary: Summary, bots: Sequence[str], say: Speaker) -> Table:
    """Two bots: the margin, and what they won."""
    columns = ["margin", "points", "wins", *(["round-wins"] if summary.rounds > 1 else [])]
    table = table_of(say.say("cli.simulate.bot"), (say.say(f"cli.arena.{name}") for name in columns))
    for bot, standing in zip(bots, summary.standings, strict=True):
        cells = [
            figure_with_error(standing.margin, say),
            figure(standing.points, say),
            percent(standing.wins, say),
        ]
        table.add_row(bot, *cells, *([percent(standing.round_wins, say)] if summary.rounds > 1 else []))
    return table


def _habits(pool: PoolSummary, bots: Sequence[str], say: Speaker) -> Table:
    from lostcities.arena.tally import HABITS

    names = HABITS[pool.variant.edition.family]
    columns = (say.say(f"cli.arena.{name.replace('_', '-')}") for name in names)
    table = table_of(say.say("cli.arena.habits"), columns)
    for bot, habits in zip(bots, pool.habits, strict=True):
        table.add_row(bot, *(say.name(habits[name], ".2f") if habits else NOTHING for name in names))
    return table


def _ratings(pool: PoolSummary, bots: Sequence[str], say: Speaker) -> Table:
    """The best first. Deals that all ended alike say nothing about how far chance goes."""
    table = table_of(say.say("cli.simulate.bot"), [say.say("cli.arena.rating")])
    rated = zip(bots, pool.ratings, strict=True)
    for bot, rating in sorted(rated, key=lambda entry: -entry[1].value):
        interval = f" [{rating.low:.0f}–{rating.high:.0f}]" if rating.low < rating.high else ""
        table.add_row(bot, f"{rating.value:.0f}{interval}")
    return table


def _cross_table(pool: PoolSummary, bots: Sequence[str], say: Speaker) -> Table:
    """What the bot of each line scored against the bot of each column, or together with it."""
    cells = {}
    for meeting in pool.meetings:
        cells[meeting.first, meeting.second] = _cell(meeting, 0, say)
        cells[meeting.second, meeting.first] = _cell(meeting, 1, say)
    numbers = range(len(bots))
    what = say.say("cli.arena.together" if pool.variant.cooperation else "cli.arena.cross")
    table = table_of(what, (str(number + 1) for number in numbers), no_wrap=True)
    for number, bot in enumerate(bots):
        found = (cells.get((number, other), NOTHING) for other in numbers)
        table.add_row(f"{number + 1} {bot}", *found)
    return table


def _cell(meeting: Meeting, entrant: int, say: Speaker) -> str:
    """Two lines, because a pool has many columns."""
    summary = meeting.summary
    if summary.variant.cooperation:
        return figure_with_error(summary.common, say).replace(" ±", "\n±")
    standing = summary.standings[entrant]
    score = standing.wins.value + standing.draws.value / 2
    return f"{100 * score:.0f} %\n{figure(standing.margin, say)}"


def _print_whole(table: Table, out: Console) -> None:
    """No figure is cut short: where a screen is too narrow, it breaks the lines itself."""
    from rich.measure import Measurement

    width = out.width
    out.width = max(width, Measurement.get(out, out.options.update(max_width=WIDEST), table).maximum)
    out.print(table)
    out.width = width

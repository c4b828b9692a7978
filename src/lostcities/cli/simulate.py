"""`lostcities simulate`: many games of one table of bots, and what they show."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from lostcities.cli.contest import (
    MOST_GAMES,
    NOTHING,
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
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.arena.summary import Summary


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="+", help=say.say("cli.help.bots"))
    variant_option(parser, say)
    parser.add_argument("--games", metavar="N", default="100", help=say.say("cli.help.games"))
    parser.add_argument("--mirrored", action="store_true", help=say.say("cli.help.mirrored"))
    game_options(parser, say)


@stoppable()
def run(options: argparse.Namespace, say: Speaker) -> None:
    variant = read_variant(options)
    games = read_number("--games", options.games, 1, MOST_GAMES)
    seed, jobs = read_seed_and_jobs(options)
    terms = read_terms(options)

    from lostcities.arena import executor
    from lostcities.arena.plan import simulation
    from lostcities.arena.summary import sum_up
    from lostcities.plain import plain

    plan = simulation(variant, options.bots, games, seed=seed, mirrored=options.mirrored, terms=terms)
    prepare_players(variant, options.bots, say)
    played = executor.run([plan], jobs or executor.sensible_jobs([plan]))
    summary = sum_up(plan, [deal for _, deal in with_progress(played, [plan], say)])
    if options.json:
        print_json(plain(summary))
    else:
        _print_summary(summary, say)


def _print_summary(summary: Summary, say: Speaker) -> None:
    out = console()
    title = say.say(
        "cli.simulate.title",
        variant=str(summary.variant),
        games=str(summary.games),
        rounds=str(summary.games * summary.rounds),
        turns=NOTHING if summary.turns is None else say.name(summary.turns, ".1f"),
    )
    out.print(title)
    if summary.mirrored:
        out.print(say.say("cli.simulate.mirrored"), style="dim")
    columns = (say.say(f"cli.simulate.{name}") for name in ("points", "margin", "wins", "draws"))
    table = table_of(say.say("cli.simulate.bot"), columns)
    standings = summary.standings
    bots = labels([standing.bot for standing in standings], [standing.name for standing in standings])
    for label, standing in zip(bots, standings, strict=True):
        table.add_row(
            label,
            figure_with_error(standing.points, say),
            figure_with_error(standing.margin, say),
            percent(standing.wins, say),
            percent(standing.draws, say),
        )
    out.print()
    out.print(table)
    out.print()
    if summary.common:
        out.print(say.say("cli.simulate.common", points=figure_with_error(summary.common, say)))
    for line in forfeit_lines(summary.forfeits, say):
        out.print(line, style="red")
    out.print(say.say("cli.simulate.note"), style="dim")

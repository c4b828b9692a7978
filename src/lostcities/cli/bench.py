"""`lostcities bench`: decisions a second of random play."""

from __future__ import annotations

import argparse

from lostcities.cli.options import read_number
from lostcities.cli.output import compiling, console, print_json
from lostcities.words import Speaker

MOST_MILLISECONDS = 60_000


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("--milliseconds", metavar="N", default="1000", help=say.say("cli.help.milliseconds"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    seconds = read_number("--milliseconds", options.milliseconds, 1, MOST_MILLISECONDS) / 1000

    from lostcities import bench
    from lostcities.warm import prepare

    prepare("bench", compiling(say, None), bench.compile_all)
    speeds = list(bench.speeds(seconds))
    if options.json:
        print_json(
            [
                {
                    "variant": str(speed.variant),
                    "kernel_decisions_per_second": round(speed.kernel),
                    "api_decisions_per_second": round(speed.api),
                }
                for speed in speeds
            ]
        )
        return

    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=say.say("cli.bench.title"), title_justify="left")
    table.add_column(say.say("cli.bench.variant"))
    table.add_column(say.say("cli.bench.kernel"), justify="right")
    table.add_column(say.say("cli.bench.api"), justify="right")
    for speed in speeds:
        table.add_row(
            str(speed.variant),
            say.say("cli.bench.millions", number=speed.kernel / 1e6),
            say.say("cli.bench.thousands", number=speed.api / 1e3),
        )
    console().print(table)

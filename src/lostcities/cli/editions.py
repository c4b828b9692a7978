"""`lostcities editions`: what can be played."""

from __future__ import annotations

import argparse
from typing import Any

from lostcities.cli.output import console, print_json
from lostcities.plain import plain
from lostcities.variant import EDITIONS, Edition, Family
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    pass


def run(options: argparse.Namespace, say: Speaker) -> None:
    if options.json:
        print_json([_facts(edition) for edition in EDITIONS.values()])
    else:
        _print_table(say)


def switches_of(edition: Edition) -> tuple[str, ...]:
    """The switches that an edition takes, as they are typed."""
    switches = []
    if len(edition.players) > 1:
        switches.append("players=" + "|".join(map(str, edition.players)))
    if edition.family is Family.ROW:
        switches += ["rounds=N", "nothing-in-hand"]
        if 2 in edition.players:
            switches.append("cooperation")
        if edition.has_exploits:
            switches += ["exploits", "exploits=announced"]
        switches.append("guard=N")
    return tuple(switches)


def _facts(edition: Edition) -> dict[str, Any]:
    return {**plain(edition), "switches": list(switches_of(edition))}


def _print_table(say: Speaker) -> None:
    from rich import box
    from rich.table import Table

    from lostcities.kernel import rivals, row

    out = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    for name in ("id", "players", "colours", "hand", "cost", "bonus", "rounds"):
        table.add_column(say.say(f"cli.editions.{name}"), no_wrap=True)
    takers: dict[str, list[str]] = {}
    for edition in EDITIONS.values():
        row_game = edition.family is Family.ROW
        points, cards = (row.BONUS, edition.bonus_from) if row_game else (rivals.BONUS, rivals.BONUS_FROM)
        table.add_row(
            edition.id,
            "–".join(str(n) for n in sorted({edition.players[0], edition.players[-1]})),
            " ".join(edition.colours),
            str(edition.hand_size) if row_game else "–",
            str(edition.cost) if row_game else "–",
            say.say("cli.editions.bonus-from", points=points, cards=cards),
            str(edition.rounds),
        )
        for switch in switches_of(edition):
            takers.setdefault(switch, []).append(edition.id)
    out.print(table)
    switches = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    switches.add_column(say.say("cli.editions.switch"), no_wrap=True)
    switches.add_column(say.say("cli.editions.takers"))
    for switch, ids in takers.items():
        switches.add_row(switch, ", ".join(ids))
    out.print(switches)
    out.print(say.say("cli.editions.hint"), style="dim")

"""`lostcities score`: the score sheet of rows typed in."""

from __future__ import annotations

import argparse

from lostcities.cli.options import read_number, read_variant, variant_option
from lostcities.cli.output import console, prepare_rules, print_json
from lostcities.moves import MOST_GOLD
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("rows", metavar="ROWS", help=say.say("cli.help.rows"))
    variant_option(parser, say)
    parser.add_argument("--coins", metavar="N", default="0", help=say.say("cli.help.coins"))
    parser.add_argument("--hand", metavar="CARDS", default="", help=say.say("cli.help.hand"))
    parser.add_argument("--exploits", metavar="NAMES", default="", help=say.say("cli.help.exploits"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    variant = read_variant(options)
    coins = read_number("--coins", options.coins, 0, MOST_GOLD)
    prepare_rules(variant, say)

    from lostcities.cards import Card, Exploit
    from lostcities.cli.sheets import sheet_table
    from lostcities.plain import plain
    from lostcities.rows import parse_rows, sheet_of

    sheet = sheet_of(
        variant,
        parse_rows(variant, options.rows),
        exploits=[Exploit.parse(name) for name in options.exploits.replace(",", " ").split()],
        hand=[Card.parse(card) for card in options.hand.replace(",", " ").split()],
        coins=coins,
    )
    if options.json:
        print_json({"variant": str(variant), **plain(sheet)})
    else:
        out = console()
        out.print(sheet_table(variant, sheet, say, str(variant), out.width))

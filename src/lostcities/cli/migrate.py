"""`lostcities migrate`: the server's database in the form of this version."""

from __future__ import annotations

import argparse

from lostcities.cli.output import print_json
from lostcities.cli.serve import setting_options
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    setting_options(parser, say, "database", "key_file")
    parser.add_argument("--new-key", action="store_true", help=say.say("server.new-key"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.serve import migrate
    from lostcities.server.settings import Settings

    migrate(Settings.read(vars(options)), new_key=options.new_key)
    if options.json:
        print_json({"migrated": True})
    else:
        print(say.say("server.migrated"))

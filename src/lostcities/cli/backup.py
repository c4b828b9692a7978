"""`lostcities backup FILE`: the server's database as one file, while the server runs."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from lostcities.cli.output import print_json
from lostcities.cli.serve import setting_options
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("file", metavar="FILE", help=say.say("server.care.help.new-file"))
    setting_options(parser, say, *DATABASE_AND_KEY)


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.care.backups import back_up
    from lostcities.server.keys import key_path
    from lostcities.server.settings import Settings

    settings = Settings.read(vars(options))
    contents = back_up(settings, options.file)
    key = str(key_path(settings))
    if options.json:
        print_json({"file": options.file, **asdict(contents), "key_file": key})
    else:
        print(say.say("server.care.backed-up", file=options.file, **asdict(contents)))
        print(say.say("server.care.keep-key", file=key))


DATABASE_AND_KEY = ("database", "key_file")
"""The settings that say where a server keeps what it must not lose."""

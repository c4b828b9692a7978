"""`lostcities restore FILE`: a backup back into the database."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from lostcities.cli.backup import DATABASE_AND_KEY
from lostcities.cli.output import print_json
from lostcities.cli.serve import setting_options
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("file", metavar="FILE", help=say.say("server.care.help.file"))
    parser.add_argument("--force", action="store_true", help=say.say("server.care.help.force"))
    setting_options(parser, say, *DATABASE_AND_KEY)


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.care.backups import restore
    from lostcities.server.keys import key_path
    from lostcities.server.settings import Settings
    from lostcities.server.store.database import head

    settings = Settings.read(vars(options))
    contents = restore(settings, options.file, force=options.force)
    key = str(key_path(settings))
    older = contents.revision != head()
    if options.json:
        print_json({"file": options.file, **asdict(contents), "to_migrate": older, "key_file": key})
    else:
        print(say.say("server.care.restored", file=options.file, **asdict(contents)))
        if older:
            print(say.say("server.care.restored-older"))
        print(say.say("server.care.restore-key", file=key))

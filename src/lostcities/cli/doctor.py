"""`lostcities doctor`: is the server well, and what is to be done if not."""

from __future__ import annotations

import argparse

from lostcities.cli.output import print_json
from lostcities.cli.serve import setting_options
from lostcities.words import Speaker

MARKS = {"ok": "✓", "warning": "!", "trouble": "✗"}
TROUBLE = 2
"""The exit status if anything must be done."""


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("--all", action="store_true", help=say.say("server.care.help.all"))
    parser.add_argument("--fix", action="store_true", help=say.say("server.care.help.fix"))
    setting_options(parser, say)


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.care.doctor import examine
    from lostcities.server.care.findings import Level
    from lostcities.server.settings import Settings

    findings = examine(Settings.read(vars(options)), everything=options.all, fix=options.fix)
    well = all(finding.level is not Level.TROUBLE for finding in findings)
    if options.json:
        print_json(
            {
                "well": well,
                "findings": [
                    {
                        "about": finding.about,
                        "level": finding.level.value,
                        "code": finding.code,
                        "says": finding.say(say),
                    }
                    for finding in findings
                ],
            }
        )
    else:
        for finding in findings:
            print(f"{MARKS[finding.level.value]} {finding.say(say)}")
        print(say.say("doctor.well" if well else "doctor.not-well"))
    if not well:
        raise SystemExit(TROUBLE)

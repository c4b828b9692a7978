"""`lostcities`: reads the command line, and turns whatever goes wrong into one line and status 2.

Nothing heavy is imported here: `--help` answers at once, and each command fetches what it needs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from lostcities.cli import (
    arena,
    backup,
    bench,
    devices,
    doctor,
    editions,
    migrate,
    play,
    record,
    restore,
    score,
    seat,
    serve,
    simulate,
    tables,
)
from lostcities.cli.options import Parser, check_language, common_options, wanted_language
from lostcities.errors import LostCitiesError
from lostcities.words import Speaker, speaker

COMMANDS = {
    "editions": editions,
    "score": score,
    "play": play,
    "record": record,
    "simulate": simulate,
    "arena": arena,
    "seat": seat,
    "bench": bench,
    "devices": devices,
    "serve": serve,
    "migrate": migrate,
    "tables": tables,
    "backup": backup,
    "restore": restore,
    "doctor": doctor,
}
DONE, REFUSED = 0, 2
LONGEST_LINE = 500


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; answers with the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    say = speaker(wanted_language(words, os.environ))
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        return _answer(words, say)
    finally:
        for stream in (sys.stdout, sys.stderr):
            _let_go_of_what_is_left(stream)


def _answer(words: list[str], say: Speaker) -> int:
    try:
        try:
            _run(words, say)
        except SystemExit as stop:  # --help and --version, or a doctor who found trouble
            if stop.code:
                return REFUSED
        sys.stdout.flush()
    except BrokenPipeError:
        return DONE
    except LostCitiesError as error:
        return _refuse(say.say(f"errors.{error.code}", **error.facts))
    except KeyboardInterrupt:
        return _refuse(say.say("errors.cli.interrupted"))
    except OSError as error:
        return _refuse(say.say("errors.cli.system", reason=error.strerror or str(error)))
    except Exception as error:  # a defect: the person can't help it, but must not get a traceback
        return _refuse(say.say("errors.cli.defect", kind=type(error).__name__, reason=str(error)))
    return DONE


def _run(words: list[str], say: Speaker) -> None:
    parser = Parser(prog="lostcities", say=say, description=say.say("cli.help.lostcities"))
    common_options(parser, say)
    parser.add_argument("--version", action="version", version=_version(), help=say.say("cli.help.version"))
    commands = parser.add_subparsers(
        title=say.say("cli.help.commands"), dest="command", metavar="COMMAND", required=True
    )
    for name, module in COMMANDS.items():
        about = say.say(f"cli.help.{name}")
        sub = commands.add_parser(name, say=say, help=about, description=about)
        common_options(sub, say, inherited=True)
        module.add_options(sub, say)
    options, unknown = parser.parse_known_args(words)
    if unknown:
        commands.choices[options.command].error(f"unrecognized arguments: {' '.join(unknown)}")
    check_language(options)
    COMMANDS[options.command].run(options, say)


def _version() -> str:
    from lostcities import __version__

    return f"lostcities {__version__}"


def _refuse(sentence: str) -> int:
    line = "".join(c if c.isprintable() else " " for c in " ".join(sentence.split()))
    if len(line) > LONGEST_LINE:
        line = line[: LONGEST_LINE - 1] + "…"
    with suppress(OSError, ValueError):
        print(f"lostcities: {line}", file=sys.stderr, flush=True)
    return REFUSED


def _open_what_is_closed() -> None:
    """A stream that was closed before the start, as by `<&-`, is empty or takes all."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _let_go_of_what_is_left(stream: TextIO) -> None:
    """What nobody takes any more, because the reader has left or the disk is full, goes nowhere: else Python
    would try once more at its exit, and complain in its own words."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())

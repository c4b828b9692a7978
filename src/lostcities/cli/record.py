"""`lostcities record`: show, replay or verify a match that was written down."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lostcities.cli.files import read_text
from lostcities.cli.options import UsageError
from lostcities.cli.output import console, prepare_rules, print_json
from lostcities.words import Speaker

if TYPE_CHECKING:
    from lostcities.match import Match
    from lostcities.record import Kept, MatchRecord

ACTIONS = ("show", "replay", "verify")


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("action", metavar="|".join(ACTIONS), help=say.say("cli.help.action"))
    parser.add_argument("file", metavar="FILE", help=say.say("cli.help.file"))
    parser.add_argument("--at", metavar="ROUND.PLY", help=say.say("cli.help.at"))
    parser.add_argument("--commitment", metavar="HEX", help=say.say("cli.help.commitment"))
    for name, metavar in (("cut", "SEAT=CUT"), ("seal", "SEAT=HEX")):
        about = say.say(f"cli.help.{name}")
        parser.add_argument(f"--{name}", metavar=metavar, action="append", default=[], help=about)
    parser.add_argument("--key", metavar="FILE|FINGERPRINT", help=say.say("cli.help.key"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    if options.action not in ACTIONS:
        raise UsageError("cli.action", what=options.action, actions=ACTIONS)
    if options.at is not None and options.action != "replay":
        raise UsageError("cli.at")
    if options.action != "verify" and (options.commitment or options.cut or options.seal or options.key):
        raise UsageError("cli.kept")
    place = None if options.at is None else _read_place(options.at)
    text = read_text(options.file, or_stdin=True)

    from lostcities.record import MatchRecord

    record = MatchRecord.parse(text)
    prepare_rules(record.variant, say)
    if options.action == "show":
        _show(record, options.json, say)
    elif options.action == "replay":
        _replay(record, place, options.json, say)
    else:
        _verify(record, _kept(record, options), options.json, say)


def _kept(record: MatchRecord, options: argparse.Namespace) -> Kept:
    """What somebody has kept of the match, from the options."""
    from lostcities.fair import check_cut
    from lostcities.record import Kept
    from lostcities.record.text import COMMITMENT
    from lostcities.signature import FINGERPRINT, KEY, read_fingerprint

    def by_seat(texts: list[str]) -> dict[int, str]:
        pairs = [text.partition("=") for text in texts]
        seats = record.variant.seat_names
        for seat, sign, value in pairs:
            if seat not in seats or not sign or not value:
                raise UsageError("cli.by-seat", what="".join((seat, sign, value)), seats=seats)
        return {seats.index(seat): value for seat, _, value in pairs}

    cuts, seals = by_seat(options.cut), by_seat(options.seal)
    for cut in cuts.values():
        check_cut(cut)
    for text in (*seals.values(), *([options.commitment] if options.commitment is not None else [])):
        if not COMMITMENT.fullmatch(text):
            raise UsageError("cli.hexadecimal", what=text[:80])
    key = options.key
    if key is not None:
        is_key = FINGERPRINT.fullmatch(key) or KEY.fullmatch(key)
        key = read_fingerprint(key if is_key else read_text(key))
    return Kept(options.commitment, cuts, seals, key)


def _read_place(text: str) -> tuple[int, int]:
    place = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,5})", text, re.ASCII)
    if not place:
        raise UsageError("cli.place", what=text)
    return int(place[1]), int(place[2])


def _names(record: MatchRecord) -> list[str]:
    seats = record.variant.seat_names
    return [name or seat for name, seat in zip(record.names, seats, strict=True)]


def _show(record: MatchRecord, as_json: bool, say: Speaker) -> None:
    match = record.match()

    from lostcities.cli.sheets import rounds_table, sheet_table
    from lostcities.plain import plain

    if as_json:
        print_json(
            {
                "variant": str(match.variant),
                "names": _names(record),
                "over": match.over,
                "out_of_time": match.out_of_time,
                "rounds": [
                    {"starter": game.starter, "plies": len(game.history), "over": game.over, "sheets": sheets}
                    for game, sheets in zip(match.games, plain(match.sheets), strict=True)
                ],
                "totals": plain(match.totals),
                "result": plain(match.result),
            }
        )
        return
    from lostcities.cli.screen import Screen

    out = console()
    screen = Screen(out, _names(record), say)
    sides = [screen.side_name(match.view(), side) for side in range(match.variant.sides)]
    state = "finished" if match.over else "running"
    out.print(
        say.say(f"cli.record.{state}", variant=str(match.variant), sides=", ".join(sides)), style="bold"
    )
    for number, sheets in enumerate(match.sheets, 1):
        for side, sheet in enumerate(sheets):
            title = say.say("cli.record.sheet", number=str(number), side=sides[side])
            out.print(sheet_table(match.variant, sheet, say, title, out.width))
    if match.scores:
        out.print(rounds_table(sides, match.scores, match.totals, say))
    if match.out_of_time is not None:
        out.print(say.say("cli.record.out-of-time", name=screen.names[match.out_of_time]))


def _states(record: MatchRecord, place: tuple[int, int] | None) -> Iterator[Match]:
    """The states to be shown: all, or the one after so many decisions of a round."""
    last = (1, 0)
    for match in record.replay():
        last = match.round, len(match.game.history)
        if place in (None, last):
            yield match
            if place:
                return
    if place:
        raise UsageError("cli.no-such-place", what=f"{place[0]}.{place[1]}", last=f"{last[0]}.{last[1]}")


def _replay(record: MatchRecord, place: tuple[int, int] | None, as_json: bool, say: Speaker) -> None:
    if as_json:
        print_json([_plain_state(match) for match in _states(record, place)])
        return
    from lostcities.cli.screen import Screen

    out = console()
    screen = Screen(out, _names(record), say)
    for match in _states(record, place):
        seat, move = match.game.history[-1] if match.game.history else (None, None)
        at = f"{match.round}.{len(match.game.history)}"
        done = say.say("cli.record.move", name=screen.names[seat], move=move) if seat is not None else ""
        out.print(f"{at}  {done}".rstrip(), style="bold")
        screen.draw(match.view())
        screen.draw_hands(match.game)
        out.print()


def _plain_state(match: Match) -> dict[str, Any]:
    from lostcities.plain import plain

    game = match.game
    return {
        "round": match.round,
        "ply": len(game.history),
        "move": plain(game.history[-1][1]) if game.history else None,
        "view": plain(match.view()),
    }


def _verify(record: MatchRecord, kept: Kept, as_json: bool, say: Speaker) -> None:
    from lostcities.record import Status, verify

    report = verify(record, kept)
    for check in report.checks:
        if check.status is Status.FAILED and check.problem:
            raise check.problem
    if as_json:
        print_json(
            {
                "ok": report.ok,
                "proven": report.proven,
                "kept": kept.commitment is not None and bool(kept.cuts),
                "authenticity": report.authenticity,
                "checks": [
                    {"about": check.about, "status": check.status, "says": check.say(say.language)}
                    for check in report.checks
                ],
            }
        )
        return
    out = console()
    for check in report.checks:
        mark = "✓" if check.status is Status.PASSED else "?"
        out.print(f"{mark} {check.say(say.language)}", style="green" if mark == "✓" else "yellow")
    proven = report.proven and kept.commitment is not None and bool(kept.cuts)
    result = "proven" if proven else "agrees" if report.proven else "unproven"
    out.print(say.say(f"cli.record.{result}"), style="bold")
    out.print(say.say(f"cli.record.{report.authenticity}"), style="bold")

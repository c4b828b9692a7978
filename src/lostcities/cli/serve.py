"""`lostcities serve`: tables over HTTP."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from dataclasses import fields

from lostcities.cli.output import compiling, print_json
from lostcities.variant import Family
from lostcities.words import Speaker


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    setting_options(parser, say)
    parser.add_argument("--open", action="store_true", help=say.say("page.open"))


def setting_options(
    parser: argparse.ArgumentParser, say: Speaker, *names: str, inherited: bool = False
) -> None:
    """An option for each setting of the server, or for those named."""
    from lostcities.server.settings import GROUPS, Settings, defaults, group_of

    known = defaults()
    places: dict[str, argparse._ActionsContainer] = {"": parser}
    if not names:
        places |= {name: parser.add_argument_group(say.say(f"server.groups.{name}")) for name in GROUPS}
    for item in fields(Settings):
        if names and item.name not in names:
            continue
        name = item.name.replace("_", "-")
        variable = f"LOSTCITIES_{item.name.upper()}"
        about = say.say(f"server.settings.{name}")
        value = known[item.name]
        places[group_of(item.name) if not names else ""].add_argument(
            f"--{name}",
            metavar="N" if isinstance(value, int | float) else "TEXT",
            default=argparse.SUPPRESS if inherited else None,
            help=say.say("server.default", help=about, value=_as_typed(value), variable=variable),
        )


def _as_typed(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value) or "–"


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.server.serve import serve
    from lostcities.server.settings import Settings
    from lostcities.warm import prepare_players, prepare_search, prepare_search_beside

    settings = Settings.read(vars(options))
    for family in Family:
        announce = compiling(say, family)
        prepare_players(family, announce)
        if not options.open:
            prepare_search(family, announce)
    if options.open:
        prepare_search_beside()  # somebody waits for the page

    began = False

    def started(url: str) -> None:
        nonlocal began
        began = True
        here, network = addresses(url)
        with suppress(OSError):  # if nobody reads it, there may be players all the same
            if options.json:
                print_json({"url": here})
            else:
                print(say.say("server.serving", url=settings.origin or here), flush=True)
                if network and not settings.origin:
                    print(say.say("server.network", url=network), flush=True)
        if options.open:
            _show(settings.origin or here)

    def warn(about: str) -> None:
        with suppress(OSError):
            print(say.say(f"server.{about}"), file=sys.stderr, flush=True)

    try:
        serve(settings, started, warn)
    except KeyboardInterrupt:  # the way to end it; Uvicorn closes everything first and then passes it on
        if not began:
            raise
    if not options.json:
        print(say.say("server.stopped"))


def addresses(url: str) -> tuple[str, str]:
    """Where a server is reached from this computer and, if it listens to all of the network, from the others.

    `0.0.0.0` is an address to listen on, and none that a browser could open."""
    for everywhere, own in (("//0.0.0.0:", "127.0.0.1"), ("//[::]:", "[::1]")):
        if everywhere in url:
            name = _own_address()
            return (
                url.replace(everywhere, f"//{own}:"),
                url.replace(everywhere, f"//{name}:") if name else "",
            )
    return url, ""


def _own_address() -> str:
    """This computer's address in its network. To connect by UDP chooses a way and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(way.getsockname()[0])


def _show(url: str) -> None:
    """Open the page, where there is a screen for it: a browser in the terminal would be no help."""
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)

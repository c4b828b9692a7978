"""`lostcities devices`: what devices play somebody's seats on a server, and how to sign them out."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from lostcities.cli.options import UsageError
from lostcities.cli.output import print_json, printable
from lostcities.errors import reason
from lostcities.words import Speaker

TOKEN = "LOSTCITIES_TOKEN"
"""The environment variable that holds the token: on the command line others could read it."""


def add_options(parser: argparse.ArgumentParser, say: Speaker) -> None:
    parser.add_argument("url", metavar="URL", help=say.say("cli.devices.help.url"))
    parser.add_argument("--sign-out", metavar="DEVICE", help=say.say("cli.devices.help.sign-out"))
    parser.add_argument("--everywhere", action="store_true", help=say.say("cli.devices.help.everywhere"))


def run(options: argparse.Namespace, say: Speaker) -> None:
    from lostcities.client import TROUBLE, Refused

    server = _server(options.url)
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        raise UsageError("cli.devices-token")
    device = None if options.sign_out is None else _device(options.sign_out)
    try:
        answer = asyncio.run(_ask(server, token, say.language, device, options.everywhere))
    except Refused as no:
        raise UsageError("cli.seat-refused", detail=no.detail) from None
    except TROUBLE as error:
        raise UsageError("cli.seat-unreachable", url=server, reason=reason(error)) from None
    if options.json:
        print_json(answer)
    elif options.everywhere:
        print(say.say("cli.devices.everywhere", token=answer["token"]))
    else:
        if device:
            print(say.say("cli.devices.signed-out"))
        _show(answer["devices"], say)


def _server(url: str) -> str:
    """The server that an address is on, be it that of a table."""
    try:
        parts = urlsplit(url)
        served = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:
        served = False
    if not served:
        raise UsageError("cli.devices-url", what=url)
    return f"{parts.scheme}://{parts.netloc}"


def _device(text: str) -> tuple[str, int, int]:
    if not (found := re.fullmatch(r"([0-9A-Za-z_-]{1,32})/([0-3])/([0-9]{1,9})", text)):
        raise UsageError("cli.devices-name", what=text)
    return found[1], int(found[2]), int(found[3])


async def _ask(
    server: str, token: str, language: str, device: tuple[str, int, int] | None, everywhere: bool
) -> Any:
    from lostcities.client import Client

    async with Client(server, token, language) as client:
        if everywhere:
            told = await client.call("POST", "/api/me/sign-out")
            client.token = told["token"]
            await client.call("GET", "/api/me")  # from its first use on the old token is worth nothing
            return told
        if device:
            table, seat, number = device
            await client.call("POST", f"/api/tables/{table}/sign-out", {"seat": seat, "device": number})
        return await client.call("GET", "/api/me/devices")


def _show(devices: list[Any], say: Speaker) -> None:
    if not devices:
        print(say.say("cli.devices.none"))
    for one in devices:
        mark = "".join(say.say(f"cli.devices.{what}") for what in ("first", "this") if one[what])
        since = datetime.fromtimestamp(one["since"] / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
        name = f"{one['table']}/{one['seat']}/{one['device']}"
        print(
            say.say("cli.devices.row", name=name, nickname=printable(one["nickname"]), since=since, mark=mark)
        )

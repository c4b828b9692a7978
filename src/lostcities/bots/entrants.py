"""Players by name: a bot of ours, ``exec:`` and a command, or ``net:`` and a file.

A server must not let its guests name commands and files, so it makes its bots with `make_bot`, which knows
ours alone.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from lostcities.bots import BOTS, Bot, UnknownBot, make_bot
from lostcities.bots.exec_bot import PREFIX, ExecBot, Terms, command_of
from lostcities.bots.net_file import is_net, net_for, net_player
from lostcities.errors import LostCitiesError
from lostcities.match import Result
from lostcities.variant import Variant


def is_program(name: str) -> bool:
    return name.startswith(PREFIX)


def is_brought_along(name: str) -> bool:
    """Whether it is none of ours."""
    return is_program(name) or is_net(name)


def check_program(name: str) -> None:
    """Refuse a command that can't be found."""
    program = command_of(name)[0]
    if shutil.which(program) is None:
        raise LostCitiesError("exec.not-found", program=program)


def check_entrant(name: str, variant: Variant) -> None:
    """Refuse a name that no bot has, a command that can't be found, and a file without the right network."""
    if is_program(name):
        check_program(name)
    elif is_net(name):
        net_for(name, variant)
    elif name not in BOTS:
        raise UnknownBot("bots.unknown", name=name, bots=tuple(BOTS))


def sit_down(
    names: Mapping[int, str], variant: Variant, seeds: Sequence[int], terms: Terms | None = None
) -> dict[int, Bot]:
    """The named players on their seats of a match; send them home with `get_up`. All sit down, or none."""
    players: dict[int, Bot] = {}
    try:
        for seat, name in names.items():
            if is_program(name):
                players[seat] = program = ExecBot(name, seat, terms)
                program.greet(variant, seeds[seat])
            elif is_net(name):
                players[seat] = net_player(name, variant, seeds[seat])
            else:
                players[seat] = make_bot(name, variant, seat, seeds[seat])
    except BaseException:
        get_up(players)
        raise
    return players


def own_name(player: Bot) -> str:
    """What a program calls itself; nobody else does."""
    return player.name if isinstance(player, ExecBot) else ""


def get_up(players: Mapping[int, Bot], result: Result | None = None) -> None:
    """The match is over, or was broken off without a result: programs end, each of them whatever happens."""
    with ExitStack() as leaving:
        for player in players.values():
            if isinstance(player, ExecBot):
                leaving.callback(player.close, result)

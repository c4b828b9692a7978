"""`net:` and a file: a player that takes what a network of one's own thinks best."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lostcities.bots.base import Bot
from lostcities.bots.policy import PolicyBot, RivalsPolicyBot
from lostcities.errors import LostCitiesError
from lostcities.net.forward import Net
from lostcities.variant import Family, Variant

PREFIX = "net:"


class NetFileError(LostCitiesError):
    """A file that holds no network for this game."""


def is_net(name: str) -> bool:
    return name.startswith(PREFIX)


@cache
def _read(file: str) -> Net:
    try:
        return Net.load(Path(file))
    except OSError:
        raise NetFileError("net.no-file", file=file) from None
    except Exception:  # there are as many ways to be no network as there are files
        raise NetFileError("net.no-net", file=file) from None


def net_for(name: str, variant: Variant) -> Net:
    """The network that is named, if it plays this variant's family."""
    file = name.removeprefix(PREFIX)
    net = _read(file)
    if net.shape.family is not variant.edition.family:
        raise NetFileError("net.other-game", file=file, edition=variant.edition.id)
    return net


def net_player(name: str, variant: Variant, seed: int) -> Bot:
    net = net_for(name, variant)
    bot = RivalsPolicyBot if variant.edition.family is Family.RIVALS else PolicyBot
    return bot(variant, net, seed=seed)

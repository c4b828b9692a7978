"""`make bench`: our speed on one core beside other card-game engines, all in one run."""

from __future__ import annotations

from peers import Peer, peers
from rich import box
from rich.console import Console
from rich.table import Table

from lostcities.bench import Speed, speeds

SECONDS = 2.0
WIDTH = 110


def main() -> None:
    console = Console(width=WIDTH)
    console.print("Decisions a second of random play, whole games with the deal, one core.\n")
    others = list(peers(SECONDS))
    console.print(_peer_table(others))
    console.print(_own_table(list(speeds(SECONDS)), [peer for peer in others if peer.whole_games]))


def _peer_table(others: list[Peer]) -> Table:
    table = Table("others", box=box.SIMPLE_HEAD)
    table.add_column("whole games", justify="right")
    table.add_column("rollouts, no deal", justify="right")
    table.add_column("")
    for peer in others:
        table.add_row(peer.name, _millions(peer.whole_games), _millions(peer.rollouts), peer.note)
    return table


def _own_table(own: list[Speed], others: list[Peer]) -> Table:
    table = Table("lostcities", box=box.SIMPLE_HEAD)
    table.add_column("kernel", justify="right")
    table.add_column("Game API", justify="right")
    for peer in others:
        table.add_column("× " + peer.name.partition(" (")[0].replace(" ", "\n"), justify="right")
    for speed in own:
        ratios = [f"{speed.kernel / peer.whole_games:.1f}" for peer in others if peer.whole_games]
        table.add_row(str(speed.variant), _millions(speed.kernel), f"{speed.api / 1e3:.0f} k", *ratios)
    return table


def _millions(per_second: float | None) -> str:
    return "–" if per_second is None else f"{per_second / 1e6:.3g} M"


if __name__ == "__main__":
    main()

"""How evenly workers share connections that stay: one socket that all inherit, or one each (SO_REUSEPORT).

    python benchmarks/spread.py [--workers 2] [--streams 200] [--tries 5]

The workers do nothing but accept, on the event loop that the server uses. Connections come one after the
other and stay, as streams do. Printed is the share of the busiest worker; an even share is 1 / workers.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import socket
import time
from multiprocessing.connection import Connection

import uvloop


def worker(listening: socket.socket, parent: Connection) -> None:
    """Accept; at a word of the parent, say how many came."""
    uvloop.run(accept(listening, parent))


async def accept(listening: socket.socket, parent: Connection) -> None:
    came = 0

    def count() -> asyncio.Protocol:
        nonlocal came
        came += 1
        return asyncio.Protocol()

    async with await asyncio.get_running_loop().create_server(count, sock=listening):
        parent.send("ready")
        while not parent.poll():
            await asyncio.sleep(0.02)
    parent.send(came)


def sockets(each_its_own: bool, workers: int) -> list[socket.socket]:
    first = socket.socket()
    if not each_its_own:
        first.bind(("127.0.0.1", 0))
        return [first] * workers
    first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    first.bind(("127.0.0.1", 0))
    rest = [socket.socket() for _ in range(workers - 1)]
    for another in rest:
        another.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        another.bind(first.getsockname())
    return [first, *rest]


def share_of_the_busiest(each_its_own: bool, workers: int, streams: int, pause: float) -> float:
    spawn = multiprocessing.get_context("spawn")
    listening = sockets(each_its_own, workers)
    pipes = [spawn.Pipe() for _ in listening]
    processes = [
        spawn.Process(target=worker, args=(one, there))
        for one, (_, there) in zip(listening, pipes, strict=True)
    ]
    for process in processes:
        process.start()
    for here, _ in pipes:
        here.recv()
    open_ones = []
    for _ in range(streams):
        open_ones.append(socket.create_connection(listening[0].getsockname()))
        time.sleep(pause)
    for here, _ in pipes:
        here.send("end")
    counts = [here.recv() for here, _ in pipes]
    for process in processes:
        process.join()
    for one in [*open_ones, *listening]:
        one.close()
    assert sum(counts) == streams
    return float(max(counts) / streams)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--tries", type=int, default=5)
    options = parser.parse_args()
    print(f"{options.workers} workers, {options.streams} streams; the busiest one's share:")
    for name, pause in (("slowly", 0.005), ("all at once", 0.0)):
        for each_its_own in (False, True):
            shares = [
                share_of_the_busiest(each_its_own, options.workers, options.streams, pause)
                for _ in range(options.tries)
            ]
            how = "one socket each" if each_its_own else "one for all"
            print(f"{name:12} {how:16} " + " ".join(f"{share:6.1%}" for share in shares), flush=True)


if __name__ == "__main__":
    main()

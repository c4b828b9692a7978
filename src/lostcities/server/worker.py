"""One of several processes that serve the same address: started by `workers`, and of no use by itself."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

from lostcities.server import json_logs
from lostcities.server.listening import join_in
from lostcities.server.serve import serve_here
from lostcities.server.settings import Settings
from lostcities.server.worker_metrics import WorkerMetrics
from lostcities.server.workers import READY

STDIN, STDOUT = 0, 1
PIECE = 65_536


def main() -> None:
    orders = _orders()
    settings = Settings(**orders["settings"])
    json_logs.set_up(settings.log_level)
    given = orders["socket"]
    listening = join_in(settings, orders["port"]) if given is None else socket.socket(fileno=given)
    with listening, suppress(KeyboardInterrupt):
        serve_here(
            settings,
            listening,
            lambda _: _say_ready(),
            lambda end: threading.Thread(target=_watch_parent, args=(end,), daemon=True).start(),
            WorkerMetrics(orders["number"], orders["folder"]),
        )


def _orders() -> Any:
    """The one line that the parent sends. Without a buffer, which a waiting thread would lock to the end."""
    text = b""
    while not text.endswith(b"\n"):
        piece = os.read(STDIN, PIECE)
        if not piece:
            sys.exit("a worker is started by lostcities serve --workers, and not by itself")
        text += piece
    return json.loads(text)


def _say_ready() -> None:
    os.write(STDOUT, READY)


def _watch_parent(end: Any) -> None:
    """End if the parent is gone, however it went."""
    while os.read(STDIN, PIECE):
        pass
    end()


if __name__ == "__main__":
    main()

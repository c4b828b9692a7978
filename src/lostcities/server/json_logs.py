"""Structured logs: one JSON object a line, without tokens, codes, cuts or cards.

The lines of libraries and Python's warnings come in the same form. They were not written with our secrets in
mind, so of those no more than the beginning is kept, and of errors the kind and the places.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from contextvars import ContextVar
from types import TracebackType
from typing import Any

FACTS = (
    "method",
    "route",
    "status",
    "ms",
    "table",
    "seq",
    "error",
    "address",
    "url",
    "connections",
    "tables",
    "task",
    "times",
    "worker",
    "again_in",
)
OURS = ("lostcities", "uvicorn")
LONGEST = 200
"""Characters that are kept of what a library says."""
request_id: ContextVar[str] = ContextVar("request_id", default="")
"""Of the request that is being answered."""


class JsonLines(logging.Formatter):
    """Only the facts named above are printed, whatever else a record carries."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "message": record.getMessage().strip(),
        }
        if not record.name.startswith(OURS):
            line["logger"] = record.name
            line["message"] = line["message"].partition("\n")[0][:LONGEST]
        line |= {fact: getattr(record, fact) for fact in FACTS if hasattr(record, fact)}
        if asked := request_id.get():
            line["request"] = asked
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["trace"] = _places(record.exc_info[2])
        return json.dumps(line, ensure_ascii=False)


def _places(traceback: Any) -> list[str]:
    """Where it happened, without the values that a printed traceback can carry."""
    places = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        places.append(f"{code.co_filename}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return places


def set_up(level: str) -> None:
    """For the whole process: whatever is written to the log from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for name in ("lostcities.server", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    logging.captureWarnings(True)
    logging.raiseExceptions = False  # a log that can't be written is no reason to write something else there
    threading.excepthook = _thread_failed
    sys.unraisablehook = _object_failed


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    _write_down("a thread failed", failed.exc_type, failed.exc_value, failed.exc_traceback)


def _object_failed(failed: sys.UnraisableHookArgs) -> None:
    _write_down("an object failed", failed.exc_type, failed.exc_value, failed.exc_traceback)


def _write_down(
    what: str, kind: type[BaseException], error: BaseException | None, traceback: TracebackType | None
) -> None:
    logging.getLogger("lostcities.server").error(what, exc_info=(kind, error or kind(), traceback))

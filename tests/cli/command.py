"""The command as the tests call it: in this process, with standard streams of its own."""

from __future__ import annotations

import io
import sys

from lostcities.cli.main import main
from lostcities.words import speaker


class Answer:
    """What `lostcities` said, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


def lostcities(*argv: str, typed: bytes = b"") -> Answer:
    """Run the command in this process with its own standard streams."""
    before = sys.stdin, sys.stdout, sys.stderr
    buffers = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(buffer, "utf-8") for buffer in buffers)
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(io.BytesIO(typed), "utf-8"), out, err
    try:
        status = main(argv)
        texts = []
        for stream, buffer in zip((out, err), buffers, strict=True):
            stream.flush()
            texts.append(buffer.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return Answer(status, *texts)


def assert_polite(answer: Answer) -> None:
    """Status 0, or 2 with exactly one line on standard error."""
    assert answer.status in (0, 2)
    assert "Traceback" not in answer.err + answer.out
    if answer.status == 2:
        assert answer.err.startswith("lostcities: ")
        assert answer.err.count("\n") == 1
        assert speaker("en").say("errors.cli.defect", kind="", reason="")[:30] not in answer.err

"""A bot that is a program of its own, in any language, started for one seat of one match.

Whatever it does wrong ends in a `BotFailure`, and whatever it has started ends with it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, NoReturn

from lostcities.bots import protocol
from lostcities.errors import LostCitiesError
from lostcities.game import View
from lostcities.match import Result
from lostcities.moves import Move
from lostcities.plain import plain
from lostcities.variant import Variant

PREFIX = "exec:"
GRACE = 1.0
"""Seconds that a program has to leave once it was told to."""
TAIL = 400


class BotFailure(LostCitiesError):  # noqa: N818 - as `IllegalMove`
    """A program that can't go on with its match. The facts hold its `bot` and its `seat`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a program may take, in seconds, and whether its standard error is shown."""

    time_limit: float = 5.0
    start_limit: float = 30.0
    stderr: bool = False


def command_of(name: str) -> list[str]:
    """The words of a command such as ``exec:./my-bot --deep``."""
    try:
        words = shlex.split(name.removeprefix(PREFIX))
    except ValueError:
        words = []
    if not words or "\0" in name:
        raise LostCitiesError("exec.no-command", name=name)
    return words


class ExecBot:
    """Starts the program and greets it. Use `close` when the match is over, whatever happened."""

    def __init__(self, name: str, variant: Variant, seat: int, seed: int, terms: Terms | None = None) -> None:
        self.command = name
        self.seat = seat
        self.terms = terms or Terms()
        self._last_words = b""
        self._tail = b""
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        try:
            # in a group of its own, so that what it starts can be ended with it
            self._process = subprocess.Popen(
                command_of(name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise BotFailure(
                "exec.no-start", bot=name, seat=seat, reason=error.strerror or str(error)
            ) from None
        self._threads = [Thread(target=work, daemon=True) for work in (self._talk, self._overhear)]
        for thread in self._threads:
            thread.start()
        greeting = protocol.hello(variant, seat, seed, self.terms.time_limit)
        try:
            self.name = protocol.read_ready(self._exchange(greeting, self.terms.start_limit)) or name
        except protocol.AnswerError as error:
            self._fail(error.code, **error.facts)
        except KeyboardInterrupt:
            self._kill()
            raise

    def choose(self, view: View) -> Move:
        return Move.parse(self.ask(plain(view)))

    def ask(self, view: protocol.Json) -> str:
        """The program's move for a view in plain form: one of its legal moves."""
        answer = self._exchange(protocol.decide(view), self.terms.time_limit)
        try:
            move = protocol.read_move(answer)
        except protocol.AnswerError as error:
            self._fail(error.code, **error.facts)
        if move not in view["legal_moves"]:
            legal = " ".join(view["legal_moves"])
            self._fail("exec.illegal", move=protocol.quoted(move), legal=protocol.quoted(legal))
        return move

    def close(self, result: Result | protocol.Json = None) -> None:
        """Tell the program how the match ended, give it a moment to leave, and see that it is gone."""
        if self._process.returncode is None:
            self._last_words = protocol.end(result)
            self._questions.put(None)
            self._threads[0].join(GRACE)
            self._kill()

    def _exchange(self, question: bytes, limit: float) -> bytes:
        self._questions.put(question)
        try:
            answer = self._answers.get(timeout=limit)
        except Empty:
            self._fail("exec.silent", seconds=f"{limit:g}")
        if len(answer) > protocol.LONGEST_ANSWER:
            self._fail("exec.too-long", most=protocol.LONGEST_ANSWER)
        if not answer.endswith(b"\n"):
            self._fail_ended()
        return answer

    def _fail_ended(self) -> NoReturn:
        try:
            status = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._fail("exec.closed")
        self._threads[1].join(GRACE)
        last = self._tail.decode("utf-8", "replace").strip().rpartition("\n")[2]
        if last:
            self._fail("exec.ended-saying", status=str(status), said=protocol.quoted(last))
        self._fail("exec.ended", status=str(status))

    def _fail(self, code: str, **facts: object) -> NoReturn:
        self._kill()
        raise BotFailure(code, **facts, bot=self.command, seat=self.seat)

    def _kill(self) -> None:
        """End the program and its group, and collect what it leaves."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._questions.put(None)
        for thread in self._threads:
            thread.join(GRACE)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                with suppress(OSError):
                    _open(pipe).close()

    # Each pipe is used by one thread alone: nothing that the program does or leaves undone can hold up the
    # match, because only these threads wait for it without a limit.

    def _talk(self) -> None:
        to_it, from_it = _open(self._process.stdin), _open(self._process.stdout)
        try:
            while (question := self._questions.get()) is not None:
                to_it.write(question)
                to_it.flush()
                self._answers.put(from_it.readline(protocol.LONGEST_ANSWER + 1))
            to_it.write(self._last_words)
            to_it.close()
            while from_it.read(protocol.LONGEST_ANSWER):
                pass  # until it has left
        except OSError:
            self._answers.put(b"")

    def _overhear(self) -> None:
        errors = _open(self._process.stderr).fileno()
        with suppress(OSError):
            while heard := os.read(errors, 4096):
                self._tail = (self._tail + heard)[-TAIL:]
                if self.terms.stderr:
                    sys.stderr.write(heard.decode("utf-8", "replace"))


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe

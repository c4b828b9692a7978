"""A bot that is a program of its own, in any language, started for one seat of one match.

Whatever it does wrong ends in a `BotFailure`, and whatever it has started ends with it.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import wait
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
PIPEFUL = 65_536
POSIX = os.name == "posix"


class BotFailure(LostCitiesError):  # noqa: N818 - as `IllegalMove`
    """A program that can't go on with its match. The facts hold its `bot`, which is its command, the `name`
    that it gave itself, if it came to that, and its `seat`."""


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
    """Starts the program; `greet` it first. Use `close` when the match is over, whatever happened, also from
    another thread that will not wait for an answer any longer."""

    def __init__(self, name: str, seat: int, terms: Terms | None = None) -> None:
        self.command = name
        self.name = ""
        """What the program calls itself, once it was greeted."""
        self.seat = seat
        self.terms = terms or Terms()
        self._last_words = b""
        self._tail = b""
        self._gone, self._alive = Pipe(duplex=False)  # the first is ready once the second is closed
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
                "exec.no-start", bot=name, name="", seat=seat, reason=error.strerror or str(error)
            ) from None
        self._threads = [Thread(target=work, daemon=True) for work in (self._talk, self._overhear)]
        for thread in self._threads:
            thread.start()

    def greet(self, variant: Variant, seed: int) -> None:
        """Wait until the program is ready."""
        greeting = protocol.hello(variant, self.seat, seed, self.terms.time_limit)
        answer = self._exchange(greeting, self.terms.start_limit)
        try:
            self.name = protocol.read_ready(answer)
        except protocol.AnswerError as error:
            self._fail(error.code, **error.facts)

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
        self._last_words = protocol.end(result)
        self._questions.put(None)
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE)
        finally:
            self._kill()

    def _exchange(self, question: bytes, limit: float) -> bytes:
        self._questions.put(question)
        try:
            answer = self._answers.get(timeout=limit)
        except Empty:
            if self._process.poll() is not None:  # and what it has started keeps its output open
                self._fail_ended()
            self._fail("exec.silent", seconds=f"{limit:g}")
        if len(answer) > protocol.LONGEST_ANSWER:
            self._fail("exec.too-long", most=protocol.LONGEST_ANSWER)
        if not answer.endswith(b"\n"):
            self._fail_ended()
        return answer

    def _fail_ended(self) -> NoReturn:
        try:
            status = _status(self._process.wait(GRACE))
        except subprocess.TimeoutExpired:
            self._fail("exec.closed")
        self._threads[1].join(GRACE)
        last = self._tail.decode("utf-8", "replace").strip().rpartition("\n")[2]
        if last:
            self._fail("exec.ended-saying", status=status, said=protocol.quoted(last))
        self._fail("exec.ended", status=status)

    def _fail(self, code: str, **facts: object) -> NoReturn:
        self._kill()
        raise BotFailure(code, **facts, bot=self.command, name=self.name, seat=self.seat)

    def _kill(self) -> None:
        """End the program and its group, and collect what it leaves."""
        if self._alive.closed:
            return
        with suppress(OSError):
            if POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._questions.put(None)
        self._alive.close()
        for thread in self._threads:
            thread.join(GRACE)

    # Each pipe is used and closed by one thread alone: nothing that the program does or leaves undone can
    # hold up the match, because only these threads wait for it without a limit.

    def _talk(self) -> None:
        with suppress(OSError), _open(self._process.stdin) as to_it, _open(self._process.stdout) as from_it:
            lines = self._lines(from_it)
            while (question := self._questions.get()) is not None:
                with suppress(OSError):  # whoever does not listen has ended, or may speak all the same
                    to_it.write(question)
                    to_it.flush()
                self._answers.put(next(lines, b""))
            with suppress(OSError):
                to_it.write(self._last_words)
                to_it.close()
            for _ in lines:
                pass  # until it has left

    def _overhear(self) -> None:
        with _open(self._process.stderr) as errors:
            for heard in self._read(errors):
                self._tail = (self._tail + heard)[-TAIL:]
                if self.terms.stderr:
                    with suppress(OSError):  # nobody reads it; the program may go on writing all the same
                        sys.stderr.write(heard.decode("utf-8", "replace"))

    def _lines(self, pipe: IO[bytes]) -> Iterator[bytes]:
        """Line by line. One that is too long is broken, and the last may lack its end."""
        rest = b""
        for heard in self._read(pipe):
            *lines, rest = (rest + heard).split(b"\n")
            for line in lines:
                yield line + b"\n"
            if len(rest) > protocol.LONGEST_ANSWER:
                yield rest
                rest = b""
        yield rest

    def _read(self, pipe: IO[bytes]) -> Iterator[bytes]:
        """What comes out of a pipe until it is closed or the program is gone: whatever the program has left
        behind outside its group may keep the pipe open for ever."""
        end, gone = pipe.fileno(), False
        while not gone:
            if POSIX:  # elsewhere nobody can wait for a pipe and something else
                ready = wait([end, self._gone])
                gone = self._gone in ready
                if end not in ready:
                    return
            if not (heard := os.read(end, PIPEFUL)):
                return
            yield heard


def _status(code: int) -> str:
    """As it is known to authors: by the name of the signal, if one ended the program."""
    with suppress(ValueError):
        return f"{code} ({signal.Signals(-code).name})"
    return str(code)


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe

"""Where deals are played: in this process, in several, or on a Ray cluster. Results come in order."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, NoReturn

from lostcities.arena.plan import ArenaError, Plan
from lostcities.arena.play import play_deal
from lostcities.arena.tally import Outcome

DEALS_AT_ONCE = 16
FROM_TERMINALS = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}
"""Ctrl-C, and that it is closed; Windows knows the first alone."""


class Stretch(NamedTuple):
    """Deals of a plan that one worker plays in a row."""

    plan_number: int
    plan: Plan
    first: int
    last: int


Played = tuple[int, list[Outcome]]
"""The number of a plan, and one of its deals in every seating."""


def play_stretch(stretch: Stretch) -> list[Played]:
    numbers = range(stretch.first, stretch.last)
    return [(stretch.plan_number, play_deal(stretch.plan, number)) for number in numbers]


def stretches(plans: Sequence[Plan]) -> Iterator[Stretch]:
    """One deal at a time is enough for those who take their time."""
    for number, plan in enumerate(plans):
        length = 1 if plan.takes_time else DEALS_AT_ONCE
        for first in range(0, plan.deals, length):
            yield Stretch(number, plan, first, min(first + length, plan.deals))


def run(plans: Sequence[Plan], jobs: int = 1, *, ray: bool = False) -> Iterator[Played]:
    """Play every deal of every plan, in order; how many work on it changes nothing."""
    if ray:
        yield from _on_ray(plans)
    elif jobs > 1:
        yield from _in_processes(plans, jobs)
    else:
        for stretch in stretches(plans):
            yield from play_stretch(stretch)


def sensible_jobs(plans: Sequence[Plan]) -> int:
    """As many processes as there are cores, but none that would hardly be busy."""
    busy = sum(1 for _ in islice(stretches(plans), 2 * (os.cpu_count() or 1))) // 2
    return max(1, min(os.cpu_count() or 1, busy))


def _in_processes(plans: Sequence[Plan], jobs: int) -> Iterator[Played]:
    # Spawned, because a forked child would inherit locks of the threads of its parent.
    context = multiprocessing.get_context("spawn")
    gone, here = context.Pipe(duplex=False)
    with _held_back():
        workers = ProcessPoolExecutor(jobs, context, initializer=_begin_work, initargs=(gone,))
    try:
        yield from _in_order(
            plans,
            lambda stretch: _hand_to(workers, stretch),
            lambda future: future.result(),
            ahead=2 * jobs,
        )
        workers.shutdown()
    except BrokenProcessPool:
        raise ArenaError("arena.lost-worker") from None
    finally:
        with _undisturbed():
            here.close()
            workers.shutdown(cancel_futures=True)


def _hand_to(workers: ProcessPoolExecutor, stretch: Stretch) -> Future[list[Played]]:
    """The worker may only be started now."""
    with _held_back():
        return workers.submit(_work, stretch)


@contextmanager
def _held_back() -> Iterator[None]:
    """Processes are started in here. What a terminal sends to all waits meanwhile, and waits on for them:
    whoever has just been started can't ignore it yet."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, FROM_TERMINALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work(parent: Connection) -> None:
    """Of a worker. What a terminal sends is for its parent, and once that is gone or has had enough, the
    worker leaves."""
    for number in FROM_TERMINALS:
        signal.signal(number, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):  # what is held back would be so for its programs, too
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FROM_TERMINALS)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: Connection) -> None:
    parent.poll(None)  # until the other end is closed
    if not hasattr(signal, "pthread_kill"):  # Windows
        os._exit(1)
    signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGTERM)


def _leave(*_: object) -> NoReturn:
    raise SystemExit


def _work(stretch: Stretch) -> list[Played]:
    """Whoever is told to leave in the middle of a match gets up first; otherwise a worker just ends."""
    try:
        signal.signal(signal.SIGTERM, _leave)
        played = play_stretch(stretch)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return played
    except SystemExit:  # everybody has got up from the table
        os._exit(1)  # else the executor would hand on the next stretch


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Whoever presses Ctrl-C once more gets nothing else for it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _on_ray(plans: Sequence[Plan]) -> Iterator[Played]:
    """On the cluster that RAY_ADDRESS names, or on one that is started on this machine."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise ArenaError("arena.no-ray") from None
    try:
        ray.init(ignore_reinit_error=True, log_to_driver=False, logging_level=logging.WARNING)
    except (OSError, RuntimeError, ValueError) as error:
        raise ArenaError("arena.no-cluster", reason=error) from None
    task = ray.remote(play_stretch)
    workers = int(ray.cluster_resources().get("CPU", 1))
    yield from _in_order(plans, task.remote, ray.get, ahead=2 * workers)


def _in_order(
    plans: Sequence[Plan],
    submit: Callable[[Stretch], Any],
    result: Callable[[Any], list[Played]],
    ahead: int,
) -> Iterator[Played]:
    """Keep some stretches under way, and give their results in the order of the plans."""
    coming = stretches(plans)
    under_way = deque(map(submit, islice(coming, ahead)))
    while under_way:
        yield from result(under_way.popleft())
        under_way.extend(map(submit, islice(coming, 1)))

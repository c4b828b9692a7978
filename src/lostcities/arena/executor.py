"""Where deals are played: in this process, in several, or on a Ray cluster. Results come in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import islice
from typing import Any, NamedTuple

from lostcities.arena.plan import ArenaError, Plan
from lostcities.arena.play import play_deal
from lostcities.arena.tally import Outcome

DEALS_AT_ONCE = 16


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
    # Ctrl-C is for the parent, which then lets them finish.
    with ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),
    ) as workers:
        try:
            yield from _in_order(
                plans,
                lambda stretch: workers.submit(play_stretch, stretch),
                lambda future: future.result(),
                ahead=2 * jobs,
            )
        finally:
            workers.shutdown(wait=True, cancel_futures=True)


def _on_ray(plans: Sequence[Plan]) -> Iterator[Played]:
    """On the cluster that RAY_ADDRESS names, or on one that is started on this machine."""
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise ArenaError("arena.no-ray") from None
    ray.init(ignore_reinit_error=True, log_to_driver=False)
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

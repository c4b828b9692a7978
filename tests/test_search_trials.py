"""Proposals on trial: who wins, who leaves, and when it is over."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lostcities.bots.search_challenge import Challenge, Gate
from lostcities.bots.search_contest import Belief, Contest


def worth_of(*means: float, noise: float) -> npt.NDArray[np.float64]:
    """Proposals that are worth so much on average in 32 worlds, each with noise of its own."""
    waves = [np.tile([1.0] * length + [-1.0] * length, 16 // length) for length in (1, 2, 4)]
    return np.array([mean + noise * wave for mean, wave in zip(means, waves, strict=False)])


def test_a_clearly_better_proposal_settles_the_trial() -> None:
    trial = Challenge([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, 20.0, 5.0, noise=1.0))
    assert trial.settled
    assert trial.verdict == 1


def test_proposals_that_can_hardly_be_better_leave_the_trial() -> None:
    trial = Challenge([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, -9.0, 0.5, noise=4.0))
    assert trial.alive == [0, 2]
    assert trial.verdict == 0


def test_between_better_proposals_the_nets_chances_weigh() -> None:
    for prior, verdict in ((0.0, 2), (3.0, 1)):
        trial = Challenge([0.5, 0.4, 0.01], Gate(prior=prior))
        trial.add(worth_of(0.0, 5.0, 6.0, noise=2.0))
        assert trial.verdict == verdict


def test_a_better_mean_within_the_noise_does_not_pass() -> None:
    trial = Challenge([0.6, 0.4], Gate(errors=2.0))
    trial.add(worth_of(0.0, 3.0, noise=8.0))
    assert not trial.settled
    assert trial.verdict == 0


def test_the_favourite_is_better_by_what_was_measured_and_believed() -> None:
    for slope, favourite in ((0.0, 1), (4.0, 0)):
        contest = Contest([0.6, 0.3, 0.1], Belief(slope=slope))
        contest.add(worth_of(0.0, 0.3, -0.6, noise=1.0))
        assert contest.verdict == favourite


def test_few_worlds_move_a_belief_less_than_many() -> None:
    contest = Contest([0.9, 0.1], Belief(slope=0.3))
    contest.add(worth_of(0.0, 1.0, noise=8.0))
    assert contest.verdict == 0
    while not contest.settled:
        contest.add(worth_of(0.0, 1.0, noise=8.0))
    assert contest.verdict == 1


def test_a_contest_goes_on_between_those_that_may_still_win() -> None:
    contest = Contest([0.5, 0.3, 0.2], Belief())
    contest.add(worth_of(0.0, -9.0, 0.2, noise=3.0))
    assert contest.alive == [0, 2]
    contest.add(worth_of(0.0, 30.0, noise=3.0))
    assert contest.alive == [2]
    assert contest.settled
    assert contest.verdict == 2


def test_worlds_that_can_tell_no_more_end_a_contest() -> None:
    contest = Contest([0.5, 0.5], Belief(bias=0.5))
    contest.add(worth_of(0.0, 0.4, noise=0.0))
    assert contest.settled
    assert contest.verdict == 1

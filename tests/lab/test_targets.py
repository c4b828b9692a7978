"""Advantages and targets, against sums written out by hand."""

import torch

from lostcities.lab.ends import COLOURS, DONE, END, MARGIN, TOTALS, UTILITY
from lostcities.lab.learner import in_bins
from lostcities.lab.targets import from_mover, in_order, targets
from lostcities.net.outputs import MOST, POINTS
from lostcities.net.shape import ROW


def ends_of(*steps: tuple[float, ...] | None) -> torch.Tensor:
    """One slot: for each step, nothing or what the round that ended was worth to each side."""
    ends = torch.zeros(len(steps), 1, END)
    for i, worth in enumerate(steps):
        if worth is not None:
            ends[i, 0, DONE] = 1
            ends[i, 0, UTILITY : UTILITY + len(worth)] = torch.tensor(worth)
            ends[i, 0, MARGIN : MARGIN + len(worth)] = 2 * torch.tensor(worth)
    return ends


def test_two_sides_take_turns_and_the_round_ends_within() -> None:
    # Sides 0 0 1 1 move, the round ends, side 1 starts the next.
    movers = torch.tensor([[0], [0], [1], [1], [1]])
    values = torch.zeros(5, 1, 3)
    # From the mover's side on: own, other.
    values[:, 0, :2] = torch.tensor([[0.1, -0.1], [0.2, -0.2], [0.3, -0.3], [0.4, -0.4], [0.9, -0.9]])
    found = targets(ends_of(None, None, None, (-50.0, 50.0)), movers, values, torch.tensor([2]), 0.5, POINTS)
    # In side 0's eyes the positions are worth 0.1 0.2 -0.3 -0.4, and the end -1.
    d = [0.1, -0.5, -0.1, -0.6]
    of_0 = [d[0] + d[1] / 2 + d[2] / 4 + d[3] / 8, d[1] + d[2] / 2 + d[3] / 4, d[2] + d[3] / 2, d[3]]
    expected = torch.tensor([of_0[0], of_0[1], -of_0[2], -of_0[3]])
    assert torch.allclose(found.advantages[:, 0], expected, atol=1e-6)
    assert torch.allclose(found.values[:, 0, 0], expected + torch.tensor([0.1, 0.2, 0.3, 0.4]), atol=1e-6)
    assert torch.allclose(found.values[:, 0, 1], -found.values[:, 0, 0], atol=1e-6)
    assert found.margins[:, 0].tolist() == [-100, -100, 100, 100]
    assert found.known.all()


def test_a_round_that_goes_on_ends_with_the_critics_opinion() -> None:
    movers = torch.tensor([[0], [1], [0]])
    values = torch.zeros(3, 1, 3)
    values[:, 0, :2] = torch.tensor([[0.1, -0.1], [0.2, -0.2], [0.5, -0.5]])
    found = targets(ends_of(None, None), movers, values, torch.tensor([2]), 1.0, POINTS)
    assert torch.allclose(found.advantages[:, 0], torch.tensor([0.4, -0.7]), atol=1e-6)
    assert not found.known.any()


def test_haste_makes_every_decision_cost_all_sides_something() -> None:
    movers = torch.tensor([[0], [1], [0], [1]])
    values = torch.zeros(4, 1, 3)
    ends, sides = ends_of(None, None, (50.0, 50.0)), torch.tensor([2])
    calm = targets(ends, movers, values, sides, 1.0, POINTS)
    hasty = targets(ends, movers, values, sides, 1.0, POINTS, haste=0.5)
    assert torch.allclose(
        (calm.values - hasty.values)[:, 0, :2] * POINTS, torch.tensor([[1.5], [1.0], [0.5]])
    )
    # Where nothing else changes, waiting is worse than what the critic expects.
    waiting = targets(ends_of(None, None, None), movers, values, sides, 0.0, POINTS, haste=0.5)
    assert torch.allclose(waiting.advantages * POINTS, torch.full((3, 1), -0.5))


def test_three_sides_are_each_judged_by_their_own_worth() -> None:
    movers = torch.tensor([[0], [1], [2], [0]])
    found = targets(
        ends_of(None, None, (40.0, -10.0, -30.0)),
        movers,
        torch.zeros(4, 1, 3),
        torch.tensor([3]),
        1.0,
        POINTS,
    )
    assert torch.allclose(found.advantages[:, 0] * POINTS, torch.tensor([40.0, -10.0, -30.0]))
    assert torch.allclose(found.values[1, 0] * POINTS, torch.tensor([-10.0, -30.0, 40.0]))


def test_the_outlook_is_of_the_own_and_of_the_next_side() -> None:
    ends = ends_of(None, (1.0, -1.0))
    ends[1, 0, TOTALS] = 100  # side 0's first colour
    ends[1, 0, TOTALS + COLOURS] = -50  # side 1's
    movers = torch.tensor([[0], [1], [0]])
    found = targets(ends, movers, torch.zeros(3, 1, 3), torch.tensor([2]), 1.0, POINTS)
    assert found.outlooks[:, 0, 0].tolist() == [[2, -1], [-1, 2]]


def test_sides_from_the_mover_on_and_back() -> None:
    figures = torch.tensor([[1.0, 2.0, 3.0]])
    three, one = torch.tensor([3]), torch.tensor([1])
    assert in_order(figures, one, three).tolist() == [[3.0, 1.0, 2.0]]
    assert from_mover(in_order(figures, one, three), one, three).equal(figures)


def test_a_margin_keeps_its_mean_in_bins() -> None:
    margins = torch.tensor([-250.0, -7.0, 0.0, 3.0, 12.5, 400.0])
    weights = in_bins(margins, MOST)
    assert torch.allclose(weights.sum(1), torch.ones(6))
    means = weights @ torch.from_numpy(ROW.bin_margins)
    assert torch.allclose(means, margins.clamp(-250, 250), atol=1e-3)

"""The networks: blind to the identity of colours, and the same with and without PyTorch."""

import math
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
import torch

from lab.positions import VARIANTS, random_play
from lostcities.errors import LabError
from lostcities.kernel import row
from lostcities.lab.checkpoint import save_policy, weights_of
from lostcities.lab.config import Config
from lostcities.lab.export import export
from lostcities.lab.matches import random_player
from lostcities.lab.network import Critic, Policy, Student, legal_mask, legal_sources, only_draws
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, SECRET, TOKEN

P = TypeVar("P", bound=Policy)


def trained_by_chance(width: int, blocks: int, kind: type[P]) -> P:
    """A net whose every array matters: no zeros, no equal gains."""
    torch.manual_seed(2)
    policy = kind(width, blocks)
    with torch.no_grad():
        for values in policy.parameters():
            values.add_(torch.randn_like(values), alpha=0.2)
    return policy.requires_grad_(False)


def test_numpy_agrees_with_pytorch_on_a_thousand_positions(tmp_path: Path) -> None:
    policy = trained_by_chance(32, 3, Policy)
    save_policy(tmp_path, policy, Config(width=32, blocks=3), {"minutes": 1.5})
    export(tmp_path, tmp_path / "net.npz")
    net = Net.load(tmp_path / "net.npz")
    assert net.facts["progress"] == {"minutes": 1.5}
    positions = 0
    for _, seen, _ in random_play(VARIANTS, 28, 40):
        ours, theirs = net(seen.tokens.numpy(), seen.overview.numpy()), policy(seen.tokens, seen.overview)
        legal = legal_mask(seen.words, net.shape.actions).numpy()
        assert np.abs(ours.logits - theirs.logits.numpy())[legal].max() < 1e-3
        assert np.abs(ours.margin - theirs.margin.softmax(-1).numpy()).max() < 1e-3
        assert np.abs(ours.outlook - theirs.outlook.numpy())[:, :5].max() < 1e-3
        positions += len(legal)
    assert positions > 1000


def test_a_net_is_less_sure_at_a_temperature_and_likes_the_same_moves_best(tmp_path: Path) -> None:
    save_policy(tmp_path, trained_by_chance(32, 3, Policy), Config(width=32, blocks=3), {})
    said = {}
    for temperature in (1.0, 2.0):
        export(tmp_path, tmp_path / "net.npz", temperature)
        net = Net.load(tmp_path / "net.npz")
        _, seen, _ = next(iter(random_play(VARIANTS, 28, 1)))
        said[temperature] = net(seen.tokens.numpy(), seen.overview.numpy())
    assert np.abs(said[1.0].logits - 2 * said[2.0].logits).max() < 1e-2
    assert np.array_equal(said[1.0].margin, said[2.0].margin)


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.nan, math.inf])
def test_a_temperature_that_makes_no_sense_is_refused(tmp_path: Path, temperature: float) -> None:
    save_policy(tmp_path, trained_by_chance(8, 1, Policy), Config(width=8, blocks=1), {})
    with pytest.raises(LabError, match="above 0"):
        export(tmp_path, tmp_path / "net.npz", temperature)
    assert not (tmp_path / "net.npz").exists()


def test_numpy_agrees_with_pytorch_on_the_draw_after_each_play() -> None:
    student = trained_by_chance(32, 3, Student)
    net = Net(weights_of(student))
    assert net.draws_ahead
    assert student.draw_head is not None
    followed = 0
    for environment, seen, ends in random_play(VARIANTS, 98, 12):
        thought, out = net.room(98, environment.colours), student(seen.tokens, seen.overview)
        net.logits(seen.tokens.numpy(), seen.overview.numpy(), thought)
        actions = random_player(environment, seen)
        environment.play(actions, ends)
        environment.observe(seen)
        drawing = (actions < row.TAKE) & only_draws(seen.words)
        where = drawing.nonzero().squeeze(1).numpy()
        ours = net.draws(thought, where, actions[drawing].numpy())
        theirs = student.draw_head(out.tokens, out.stream, actions)[drawing]
        legal = legal_sources(seen.words[drawing])
        assert np.abs(ours - theirs.numpy())[legal.numpy()].max(initial=0) < 1e-3
        followed += len(where)
    assert followed > 300


def test_exchanging_two_colours_exchanges_what_is_said_of_them() -> None:
    policy = trained_by_chance(16, 2, Policy)
    tokens = torch.randint(0, 2, (6, 5, TOKEN))
    rest = torch.randint(0, 2, (6, OVERVIEW))
    there, back = [2, 1, 0, 4, 3], policy(tokens, rest)
    out = policy(tokens[:, there], rest)
    assert torch.allclose(out.margin, back.margin, atol=1e-4)
    assert torch.allclose(out.outlook, back.outlook[:, there], atol=1e-4)
    for first in (row.LAY, row.DISCARD):
        ours, theirs = (x.logits[:, first : first + 50].unflatten(1, (5, 10)) for x in (out, back))
        assert torch.allclose(ours, theirs[:, there], atol=1e-4)
    takes = [row.TAKE + colour for colour in there]
    assert torch.allclose(out.logits[:, row.TAKE : row.TAKE + 5], back.logits[:, takes], atol=1e-4)


def test_a_sixth_colour_that_is_not_played_changes_nothing() -> None:
    policy, critic = trained_by_chance(16, 2, Policy), Critic(16, 2)
    for _, seen, _ in random_play(["classic", "three-players"], 8, 30):
        empty = torch.zeros(8, 1, TOKEN, dtype=torch.int16)
        six = torch.cat([seen.tokens, empty], 1)
        five_out, six_out = policy(seen.tokens, seen.overview), policy(six, seen.overview)
        legal = legal_mask(seen.words, row.ACTIONS)
        assert torch.allclose(five_out.logits[legal], six_out.logits[legal], atol=1e-4)
        assert torch.allclose(five_out.margin, six_out.margin, atol=1e-4)
        secrets = torch.cat([seen.secret, torch.zeros(8, 1, SECRET, dtype=torch.int16)], 1)
        values = critic(seen.tokens, seen.overview, seen.secret)
        assert torch.allclose(values, critic(six, seen.overview, secrets), atol=1e-4)


def test_legal_actions_are_those_of_the_kernel() -> None:
    for environment, seen, _ in random_play(VARIANTS, 14, 60):
        mask = legal_mask(seen.words, row.ACTIONS)
        for slot in range(14):
            words = row.legal(environment.tables[slot], environment.states[slot])
            actions = [64 * i + bit for i in range(3) for bit in range(64) if words[i] >> bit & 1]
            assert mask[slot].nonzero().flatten().tolist() == actions


def test_a_critic_that_may_not_see_the_deck_does_not() -> None:
    torch.manual_seed(3)
    for critic, same in ((Critic(16, 1, sees_deck=False), True), (Critic(16, 1), False)):
        torch.nn.init.normal_(critic.value_head.weight)
        environment, seen, _ = next(random_play(["classic"], 4, 1))
        before = critic(seen.tokens, seen.overview, seen.secret)
        environment.decks[:, :60] = environment.decks[:, :60][:, ::-1]
        environment.observe(seen)
        after = critic(seen.tokens, seen.overview, seen.secret)
        assert torch.equal(before, after) is same

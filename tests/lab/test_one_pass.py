"""A policy that makes the play and the draw of a turn in one pass."""

from pathlib import Path

import pytest
import torch

import lostcities.lab
from lab.positions import random_play
from lostcities.errors import LabError
from lostcities.kernel import row
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import load_policy
from lostcities.lab.config import Config
from lostcities.lab.ends import DONE
from lostcities.lab.environment import Environment
from lostcities.lab.learner import log_chances_of, policy_losses
from lostcities.lab.matches import explorer_player, net_player, play_sets
from lostcities.lab.network import ILLEGAL, Policy, Student, legal_mask, legal_sources, masked
from lostcities.lab.rollout import Draws, Rivals, Rollout, collect
from lostcities.lab.run import Run, start_rounds
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.net.outputs import BINS, OUTLOOK
from lostcities.variant import Variant

TOY = Path(lostcities.lab.__file__).parent / "configs" / "toy.toml"
CPU = torch.device("cpu")
SMALL = Config(
    slots=128, steps=48, minibatch=1024, width=32, blocks=1, critic_width=32, critic_blocks=1, compile=False,
    one_pass=True, scattered=True, learning_rate=3e-3, pool_share=0.0, evaluate_minutes=1e9, evaluate_sets=4,
)  # fmt: skip


def decided(width: int = 16, blocks: int = 2) -> Policy:
    """A net that knows what it wants, so that what it says of a draw depends on the play."""
    torch.manual_seed(2)
    policy = Policy(width, blocks, one_pass=True)
    with torch.no_grad():
        for values in policy.parameters():
            values.add_(torch.randn_like(values), alpha=0.2)
    return policy.requires_grad_(False)


def played(policy: Policy, with_explorers: bool = False) -> tuple[Environment, Rollout]:
    rounds, _, sides, _ = start_rounds(SMALL, 0, CPU)
    rollout = Rollout.empty(rounds, SMALL.steps, one_pass=True)
    last = slice(SMALL.slots // 2, SMALL.slots)
    learner_sides = torch.arange(SMALL.slots)[last] % sides[last]
    rivals = [Rivals(explorer_player, last, learner_sides)] if with_explorers else []
    collect(rounds, policy, rollout, rivals, policy.draw_head)
    return rounds, rollout


@pytest.mark.parametrize("with_explorers", [False, True])
def test_every_play_and_every_draw_is_legal_and_each_step_is_a_turn(with_explorers: bool) -> None:
    rounds, rollout = played(decided(), with_explorers)
    assert rollout.draws is not None
    seen = rollout.observations.flat()
    chosen = rollout.actions.flatten().unsqueeze(1)
    assert (chosen < row.TAKE).all()
    legal = legal_mask(seen.words[: len(chosen)], row.ACTIONS)
    assert legal.gather(1, chosen).all()
    draws = rollout.draws.actions.flatten().unsqueeze(1)
    legal = legal_mask(rollout.draws.words.flatten(0, 1), row.ACTIONS)
    assert legal.gather(1, draws).all()
    assert not legal[:, : row.TAKE].any()
    assert (rounds.states["phase"] == row.PLAY).all()
    # Where no round began, the other side comes next.
    sides, going_on = rollout.observations.sides, rollout.ends[:, :, DONE] == 0
    assert (sides[1:] != sides[:-1])[going_on].all()
    assert rollout.ends[:, :, DONE].sum() > 10
    assert bool(rollout.learns.all()) is not with_explorers


def test_a_card_just_discarded_is_not_drawn() -> None:
    _, rollout = played(decided())
    assert rollout.draws is not None
    actions, draws = rollout.actions.flatten(), rollout.draws.actions.flatten()
    discarded = actions >= row.DISCARD
    colours = (actions[discarded] - row.DISCARD) // 10
    assert (draws[discarded] < row.DRAW).any()
    assert (draws[discarded] != row.TAKE + colours).all()


def test_the_learner_finds_the_chances_that_the_turns_were_played_with() -> None:
    policy = decided()
    _, rollout = played(policy)
    assert rollout.draws is not None
    rows = rollout.actions.numel()
    seen = rollout.observations.flat().at(slice(rows))
    actions, draws = rollout.actions.flatten(), rollout.draws.actions.flatten()
    words = rollout.draws.words.flatten(0, 1)
    logits = policy.decisions(policy(seen.tokens, seen.overview), actions)
    play, draw = log_chances_of(logits, [legal_mask(seen.words, row.ACTIONS), legal_sources(words)])
    together = play.gather(1, actions[:, None]) + draw.gather(1, draws[:, None] - row.TAKE)
    assert torch.allclose(together.squeeze(1), rollout.log_chances.flatten(), atol=1e-4)
    # Which is what its losses are made of: nothing has moved yet, and entropy counts both decisions.
    losses = policy_losses(
        policy, policy, seen.tokens, seen.overview, seen.secret, seen.words, actions,
        Draws(words, draws), rollout.log_chances.flatten(), torch.ones(rows),
        torch.ones(rows), torch.full((rows, BINS), 1 / BINS), torch.zeros(rows, 5, OUTLOOK), 0.2,
    )  # fmt: skip
    gain, entropy, _, strain, *_, drift, clipped = (float(part) for part in losses)
    assert gain == pytest.approx(-1, abs=1e-4)
    assert entropy == pytest.approx(
        -float((play.exp() * play).sum(1).mean() + (draw.exp() * draw).sum(1).mean()), abs=1e-3
    )
    assert (strain, drift, clipped) == pytest.approx((0, 0, 0), abs=1e-5)


def test_the_draw_depends_on_the_play_and_exchanging_two_colours_exchanges_the_piles() -> None:
    policy = decided()
    assert policy.draw_head is not None
    tokens, rest = torch.randint(0, 2, (6, 5, TOKEN)), torch.randint(0, 2, (6, OVERVIEW))
    plays = torch.tensor(
        [row.LAY + 3, row.LAY + 27, row.DISCARD + 3, row.DISCARD + 44, row.LAY, row.LAY + 15]
    )
    there = [2, 1, 0, 4, 3]
    card = plays % 64
    moved = plays - card + torch.tensor(there)[card // 10] * 10 + card % 10
    ours, theirs = policy(tokens[:, there], rest), policy(tokens, rest)
    back = policy.draw_head(theirs.tokens, theirs.stream, plays)
    out = policy.draw_head(ours.tokens, ours.stream, moved)
    assert torch.allclose(out[:, :5], back[:, there], atol=1e-4)
    assert torch.allclose(out[:, -1], back[:, -1], atol=1e-4)
    other = policy.draw_head(theirs.tokens, theirs.stream, (plays + row.DISCARD) % row.TAKE)
    assert ((other - back).abs().amax(1) > 1e-3).all()


def test_asked_for_one_decision_after_the_other_it_plays_the_same_turns() -> None:
    policy = decided()
    assert policy.draw_head is not None
    player = net_player(policy)
    environment, seen, ends = next(random_play(["classic"], 8, 1))
    for _ in range(30):
        environment.observe(seen)
        thought = policy(seen.tokens, seen.overview)
        plays = player(environment, seen)
        assert torch.equal(plays, masked(thought.logits, seen.words).argmax(1))
        environment.play(plays, ends)
        environment.observe(seen)
        sources = policy.draw_head(thought.tokens, thought.stream, plays)
        best = sources.masked_fill(~legal_sources(seen.words), ILLEGAL).argmax(1)
        draws = player(environment, seen)
        assert torch.equal(draws, row.TAKE + best)
        environment.play(draws, ends)


def test_a_student_looks_again_before_it_draws_though_it_has_a_draw_head() -> None:
    torch.manual_seed(2)
    student = Student(16, 1).requires_grad_(False)
    player = net_player(student)
    for environment, seen, _ in random_play(["classic", "duel-2026 exploits=announced"], 8, 30):
        logits = student(seen.tokens, seen.overview).logits
        assert torch.equal(player(environment, seen), masked(logits, seen.words).argmax(1))


def test_some_thousand_turns_teach_something_to_a_policy_of_one_pass(tmp_path: Path) -> None:
    run = Run(SMALL, tmp_path, CPU)
    novice = Policy(SMALL.width, SMALL.blocks, one_pass=True)
    novice.load_state_dict(run.policy.state_dict())
    run.train(10, iterations=25)
    policy, saved, progress = load_policy(tmp_path, CPU)
    assert saved == SMALL
    assert progress["decisions"] == progress["iterations"] * 128 * 48 * 2
    classic = Variant.parse("classic")
    score = play_sets(classic, net_player(policy, 1.0), net_player(novice, 1.0), 50, CPU)
    assert score.margin > 20


def test_it_is_trained_resumed_and_measured_against_a_policy_of_two_passes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    train = [
        "train",
        str(TOY),
        "--minutes",
        "0.01",
        "--set",
        "variants={classic=1}",
        "--set",
        "pool_share=0.5",
    ]
    main([*train, "--out", str(two)])
    main([*train, "--out", str(one), "--set", "one_pass=true", "--set", "scattered=true"])
    main([*train, "--out", str(one), "--set", "one_pass=true", "--set", "magnet=0.1", "--resume", str(one)])
    main(["evaluate", str(one), str(two), "--pairs", "4"])
    assert f"classic: {one} against {two}:" in capsys.readouterr().out
    main(["best-response", str(one), "--minutes", "0.01", "--out", str(tmp_path / "best"), "--sets", "4"])
    assert "best response against" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="take a policy that was trained without one_pass"):
        main(["export", str(one), str(tmp_path / "net.npz")])
    with pytest.raises(SystemExit, match="in “teams” a turn may have more decisions"):
        main(["evaluate", str(one), "explorer", "--pairs", "4", "--variant", "teams"])


@pytest.mark.parametrize("text", ["teams", "duel-2026 exploits=announced", "rivals"])
def test_where_a_turn_has_other_decisions_it_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="more decisions than a play and a draw"):
        Config.read(TOY, [f'variants = {{"{text}" = 1}}', "one_pass = true"])

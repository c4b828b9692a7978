"""A policy that learns what search prefers, at toy size on a CPU."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from lab.test_worlds import SIZE, a_student
from lostcities.bots.search_contest import Belief, Contest
from lostcities.errors import LabError
from lostcities.kernel import row
from lostcities.lab.__main__ import main
from lostcities.lab.ceiling import Survey
from lostcities.lab.checkpoint import POLICY, load_policy, save_policy
from lostcities.lab.config import Config, read_settings
from lostcities.lab.environment import Environment
from lostcities.lab.expert import LOG, Expert, Settings
from lostcities.lab.families import ROW
from lostcities.lab.gains import Gains, classes_of
from lostcities.lab.labels import gain, judge, lesson
from lostcities.lab.network import Policy, Student, masked
from lostcities.lab.playouts import Playouts
from lostcities.lab.trying import PILE, Roots, try_out
from lostcities.variant import Variant

CPU = torch.device("cpu")
TOY = Settings(
    slots=24, roots=8, apart=1, warm_up=4, worlds=4, true_worlds=2, playouts=64, minibatch=16,
    learning_rate=1e-2, leash_slots=16, evaluate_sets=2,
)  # fmt: skip


def toy_lines() -> list[str]:
    """The toy settings for the command line."""
    usual = Settings()
    names = [name for name in vars(TOY) if getattr(TOY, name) != getattr(usual, name)]
    return [part for name in names for part in ("--set", f"{name}={getattr(TOY, name)}")]


def last_turn() -> Environment:
    """The last card of the pile is to be drawn, and the mover can still lay a 10 in an open expedition."""
    environment = Environment(ROW, ROW.tables_of([Variant.parse("classic")]), np.array([1], np.int64))
    s = environment.states[0]
    colour = [[0] * 3 + list(range(1, 10)) for _ in range(5)]  # values less 1, as in a deck
    s["hands"][0] = [0b100000000000, 0b11111000, 0b11, 0, 0, 0]  # the 10 of the first colour, and others
    s["hands"][1] = [0, 0, 0, 0b11111111000, 0, 0]
    s["expeditions"][0, 0] = 0b01111000  # 2, 3, 4, 5
    s["mover"], s["pile"] = 0, 1
    for i in range(5):
        held = int(s["hands"][0, i]) | int(s["hands"][1, i]) | int(s["expeditions"][0, i])
        free = [value for place, value in enumerate(colour[i]) if not held >> place & 1]
        if i == 4:
            environment.decks[0, 59] = 40 + free.pop()
        for value in free:
            s["discards"][i] = s["discards"][i] << 4 | (value + 1)
    return environment


def roots_of(environment: Environment, actions: list[int], chances: list[float]) -> Roots:
    seen = environment.empty_observation()
    environment.observe(seen)
    logits = torch.full((1, row.ACTIONS), -20.0)
    logits[0, actions] = torch.tensor(chances).log()
    return Roots(
        torch.tensor([0]),
        seen,
        seen.overview[:, PILE].long(),
        masked(logits, seen.words),
        torch.tensor([actions]),
        torch.tensor([chances]),
        torch.tensor([chances]) >= 0.01,
    )


def test_search_prefers_the_last_card_laid_to_the_last_card_thrown_away(tmp_path: Path) -> None:
    student = load_policy(a_student(tmp_path), CPU)[0]
    assert isinstance(student, Student)
    environment = last_turn()
    throw, lay, other, unlikely = row.DISCARD + 9, row.LAY + 9, row.DISCARD + 11, row.DISCARD + 12
    roots = roots_of(environment, [throw, lay, other, unlikely], [0.6, 0.3, 0.095, 0.005])
    worth = try_out(Playouts(environment, 64), roots, student, student, 8, seed=1)
    assert (worth[0, 1] - worth[0, 0] == 10).all()
    verdict = judge(roots, worth, Belief())
    assert verdict.choice.tolist() == [1]
    assert gain(verdict.choice, worth).tolist() == [10]
    chances = lesson(roots, verdict.correction, 0.3)[0]
    assert chances[lay] > 0.95
    assert chances.sum() == pytest.approx(1)
    assert chances[unlikely] == pytest.approx(0.005, rel=1e-3)


def some_roots(chances: Tensor) -> Roots:
    environment = last_turn()
    number, proposals = chances.shape
    roots = roots_of(environment, list(range(proposals)), [1 / proposals] * proposals)
    logits = torch.full((number, row.ACTIONS), -20.0)
    logits[:, :proposals] = chances.log()
    return roots.at(torch.zeros(number, dtype=torch.int64))._replace(
        logits=logits, chances=chances, tried=chances >= 0.01
    )


def test_two_proposals_are_judged_as_at_play() -> None:
    rng = np.random.default_rng(2)
    first = rng.uniform(0.5, 0.9, 200)
    chances = torch.from_numpy(np.stack([first, 1 - first], 1)).float()
    worth = torch.from_numpy(rng.normal(0, 4, (200, 2, 24)) + rng.normal(0, 1, (200, 2, 1))).float()
    verdict = judge(some_roots(chances), worth, Belief())
    expected = []
    for chance, points in zip(chances.tolist(), worth.numpy().astype(float), strict=True):
        contest = Contest(chance, Belief())
        contest.add(points)
        expected.append(contest.verdict)
    assert verdict.choice.tolist() == expected
    assert 0 < np.mean(expected) < 1


def test_worlds_that_tell_nothing_new_change_nothing() -> None:
    chances = torch.tensor([[0.7, 0.2, 0.095, 0.005]])
    roots = some_roots(chances)
    assert torch.allclose(lesson(roots, torch.zeros(1, 4), 0.3), roots.logits.softmax(-1), atol=1e-6)
    believed = Belief().slope * (chances / chances[:, :1]).log()
    verdict = judge(roots, believed.unsqueeze(-1).expand(1, 4, 6), Belief())
    assert torch.allclose(verdict.correction, torch.zeros(1, 4), atol=1e-6)


def test_gains_are_counted_by_how_often_their_class_comes() -> None:
    gains = Gains(CPU)
    assert classes_of(torch.tensor([0, 4, 5, 44])).tolist() == [0, 0, 1, 8]
    gains.add(torch.tensor([3, 3, 40, 40]), torch.tensor([0.0, 1.0, 0.5, 0.5]))
    often = torch.zeros(9)
    often[0], often[8] = 2, 10
    figures = gains.a_round(often)
    assert figures[0] == pytest.approx((1.0, 2 * 0.5))
    assert figures[8] == pytest.approx((5.0, 0.0))
    assert figures[-1] == pytest.approx((6.0, 1.0))


def test_a_policy_comes_nearer_to_its_lessons_and_stays_where_nothing_was_searched(tmp_path: Path) -> None:
    student = load_policy(a_student(tmp_path), CPU)[0]
    assert isinstance(student, Student)
    torch.manual_seed(1)
    config = Config(width=16, blocks=1, variants={"classic": 1, "long": 1})
    expert = Expert(Policy(16, 1), config, student, ["classic rounds=3"], TOY, CPU)  # as classic is
    assert 0.4 < expert._searched.float().mean() < 0.6
    found = expert.search(0)
    assert found.pile.numel() == TOY.roots
    first = expert.learn(found.lessons, 1e-2)
    for _ in range(20):
        last = expert.learn(found.lessons, 1e-2)
    assert last.lesson < 0.7 * first.lesson
    assert last.leash < 0.1


def test_improve_saves_a_policy_that_plays_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    teacher, quick, out = tmp_path / "teacher", a_student(tmp_path), tmp_path / "better"
    torch.manual_seed(2)
    save_policy(teacher, Policy(16, 1), SIZE, {})
    asked = ["improve", str(teacher), "--quick", str(quick), "--out", str(out), "--minutes", "0.001"]
    main([*asked, *toy_lines()])
    said = capsys.readouterr().out
    assert "labels/s" in said
    assert "true hands" in said
    assert "classic against the start" in said
    facts = json.loads((out / LOG).read_text().splitlines()[-1])
    assert facts["labels"] > 0
    assert "margin" in facts["evaluation"]["classic"]
    policy, config, progress = load_policy(out, CPU)
    assert config == SIZE
    assert progress["iterations"] >= 1
    before = load_policy(teacher, CPU)[0]
    assert not torch.equal(policy.colour_head.weight, before.colour_head.weight)
    with pytest.raises(SystemExit, match=r"policy\.pt is there already; give another folder"):
        main([*asked, *toy_lines()])
    assert load_policy(out, CPU)[2] == progress
    saved = (out / POLICY).rename(tmp_path / POLICY)  # as if it had been stopped before it saved
    with pytest.raises(SystemExit, match=r"improve\.jsonl is there already; give another folder"):
        main([*asked, *toy_lines()])
    saved.rename(out / POLICY)
    main(["export", str(out), str(tmp_path / "better.npz")])
    main(["evaluate", str(tmp_path / "better.npz"), str(teacher), "--pairs", "2"])


def test_what_search_could_win_is_measured_for_both_nets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quick = a_student(tmp_path)
    sizes = ["roots=6", "slots=12", "counted=8", "worlds=[2, 4]", "judges=4", "playouts=64"]
    lines = [part for line in sizes for part in ("--set", line)]
    main(["improve", str(quick), "--quick", str(quick), "--measure", *lines])
    said = capsys.readouterr().out
    assert "6 decisions" in said
    assert said.count("4 worlds") == 6
    assert "worlds of the quick net choose, worlds of the policy with the true hands judge" in said
    assert "worlds of the policy with the true hands choose, others of these judge" in said


def test_who_can_not_be_improved(tmp_path: Path) -> None:
    quick, teacher, rivals = a_student(tmp_path), tmp_path / "teacher", tmp_path / "rivals"
    save_policy(teacher, Policy(16, 1), SIZE, {})
    with pytest.raises(SystemExit, match="does not read hands"):
        main(["improve", str(teacher), "--quick", str(teacher), "--measure"])
    open_hands = Config(variants={"rivals": 1}, width=16, blocks=1)
    save_policy(rivals, Policy(16, 1, open_hands.game.shape), open_hands, {})
    with pytest.raises(SystemExit, match="open hands"):
        main(["improve", str(rivals), "--quick", str(quick), "--measure"])
    with pytest.raises(SystemExit, match="there is no setting “speed”"):
        main(["improve", str(teacher), "--quick", str(quick), "--measure", "--set", "speed=1"])
    with pytest.raises(SystemExit, match="“slots” can't be 'many'; give it a value of type int"):
        main(["improve", str(teacher), "--quick", str(quick), "--measure", "--set", 'slots="many"'])
    with pytest.raises(SystemExit, match="was not trained for “rivals”"):
        main(["improve", str(teacher), "--quick", str(quick), "--measure", "--variant", "rivals"])


def test_one_world_is_too_few() -> None:
    with pytest.raises(LabError, match="1 world can't both choose and judge"):
        read_settings(Settings, ["worlds = 1"])


def test_a_survey_needs_worlds() -> None:
    for worlds in ("[]", "[16, 0]"):
        with pytest.raises(LabError, match=r"“worlds” can't be .*; give it more than 0"):
            read_settings(Survey, [f"worlds = {worlds}"])

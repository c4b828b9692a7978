"""A small net that learns from a trained one, at toy size on a CPU."""

from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

import lostcities.lab
from lab.positions import VARIANTS
from lostcities.kernel import row
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import load_policy, save_policy
from lostcities.lab.config import Config
from lostcities.lab.distil import School, _of_kinds, distil, divergence
from lostcities.lab.environment import Environment
from lostcities.lab.network import Policy, Student, legal_sources
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.variant import Variant

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
CPU = torch.device("cpu")
SMALL = Config(
    variants={"classic": 2, "three-players": 1, "teams": 1}, slots=64, steps=1, minibatch=64, width=16,
    blocks=1, compile=False, learning_rate=1e-2, scattered=True,
)  # fmt: skip


def decided_teacher() -> Policy:
    """One that knows what it wants, without having learnt anything."""
    torch.manual_seed(3)
    teacher = Policy(16, 1)
    with torch.no_grad():
        for head in (teacher.colour_head, teacher.global_head):
            head.weight.mul_(60)
    return teacher


def test_a_student_comes_to_play_as_its_teacher_and_to_read_hands(tmp_path: Path) -> None:
    teacher = decided_teacher()
    first = distil(teacher, SMALL, tmp_path, 10, CPU, lessons=1)
    last = distil(teacher, SMALL, tmp_path, 10, CPU, lessons=300)
    assert last.divergence < 0.7 * first.divergence
    assert last.agreement > first.agreement + 0.2
    assert last.hands < first.hands - 0.5
    assert last.draw_divergence / last.draws < 0.7 * first.draw_divergence / first.draws
    assert last.draw_agreement / last.draws > first.draw_agreement / first.draws + 0.2
    student, config, progress = load_policy(tmp_path, CPU)
    assert isinstance(student, Student)
    assert config == SMALL
    assert progress["decisions"] == 300 * 64


class Remembering(Environment):
    """Rounds that remember the latest actions."""

    def play(self, actions: Tensor, ends: Tensor) -> None:
        self.actions = actions
        super().play(actions, ends)


def test_a_draw_is_learnt_from_the_position_before_the_play_and_from_that_play() -> None:
    game, slots = SMALL.game, 105
    tables = game.tables_of([Variant.parse(text) for text in VARIANTS])[np.arange(slots) % len(VARIANTS)]
    rounds = Remembering(game, tables, np.arange(slots))
    rounds.play_ahead(np.arange(slots))
    torch.manual_seed(5)
    teacher, student = decided_teacher().requires_grad_(False), Student(16, 1).requires_grad_(False)
    for values in student.parameters():
        values.add_(torch.randn_like(values), alpha=0.2)
    school, seen, after = School(teacher, rounds), rounds.empty_observation(), rounds.empty_observation()
    assert student.draw_head is not None
    learnt = 0
    for _ in range(8):
        rounds.observe(seen)
        before = rounds.states.copy()
        lesson = school.lesson(student)
        rounds.observe(after)
        with torch.autocast("cpu", torch.bfloat16):
            said = teacher(after.tokens, after.overview).logits
        far, same, draws = 0.0, 0, 0
        for slot, state in enumerate(rounds.states):
            legal = legal_sources(after.words[slot : slot + 1])[0]
            claims = row.legal_claims(tables[slot], state)
            if before[slot]["phase"] != row.PLAY or state["phase"] != row.DRAW_CARD or claims:
                continue
            here = slice(slot, slot + 1)
            thought = student(seen.tokens[here], seen.overview[here])
            own = student.draw_head(thought.tokens, thought.stream, rounds.actions[here])[0, legal]
            right = said[slot, row.TAKE : row.STOP][legal]
            far += float(divergence(own[None], right[None]))
            same += int(own.argmax() == right.argmax())
            draws += 1
        assert [float(part) * slots for part in lesson[-3:]] == pytest.approx([far, same, draws], abs=1e-2)
        learnt += draws
    assert learnt > 300


def test_the_exported_student_reads_hands_without_pytorch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, student, file = tmp_path / "run", tmp_path / "student", tmp_path / "net.npz"
    save_policy(run, decided_teacher(), SMALL, {})
    main(["export", str(run), str(tmp_path / "teacher.npz")])
    quick = str(CONFIGS / "quick.toml")
    main(["distil", str(tmp_path / "teacher.npz"), quick, "--out", str(student), "--minutes", "0.01"])
    assert "same choice" in capsys.readouterr().out
    main(["export", str(student), str(file)])
    net, rng = Net.load(file), np.random.default_rng(1)
    tokens = rng.integers(0, 2, (20, 5, TOKEN), np.int16)
    overview = rng.integers(0, 2, (20, OVERVIEW), np.int16)
    policy = load_policy(file, CPU)[0]
    assert isinstance(policy, Student)
    with torch.no_grad():
        _, held = policy.read(torch.from_numpy(tokens), torch.from_numpy(overview))
    assert net.reads_hands
    assert net.draws_ahead
    assert np.allclose(net.hands(tokens, overview), held.numpy(), atol=1e-3)
    main(["evaluate", str(file), str(tmp_path / "teacher.npz"), "--pairs", "2"])
    assert f"classic: {file} against" in capsys.readouterr().out


def test_a_set_of_cards_is_counted_by_value() -> None:
    sets = torch.tensor([[1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]])
    assert _of_kinds(sets).tolist() == [[2, 1, 0, 0, 0, 0, 0, 0, 0, 1]]


def test_rivals_has_no_hands_to_read(tmp_path: Path) -> None:
    config = Config(variants={"rivals": 1}, width=16, blocks=1)
    save_policy(tmp_path, Policy(16, 1, config.game.shape), config, {})
    asked = ["distil", str(tmp_path), str(CONFIGS / "rivals-toy.toml"), "--out", str(tmp_path / "student")]
    with pytest.raises(SystemExit, match="a student is made for the row games"):
        main([*asked, "--minutes", "0.01"])

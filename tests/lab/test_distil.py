"""A small net that learns from a trained one, at toy size on a CPU."""

from pathlib import Path

import numpy as np
import pytest
import torch

import lostcities.lab
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import load_policy, save_policy
from lostcities.lab.config import Config
from lostcities.lab.distil import _of_kinds, distil
from lostcities.lab.network import Policy, Student
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN

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
    student, config, progress = load_policy(tmp_path, CPU)
    assert isinstance(student, Student)
    assert config == SMALL
    assert progress["decisions"] == 300 * 64


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

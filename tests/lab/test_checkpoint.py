"""Files that are no nets, and nets that don't fit what they are asked for."""

from pathlib import Path

import numpy as np
import pytest
import torch

import lostcities.lab
from lostcities.errors import LabError
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import CRITIC, POLICY, save_policy
from lostcities.lab.config import Config
from lostcities.lab.export import export
from lostcities.lab.network import Student
from lostcities.lab.run import Run

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
TOY, RIVALS_TOY = CONFIGS / "toy.toml", CONFIGS / "rivals-toy.toml"
CPU = torch.device("cpu")


def saved(folder: Path, config: Path, settings: list[str] | None = None) -> Path:
    """A run that has learnt nothing yet."""
    Run(Config.read(config, settings or []), folder, CPU).save()
    return folder


def exported(run: Path) -> Path:
    export(run, run.with_suffix(".npz"))
    return run.with_suffix(".npz")


def test_training_goes_on_only_from_a_net_of_the_same_game_and_size(tmp_path: Path) -> None:
    def refused(net: Path, says: str) -> None:
        with pytest.raises(SystemExit, match=says):
            main(
                ["train", str(TOY), "--out", str(tmp_path / "on"), "--minutes", "0.001", "--resume", str(net)]
            )
        assert not (tmp_path / "on").exists()

    rivals = saved(tmp_path / "rivals", RIVALS_TOY)
    wide = saved(tmp_path / "wide", TOY, ["width = 64", "blocks = 3"])
    for net in (rivals, exported(rivals)):
        refused(net, f"{net} was not trained for “classic”")
    for net in (wide, exported(wide)):
        rest = "one_pass=false, sees_hands=false"
        theirs, ours = f"width=64, blocks=3, {rest}", f"width=32, blocks=2, {rest}"
        refused(net, f"{net} has {theirs}, and this run has {ours}; --set what the net has")
    one_pass = saved(tmp_path / "one", TOY, ["one_pass = true", "variants = {classic = 1}"])
    refused(one_pass, r"one_pass=true, .*, and this run has .*, one_pass=false")
    critic = saved(tmp_path / "critic", TOY, ["critic_width = 64"])
    refused(critic, "has critic_width=64, critic_blocks=1, and this run has critic_width=32")


def test_a_student_is_not_trained_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    student = tmp_path / "student"
    save_policy(student, Student(32, 2), Config.read(TOY), {})
    for net in (student, exported(student)):
        with pytest.raises(SystemExit, match="is a student, and training can't go on from one"):
            main(["train", str(TOY), "--out", str(tmp_path / "on"), "--minutes", "1", "--resume", str(net)])
    with pytest.raises(SystemExit, match="against a student needs --from-scratch"):
        main(["best-response", str(student), "--out", str(tmp_path / "best")])
    probe = ["best-response", str(student), "--from-scratch", "--out", str(tmp_path / "best"), "--sets", "2"]
    main([*probe, "--minutes", "0.001"])
    assert f"best response against {student}, classic:" in capsys.readouterr().out


def test_a_net_is_asked_for_games_that_it_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rivals, row = saved(tmp_path / "rivals", RIVALS_TOY), saved(tmp_path / "row", TOY)
    asked = [
        ["best-response", str(rivals), "--variant", "classic", "--out", str(tmp_path / "best")],
        ["calibrate", str(rivals), "--variant", "classic"],
        ["evaluate", "explorer", str(rivals), "--variant", "rivals", "--variant", "classic"],
        ["distil", str(rivals), str(TOY), "--out", str(tmp_path / "student"), "--minutes", "1"],
    ]
    for command in asked:
        with pytest.raises(SystemExit, match=f"{rivals} was not trained for “classic”"):
            main(command)
    with pytest.raises(SystemExit, match=f"{row} was not trained for “rivals players=4”"):
        main(["evaluate", str(rivals), str(row)])
    assert capsys.readouterr().out == ""


def test_a_best_response_has_settings_that_suit_its_variant(tmp_path: Path) -> None:
    probe = ["best-response", "explorer", "--config", str(CONFIGS / "row.toml"), "--variant", "rivals"]
    with pytest.raises(SystemExit, match="a game of Rivals is a match by itself"):
        main([*probe, "--out", str(tmp_path)])


def test_without_a_variant_forecasts_are_compared_in_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["calibrate", str(saved(tmp_path / "rivals", RIVALS_TOY)), "--rounds", "8"])
    assert "the chance to win is off by" in capsys.readouterr().out


def test_without_a_round_that_ends_there_is_nothing_to_compare(tmp_path: Path) -> None:
    run = Run(Config.read(TOY), tmp_path, CPU)
    torch.nn.init.constant_(run.policy.colour_head.bias, 9.0)  # any discard rather than a new card
    run.save()
    with pytest.raises(SystemExit, match="no round of “classic” came to its end within 400 decisions"):
        main(["calibrate", str(tmp_path), "--rounds", "2"])


def test_no_net_is_written_over_another(tmp_path: Path) -> None:
    run, student = saved(tmp_path / "run", TOY), tmp_path / "student"
    save_policy(student, Student(32, 2), Config.read(TOY), {})
    before = (run / POLICY).read_bytes()
    asked = [
        ["train", str(TOY), "--minutes", "0.001"],
        ["train", str(TOY), "--minutes", "0.001", "--resume", str(saved(tmp_path / "other", TOY))],
        ["grow", str(run), "--blocks", "2"],
        ["distil", str(run), str(CONFIGS / "quick.toml"), "--minutes", "0.001"],
        ["improve", str(run), "--quick", str(student), "--minutes", "0.001"],
    ]
    for command in asked:
        with pytest.raises(SystemExit, match=r"policy\.pt is there already; give another folder with --out"):
            main([*command, "--out", str(run)])
    assert (run / POLICY).read_bytes() == before


def test_a_file_that_is_no_checkpoint_is_named(tmp_path: Path) -> None:
    run, wrong = saved(tmp_path / "run", TOY), tmp_path / "wrong"
    contents = {
        "hi.txt": b"hi",
        "hi.npz": b"hi",
        "half.npz": exported(run).read_bytes()[:1000],
        "empty.pt": b"",
        "half.pt": (run / POLICY).read_bytes()[:1000],
        "critic.pt": (run / CRITIC).read_bytes(),
    }
    wrong.mkdir()
    for name, content in contents.items():
        (wrong / name).write_bytes(content)
    np.savez(wrong / "numbers.npz", numbers=np.arange(3))
    torch.save([1, 2], wrong / "list.pt")
    train = ["train", str(TOY), "--out", str(tmp_path / "on"), "--minutes", "1", "--resume"]

    def refused(command: list[str], file: Path) -> None:
        with pytest.raises(SystemExit) as refusal:
            main(command)
        assert str(refusal.value) == str(LabError("lab.no-checkpoint", path=file))

    for file in wrong.iterdir():
        refused(["evaluate", str(file), "explorer"], file)
        refused([*train, str(file)], file)
    for name in (CRITIC, POLICY):
        (run / name).write_bytes(b"hi")
        refused([*train, str(run)], run / name)
    refused(["evaluate", str(run), "explorer"], run / POLICY)

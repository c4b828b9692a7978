"""A training run from end to end, at toy size on a CPU."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

import lostcities.lab
from lostcities.bots.policy import PolicyBot, RivalsPolicyBot
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import load_policy
from lostcities.lab.config import Config
from lostcities.lab.export import export
from lostcities.lab.matches import net_player, play_sets
from lostcities.lab.network import ILLEGAL, Policy
from lostcities.lab.run import Run
from lostcities.match import Match
from lostcities.net.features import place
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, OVERVIEW_BLOCKS, TOKEN, TOKEN_BLOCKS
from lostcities.variant import Variant

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
TOY = CONFIGS / "toy.toml"
CPU = torch.device("cpu")


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def test_train_resume_export_and_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, file = tmp_path / "first", tmp_path / "second", tmp_path / "net.npz"
    main(["train", str(TOY), "--out", str(first), "--minutes", "0.01"])
    main(["train", str(TOY), "--out", str(second), "--minutes", "0.01", "--resume", str(first)])
    log = lines(second)
    assert log[: len(lines(first))] == lines(first)
    assert [line["iterations"] for line in log] == list(range(1, len(log) + 1))
    assert {"explorer", "eldest", "latest", "self"} == set(log[-1]["evaluation"])  # type: ignore[call-overload]

    main(["evaluate", str(second), "random", "--pairs", "4", "--variant", "teams"])
    assert f"teams: {second} against random:" in capsys.readouterr().out
    main(["best-response", str(second), "--minutes", "0.01", "--out", str(tmp_path / "best"), "--sets", "4"])
    assert "best response against" in capsys.readouterr().out
    main(["export", str(second), str(file)])
    main(["plot", str(second), str(tmp_path / "run.svg")])
    assert "<svg" in (tmp_path / "run.svg").read_text()

    net = Net.load(file)
    match = Match.random("classic rounds=1", seed=1)
    bots = [PolicyBot(match.variant, net) for _ in range(2)]
    while (seat := match.mover) is not None:
        match.play(bots[seat].choose(match.view(seat)))
    assert match.over


def test_a_net_for_rivals_is_trained_exported_and_played_by_the_same_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, file = tmp_path / "run", tmp_path / "net.npz"
    main(["train", str(CONFIGS / "rivals-toy.toml"), "--out", str(run), "--minutes", "0.01"])
    main(
        [
            "train",
            str(CONFIGS / "rivals-toy.toml"),
            "--out",
            str(run),
            "--minutes",
            "0.01",
            "--resume",
            str(run),
        ]
    )
    last = lines(run)[-1]
    assert {"explorer", "eldest", "latest", "self"} == set(last["evaluation"])  # type: ignore[call-overload]
    main(["evaluate", str(run), "explorer", "--pairs", "4"])
    assert f"rivals players=4: {run} against explorer:" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="was not trained for “classic”"):
        main(["evaluate", str(run), "explorer", "--pairs", "4", "--variant", "classic"])
    main(["best-response", str(run), "--minutes", "0.01", "--out", str(tmp_path / "best"), "--sets", "4"])
    assert "best response against" in capsys.readouterr().out
    main(["plot", str(run), str(tmp_path / "run.svg")])
    main(["export", str(run), str(file)])

    net = Net.load(file)
    for players in (2, 3, 4):
        match = Match.random(f"rivals players={players}", seed=1)
        bots = [RivalsPolicyBot(match.variant, net) for _ in range(players)]
        while (seat := match.mover) is not None:
            match.play(bots[seat].choose(match.view(seat)))
        assert match.over


def test_a_resumed_run_has_the_same_networks_and_moments(tmp_path: Path) -> None:
    config = Config.read(TOY)
    run = Run(config, tmp_path, CPU)
    run.train(10, iterations=3)
    again = Run(config, tmp_path, CPU)
    again.resume(tmp_path)
    for ours, theirs in ((run.policy, again.policy), (run.critic, again.critic)):
        for name, values in ours.state_dict().items():
            assert torch.equal(values, theirs.state_dict()[name])
    before, after = (r.learner.optimiser.state_dict()["state"] for r in (run, again))
    for number, moments in before.items():
        assert after[number]["step"] == moments["step"]
        assert torch.allclose(after[number]["exp_avg"], moments["exp_avg"], rtol=0.01, atol=1e-12)
    assert again.progress == run.progress


def test_some_thousand_rounds_teach_something(tmp_path: Path) -> None:
    config = Config(
        slots=128, steps=64, minibatch=1024, width=32, blocks=1, critic_width=32, critic_blocks=1,
        compile=False, learning_rate=3e-3, pool_share=0.0, evaluate_minutes=1e9, evaluate_sets=4,
    )  # fmt: skip
    run = Run(config, tmp_path, CPU)
    novice = Policy(config.width, config.blocks)
    novice.load_state_dict(run.policy.state_dict())
    run.train(10, iterations=25)
    policy, saved, progress = load_policy(tmp_path, CPU)
    assert saved == config
    assert progress["decisions"] == progress["iterations"] * 128 * 64
    score = play_sets(Variant.parse("classic"), net_player(policy, 1.0), net_player(novice, 1.0), 50, CPU)
    assert score.margin > 20


def test_haste_is_something_that_the_critic_has_to_learn(tmp_path: Path) -> None:
    errors = []
    for haste in (0, 20):
        run = Run(Config.read(TOY, [f"haste = {haste}"]), tmp_path / str(haste), CPU)
        run.train(60, iterations=1)
        errors.append(lines(run.out)[0]["value"])
    assert errors[1] > 2 * errors[0]  # type: ignore[operator]


def test_a_run_goes_on_from_an_exported_net(tmp_path: Path) -> None:
    first = Run(Config.read(TOY), tmp_path / "first", CPU)
    for weights in first.policy.parameters():
        torch.nn.init.normal_(weights, std=0.1)
    first.progress["minutes"] = 2.0
    first.save()
    net = tmp_path / "net.npz"
    main(["export", str(first.out), str(net), "--temperature", "3"])

    run = Run(Config.read(TOY, ["critic_minutes = 100"]), tmp_path / "second", CPU)
    run.start_from(net)
    assert run.progress["minutes"] == 2.0

    def is_as_exported() -> bool:
        """By the chances of the training, not by those of the file."""
        pairs = zip(run.policy.parameters(), first.policy.parameters(), strict=True)
        return all(torch.allclose(now, then, rtol=1e-5) for now, then in pairs)

    assert is_as_exported()
    critic = [weights.detach().clone() for weights in run.critic.parameters()]
    run.train(60, iterations=2)
    assert is_as_exported()
    assert not all(torch.equal(now, then) for now, then in zip(run.critic.parameters(), critic, strict=True))

    run = Run(Config.read(TOY), tmp_path / "third", CPU)
    run.start_from(net)
    run.train(60, iterations=1)
    assert not is_as_exported()
    arguments = ["train", str(TOY), "--out", str(tmp_path / "fourth"), "--minutes", "0.01"]
    main([*arguments, "--resume", str(net)])
    assert lines(tmp_path / "fourth")[0]["minutes"] > 2.0  # type: ignore[operator]
    with pytest.raises(SystemExit, match=r"there is no .*none\.npz"):
        main([*arguments, "--resume", str(tmp_path / "none.npz")])


def test_a_critic_that_learns_alone_still_does_when_its_run_goes_on(tmp_path: Path) -> None:
    Run(Config.read(TOY), tmp_path / "first", CPU).save()
    net = tmp_path / "net.npz"
    export(tmp_path / "first", net)
    run = Run(Config.read(TOY, ["critic_minutes = 100"]), tmp_path / "second", CPU)
    run.start_from(net)
    run.train(60, iterations=1)
    again = Run(run.config, run.out, CPU)
    again.resume(run.out)
    policy, critic = ([w.detach().clone() for w in net.parameters()] for net in (again.policy, again.critic))
    again.train(60, iterations=1)
    assert all(torch.equal(*pair) for pair in zip(again.policy.parameters(), policy, strict=True))
    assert not all(torch.equal(*pair) for pair in zip(again.critic.parameters(), critic, strict=True))

    export(again.out, net)  # how long its critic is alone does not concern one that begins anew
    anew = Run(Config.read(TOY), tmp_path / "third", CPU)
    anew.start_from(net)
    anew.train(60, iterations=1)
    assert not all(torch.equal(*pair) for pair in zip(anew.policy.parameters(), policy, strict=True))


def test_a_log_is_of_one_run(tmp_path: Path) -> None:
    train = ["train", str(TOY), "--minutes", "0.001", "--out"]
    run, other, net = tmp_path / "run", tmp_path / "other", tmp_path / "net.npz"
    for folder in (run, other):
        main([*train, str(folder)])
    export(run, net)
    before = lines(run)
    for resumed in ([], ["--resume", str(other)], ["--resume", str(net)]):
        with pytest.raises(SystemExit, match=r"log\.jsonl is the log of another run; give another folder"):
            main([*train, str(run), *resumed])
    with pytest.raises(SystemExit, match="the log of another run"):
        main(["best-response", str(other), "--minutes", "0.001", "--out", str(run)])
    assert lines(run) == before
    main([*train, str(run), "--resume", str(tmp_path / "other" / ".." / "run")])
    assert lines(run)[: len(before)] == before
    assert len(lines(run)) > len(before)


def test_what_a_net_is_blind_to_changes_nothing_it_says(tmp_path: Path) -> None:
    run = Run(Config.read(TOY, ['blind = ["hand", "lead"]']), tmp_path, CPU)
    for weights in run.policy.parameters():
        torch.nn.init.normal_(weights, std=0.1)
    run.save()
    export(tmp_path, tmp_path / "net.npz")
    net, policy = Net.load(tmp_path / "net.npz"), load_policy(tmp_path, CPU)[0]
    rng = np.random.default_rng(1)
    tokens = rng.integers(0, 2, (4, 6, TOKEN)).astype(np.int16)
    overview = rng.integers(0, 2, (4, OVERVIEW)).astype(np.int16)
    hand, lead = place(TOKEN_BLOCKS, "hand"), place(OVERVIEW_BLOCKS, "lead")

    def both() -> tuple[np.ndarray, np.ndarray]:
        said = policy(torch.from_numpy(tokens), torch.from_numpy(overview)).logits.detach().numpy()
        actions = said[0] > ILLEGAL
        return said[:, actions], net.logits(tokens, overview)[:, actions]

    said, exported = both()
    assert np.allclose(said, exported, atol=0.02)
    tokens[:, :, hand : hand + 12], overview[:, lead] = 9, 9
    assert all(np.array_equal(*pair) for pair in zip((said, exported), both(), strict=True))
    tokens[:, :, hand + 12] += 1
    assert not any(np.allclose(*pair, atol=0.02) for pair in zip((said, exported), both(), strict=True))


def test_a_magnet_holds_the_policy_back_and_follows_it(tmp_path: Path) -> None:
    moved = {}
    for magnet in (0.0, 10.0):
        run = Run(Config.read(TOY, [f"magnet={magnet}", "learning_rate=0.01"]), tmp_path / str(magnet), CPU)
        before = [weights.detach().clone() for weights in run.policy.parameters()]
        run.train(60, iterations=3)
        moved[magnet] = lines(run.out)[-1]["drift"]
        if run.learner.magnet is not None:
            followed = [
                (slow - old).norm() / (fast - old).norm()
                for slow, fast, old in zip(
                    run.learner.magnet.parameters(), run.policy.parameters(), before, strict=True
                )
                if (fast - old).norm() > 0
            ]
            assert 0 < max(followed) < 0.2
            assert lines(run.out)[-1]["strain"] > 0  # type: ignore[operator]
    assert moved[10.0] < moved[0.0]  # type: ignore[operator]


def test_some_hundred_games_of_rivals_teach_something(tmp_path: Path) -> None:
    config = Config(
        variants={"rivals": 1.0}, slots=128, steps=64, minibatch=1024, width=32, blocks=1, critic_width=32,
        critic_blocks=1, compile=False, learning_rate=3e-3, pool_share=0.0, scattered=True,
        explorer_share=0.25, evaluate_minutes=1e9, evaluate_sets=4,
    )  # fmt: skip
    run = Run(config, tmp_path, CPU)
    novice = Policy(config.width, config.blocks, config.game.shape)
    novice.load_state_dict(run.policy.state_dict())
    run.train(10, iterations=25)
    score = play_sets(Variant.parse("rivals"), net_player(run.policy, 1.0), net_player(novice, 1.0), 25, CPU)
    assert score.margin > 10
    assert score.wins > 0.75


def test_a_run_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"there is no .*policy\.pt"):
        main(["export", str(tmp_path), str(tmp_path / "net.npz")])
    with pytest.raises(SystemExit, match="there is no settings file"):
        main(["train", str(tmp_path / "none.toml"), "--out", str(tmp_path), "--minutes", "1"])


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("train {toy} --out {here}/new --minutes 0", "--minutes: 0 is not a number above 0"),
        ("train {toy} --out {here}/new --minutes nan", "--minutes: nan is not a number above 0"),
        ("evaluate explorer random --pairs 0", "--pairs: 0 is not a whole number from 1 to"),
        ("evaluate explorer random --pairs 1.5", "--pairs: 1.5 is not a whole number from 1 to"),
        ("evaluate explorer random --seed -1", "--seed: -1 is not a whole number from 0 to"),
        ("evaluate explorer random --seed 2147483648", "--seed: 2147483648 is not a whole number"),
        ("evaluate explorer random --temperature -1", "--temperature: -1 is not 0, for the best move, or"),
        ("export {here} {here}/net", "net does not end in .npz"),
        ("plot {here} {here}/log.xyz", "log.xyz does not end in .svg or .png or .pdf"),
    ],
)
def test_a_wrong_option_is_named(
    command: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(command.format(toy=TOY, here=tmp_path).split())
    assert says in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_what_can_not_be_written_or_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SystemExit, match="file: File exists"):
        main(["train", str(TOY), "--out", str(tmp_path / "file"), "--minutes", "1"])
    with pytest.raises(SystemExit, match=r"there is no .*log\.jsonl"):
        main(["plot", str(tmp_path / "file"), str(tmp_path / "log.svg")])
    (tmp_path / "log.jsonl").write_text('{"minutes": 1')
    with pytest.raises(SystemExit, match=r"log\.jsonl is no log of a run, or a broken one"):
        main(["plot", str(tmp_path), str(tmp_path / "log.svg")])


def test_a_run_that_is_interrupted_says_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "train", stop)
    with pytest.raises(SystemExit, match="130"):
        main(["train", str(TOY), "--out", str(tmp_path), "--minutes", "1"])


def test_a_best_response_to_the_explorer_is_trained_from_scratch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    probe = ["best-response", "explorer", "--config", str(TOY), "--variant", "teams", "--sets", "4"]
    main([*probe, "--minutes", "0.01", "--out", str(tmp_path)])
    assert "best response against explorer, teams:" in capsys.readouterr().out
    assert set(lines(tmp_path)[-1]["evaluation"]) == {"explorer", "rival", "self"}  # type: ignore[call-overload]

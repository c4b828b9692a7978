"""A policy that is shown the other hands: to measure what a cheater wins, and never to play."""

import json
from pathlib import Path

import pytest
import torch

import lostcities.lab
import lostcities.net
from lab.positions import VARIANTS, random_play
from lostcities.kernel import row
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import load_exported, load_policy, weights_of
from lostcities.lab.config import Config
from lostcities.lab.environment import Environment
from lostcities.lab.export import export
from lostcities.lab.grow import SIGHT
from lostcities.lab.network import Outputs, Policy, legal_mask
from lostcities.lab.run import Run
from lostcities.net.observation import TOKEN

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
TOY = CONFIGS / "toy.toml"
ROW_NET = Path(lostcities.net.__file__).parent / "data" / "row.npz"
CPU = torch.device("cpu")
SEES = "sees_hands = true"


def decided(policy: Policy) -> Policy:
    """A net whose every weight matters."""
    torch.manual_seed(2)
    for weights in policy.parameters():
        torch.nn.init.normal_(weights, std=0.2)
    return policy.requires_grad_(False)


def saved(folder: Path, *settings: str) -> Path:
    run = Run(Config.read(TOY, settings), folder, CPU)
    decided(run.policy)
    run.save()
    return folder


def said(policy: Policy, environment: Environment) -> torch.Tensor:
    """What it would do in each slot, and what it expects."""
    seen = environment.empty_observation()
    environment.observe(seen)
    out: Outputs = policy(seen.tokens, seen.overview, seen.secret)
    legal = legal_mask(seen.words, row.ACTIONS)
    return torch.cat([out.logits.where(legal, 0), out.margin, out.outlook.flatten(1)], 1)


def test_every_other_hand_changes_what_it_says_and_the_draw_pile_does_not() -> None:
    honest, cheater = decided(Policy(16, 1)), decided(Policy(16, 1, sees_hands=True))
    for environment, _, _ in random_play(VARIANTS, 14, 20):
        states, decks = environment.states.copy(), environment.decks.copy()
        before = {policy: said(policy, environment) for policy in (honest, cheater)}
        environment.decks[:] = decks[:, ::-1]
        for policy, there in before.items():
            assert torch.equal(said(policy, environment), there)
        for on in range(1, row.MAX_SEATS):
            others = [slot for slot in range(14) if on < environment.tables[slot]["seats"]]
            for slot in others:
                seat = (states[slot]["mover"] + on) % environment.tables[slot]["seats"]
                environment.states[slot]["hands"][seat] = 0
            assert torch.equal(said(honest, environment), before[honest])
            differs = (said(cheater, environment) != before[cheater]).any(1)
            assert differs.nonzero().flatten().tolist() == others
            environment.states[:] = states
        environment.decks[:] = decks


@torch.no_grad()
def test_it_begins_as_a_net_that_does_not_see_them(tmp_path: Path) -> None:
    saved(tmp_path / "run")
    net = tmp_path / "net.npz"
    export(tmp_path / "run", net, temperature=2.0)
    honest = load_exported(net, CPU, as_trained=True)[0]
    of_net, of_run = (Run(Config.read(TOY, [SEES]), tmp_path / "on", CPU) for _ in range(2))
    of_net.start_from(net)
    of_run.resume(tmp_path / "run")
    for run in (of_net, of_run):
        for environment, _, _ in random_play(VARIANTS, 28, 8):
            assert torch.allclose(said(run.policy, environment), said(honest, environment), atol=1e-3)


def test_the_shipped_net_can_be_shown_them(tmp_path: Path) -> None:
    run = Run(Config.read(CONFIGS / "row.toml", [SEES, "compile = false"]), tmp_path, CPU)
    run.start_from(ROW_NET)
    assert (run.policy.trunk.token_first.weight[:, TOKEN:] == 0).all()


def test_it_learns_to_mind_them_once_the_critic_has_learnt(tmp_path: Path) -> None:
    export(saved(tmp_path / "run"), tmp_path / "net.npz")
    for minutes, minds in ((100, False), (0, True)):
        settings = [SEES, f"critic_minutes = {minutes}", "explorer_share = 1.0", "pool_share = 0"]
        run = Run(Config.read(TOY, settings), tmp_path / str(minutes), CPU)
        run.start_from(tmp_path / "net.npz")
        run.policy.requires_grad_(True)
        run.train(60, iterations=1)
        seen = run.policy.trunk.token_first.weight[:, TOKEN:]
        assert bool((seen[:, : row.CARDS_OF_A_COLOUR] != 0).all()) is minds


def test_the_learner_sees_the_hands_that_were_played_with(tmp_path: Path) -> None:
    settings = [SEES, "learning_rate = 1e-12", "last_learning_rate = 0", "magnet = 1"]
    run = Run(Config.read(TOY, settings), tmp_path, CPU)
    decided(run.policy).requires_grad_(True)
    run.learner.place_magnet()
    run.train(60, iterations=1)
    losses = json.loads((tmp_path / "log.jsonl").read_text())
    for name in ("drift", "clipped", "strain"):
        assert losses[name] == pytest.approx(0, abs=1e-5)


def test_it_is_trained_resumed_and_evaluated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    honest, cheater, one = saved(tmp_path / "run"), tmp_path / "cheater", tmp_path / "one"
    train = ["train", str(TOY), "--minutes", "0.01", "--set", SEES]
    alone = ["--set", "explorer_share=1.0", "--set", "pool_share=0"]
    main([*train, *alone, "--out", str(cheater), "--resume", str(honest)])
    before = weights_of(load_policy(cheater, CPU)[0])
    main([*train, "--out", str(cheater), "--resume", str(cheater), "--set", "pool_share=0.5"])
    assert not torch.equal(before[SIGHT], load_policy(cheater, CPU)[0].trunk.token_first.weight)
    main([*train, *alone, "--out", str(one), "--set", "one_pass=true", "--set", "variants={classic=1}"])
    capsys.readouterr()
    for first, second in ((cheater, "explorer"), (cheater, honest), (one, cheater)):
        main(["evaluate", str(first), str(second), "--pairs", "4", "--variant", "classic"])
        assert f"classic: {first} against {second}:" in capsys.readouterr().out
    probe = ["best-response", str(cheater), "--minutes", "0.01", "--out", str(tmp_path / "best")]
    main([*probe, "--sets", "4"])
    assert "best response against" in capsys.readouterr().out


def test_it_never_becomes_a_player(tmp_path: Path) -> None:
    cheater, honest, out = saved(tmp_path / "cheater", SEES), saved(tmp_path / "run"), tmp_path / "out"
    asked = [
        ["export", str(cheater), str(tmp_path / "net.npz")],
        ["calibrate", str(cheater)],
        ["grow", str(cheater), "--blocks", "2", "--out", str(out)],
        ["distil", str(cheater), str(TOY), "--minutes", "1", "--out", str(out)],
        ["improve", str(cheater), "--quick", str(honest), "--out", str(out)],
    ]
    for command in asked:
        with pytest.raises(SystemExit, match=f"{cheater} sees the other hands, which no player may"):
            main(command)
    with pytest.raises(SystemExit, match="a student is made to play, by what a player may see"):
        main(["distil", str(honest), str(TOY), "--minutes", "1", "--out", str(out), "--set", SEES])
    train = ["train", str(TOY), "--minutes", "1", "--out", str(out), "--resume", str(cheater)]
    with pytest.raises(SystemExit, match=r"sees_hands=true, and this run has .* sees_hands=false"):
        main(train)
    assert not out.exists()
    assert not (tmp_path / "net.npz").exists()

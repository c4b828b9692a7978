"""A larger net that begins as a trained one."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from lab.positions import VARIANTS, random_play
from lab.test_network import trained_by_chance
from lostcities.errors import LabError
from lostcities.lab.__main__ import main
from lostcities.lab.checkpoint import CRITIC, load_policy, save_fresh, save_policy, weights_of
from lostcities.lab.config import Config
from lostcities.lab.grow import grow
from lostcities.lab.network import Critic, Policy, legal_mask

CPU = torch.device("cpu")
PROGRESS = {"minutes": 0.1, "iterations": 2.0, "decisions": 2048.0}
TOY = Path(__file__).parents[2] / "src/lostcities/lab/configs/toy.toml"


def saved(folder: Path, config: Config) -> Path:
    save_policy(folder, trained_by_chance(config.width, config.blocks, Policy), config, PROGRESS)
    save_fresh(folder, weights_of(Critic(config.critic_width, config.critic_blocks, config.critic_sees_deck)))
    return folder


@torch.no_grad()
def test_a_net_of_twice_the_width_says_the_same(tmp_path: Path) -> None:
    run = saved(tmp_path / "run", Config(width=16, blocks=2))
    main(["grow", str(run), "--blocks", "3", "--out", str(tmp_path / "larger")])
    small, _, _ = load_policy(run, CPU)
    large, config, progress = load_policy(tmp_path / "larger", CPU)
    assert (config.width, config.blocks, progress) == (32, 3, PROGRESS)
    for _, seen, _ in random_play(VARIANTS, 28, 8):
        one, other = small(seen.tokens, seen.overview), large(seen.tokens, seen.overview)
        legal = legal_mask(seen.words, one.logits.shape[1])
        assert (one.logits - other.logits)[legal].abs().max() < 1e-3
        assert (one.margin - other.margin).abs().max() < 1e-3
        assert (one.outlook - other.outlook).abs().max() < 1e-3


def test_it_trains_on_and_its_halves_part(tmp_path: Path) -> None:
    """No block is new, so nothing but the uneven shares can part them."""
    toy = Config.read(TOY)
    run, larger, out = saved(tmp_path / "run", toy), tmp_path / "larger", tmp_path / "on"
    main(["grow", str(run), "--blocks", str(toy.blocks), "--out", str(larger)])
    size = ["--set", f"width={2 * toy.width}"]
    main(["train", str(TOY), "--resume", str(larger), "--out", str(out), "--minutes", "0.01", *size])
    assert apart(larger) == 0
    assert apart(out) > 1e-4


def apart(run: Path) -> float:
    """How far the two of a unit are from each other, on average, in the first layer."""
    one, other = load_policy(run, CPU)[0].trunk.token_first.weight.detach().chunk(2)
    return float((one - other).abs().mean())


def test_what_can_not_grow_is_refused(tmp_path: Path) -> None:
    config = Config(width=16, blocks=2)
    run = saved(tmp_path / "run", config)
    with pytest.raises(LabError, match="has 2 blocks already"):
        grow(run, tmp_path / "larger", 1)
    save_policy(run, Policy(16, 2, one_pass=True), replace(config, one_pass=True), {})
    with pytest.raises(LabError, match="in one pass"):
        grow(run, tmp_path / "larger", 3)
    (run / CRITIC).unlink()
    with pytest.raises(LabError, match="the folder of a saved run"):
        grow(run, tmp_path / "larger", 3)

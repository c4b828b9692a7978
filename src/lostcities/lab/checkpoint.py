"""A run on disk: its networks, the optimiser's memory, the pool of past selves.

`policy.pt` alone is a player; the rest is there to go on training. The optimiser's memory and the pool are
kept in 16-bit numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lostcities.errors import LabError, LostCitiesError
from lostcities.lab.config import Config
from lostcities.lab.network import Policy, Student

Weights = dict[str, Tensor]

POLICY, CRITIC, MOMENTS, POOL = "policy.pt", "critic.pt", "moments.pt", "pool.pt"
EXPORTED = ".npz"
READS = "hands_head.weight"  # what only a student has
DRAWS = "draw_head.take.weight"  # and not every one


def weights_of(module: nn.Module, dtype: torch.dtype = torch.float32) -> Weights:
    return {name: value.detach().to("cpu", dtype) for name, value in module.state_dict().items()}


def require_free(folder: Path) -> None:
    """Refuse a folder that has a net already."""
    if (folder / POLICY).exists():
        raise LabError("lab.taken", path=folder / POLICY)


def save_policy(folder: Path, policy: Policy, config: Config, progress: dict[str, float]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    saved = {"config": config.as_dict(), "progress": progress, "weights": weights_of(policy)}
    _save(saved, folder / POLICY)


def save_rest(folder: Path, critic: nn.Module, optimiser: torch.optim.Optimizer, pool: list[Weights]) -> None:
    _save(weights_of(critic), folder / CRITIC)
    _save(pool, folder / POOL)
    # Half the bits are enough for running means; the step count keeps all.
    state = optimiser.state_dict()["state"]
    _save(
        {
            place: {
                name: value.cpu() if name == "step" else value.to("cpu", torch.bfloat16)
                for name, value in moments.items()
            }
            for place, moments in state.items()
        },
        folder / MOMENTS,
    )


def save_fresh(folder: Path, critic: Weights) -> None:
    """Beside a policy: a critic, and nothing that is remembered."""
    _save(critic, folder / CRITIC)
    _save([], folder / POOL)
    _save({}, folder / MOMENTS)


def _save(what: Any, path: Path) -> None:
    """Write beside, then rename, so that a run that is cut short leaves the last whole file."""
    beside = path.with_suffix(".new")
    torch.save(what, beside)
    beside.replace(path)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Name a file that is not there or that holds something else."""
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise LabError("lab.checkpoint-missing", path=path) from None
    except LostCitiesError:
        raise
    except Exception:  # which one depends on where a file stops making sense
        raise LabError("lab.no-checkpoint", path=path) from None


def load(folder: Path, name: str) -> Any:
    with _reading(folder / name):
        return torch.load(folder / name, map_location="cpu", weights_only=True)


def load_policy(path: Path, device: torch.device) -> tuple[Policy, Config, dict[str, float]]:
    """A player from a run's folder, from its policy file or from one that was exported."""
    if path.suffix == EXPORTED:
        return load_exported(path, device)
    folder, name = (path, POLICY) if path.is_dir() else (path.parent, path.name)
    saved = load(folder, name)
    with _reading(folder / name):
        config, progress = Config.of(saved["config"]), saved["progress"]
        policy = _policy(config, saved["weights"])
    return policy.to(device), config, progress


def load_plain(path: Path, device: torch.device) -> tuple[Policy, Config, dict[str, float]]:
    """Likewise, where every decision must have a pass of its own and rest on what a player sees."""
    policy, config, progress = load_policy(path, device)
    if config.one_pass:
        raise LabError("lab.one-pass", path=path)
    if config.sees_hands:
        raise LabError("lab.sees-hands", path=path)
    return policy, config, progress


def new_policy(config: Config) -> Policy:
    return Policy(
        config.width,
        config.blocks,
        config.shape,
        one_pass=config.one_pass,
        sees_hands=config.sees_hands,
    )


def _policy(config: Config, weights: Weights) -> Policy:
    if READS in weights:
        policy: Policy = Student(config.width, config.blocks, draw_head=DRAWS in weights)
    else:
        policy = new_policy(config)
    policy.load_state_dict(weights)
    return policy


def load_exported(
    file: Path, device: torch.device, *, as_trained: bool = False
) -> tuple[Policy, Config, dict[str, float]]:
    """A player from an exported net, with the chances of the file or those that it was trained with."""
    with _reading(file):
        with file.open("rb") as opened, np.load(opened) as arrays:
            facts = json.loads(str(arrays["facts"]))
            weights = {name: torch.from_numpy(arrays[name]) for name in arrays.files if name != "facts"}
        if as_trained:
            for name in filter(is_of_actions, weights):
                weights[name] = weights[name].float() * facts.get("temperature", 1.0)
        config, progress = Config.of(facts["config"]), facts["progress"]
        policy = _policy(config, weights)
    return policy.to(device), config, progress


def is_of_actions(name: str) -> bool:
    """Whether a weight is of the heads that say how likely actions are."""
    return name.startswith(("colour_head.", "global_head."))


def load_moments(folder: Path, optimiser: torch.optim.Optimizer) -> None:
    state = optimiser.state_dict()
    state["state"] = {
        place: {name: value.float() for name, value in moments.items()}
        for place, moments in load(folder, MOMENTS).items()
    }
    optimiser.load_state_dict(state)

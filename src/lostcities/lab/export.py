"""A trained policy as a small file, which `lostcities.net` plays without PyTorch."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path

import numpy as np
import torch

from lostcities.errors import LabError
from lostcities.lab.checkpoint import is_of_actions, load_plain


def export(checkpoint: Path, file: Path, temperature: float = 1.0) -> None:
    """A temperature above 1 makes the chances of actions less sharp, so that a net which was trained for
    longer can take the place of one by whose chances levels and characters were made."""
    if not 0 < temperature < inf:
        raise LabError("lab.temperature", temperature=temperature)
    policy, config, progress = load_plain(checkpoint, torch.device("cpu"))
    facts = json.dumps({"config": config.as_dict(), "progress": progress, "temperature": temperature})
    weights = policy.state_dict()
    for first, scale in (("token_first", policy.token_scale), ("global_first", policy.overview_scale)):
        weights[f"trunk.{first}.weight"] = weights[f"trunk.{first}.weight"] * (scale != 0)
    for name in filter(is_of_actions, weights):
        weights[name] = weights[name] / temperature
    arrays = {name: value.numpy() for name, value in weights.items()}
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, facts=np.array(facts), **arrays)

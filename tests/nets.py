"""Nets for tests: small, made by chance, without training and without PyTorch."""

from __future__ import annotations

import numpy as np

from lostcities.kernel.cards import VALUES
from lostcities.net.forward import Net
from lostcities.net.outputs import BINS, OTHERS, OUTLOOK
from lostcities.net.shape import ROW, Shape
from lostcities.variant import Family


def net_by_chance(
    seed: int = 1,
    width: int = 8,
    blocks: int = 2,
    shape: Shape = ROW,
    *,
    draws_ahead: bool = False,
    match_share: float = 0.0,
) -> Net:
    """A net whose opinions are decided but mean nothing. With a draw head it has the same ones, and more."""
    rng = np.random.default_rng(seed)
    sizes = {
        "trunk.token_first": (shape.token_scale.size, width),
        "trunk.global_first": (shape.overview_scale.size, width),
        "colour_head": (width, shape.of_a_colour),
        "global_head": (width, shape.of_all),
        "margin_head": (width, BINS),
        "outlook_head": (width, OUTLOOK),
    }
    if shape.family is Family.ROW:
        sizes["hands_head"] = width, OTHERS * VALUES
    layers = ("token_in", "token_from_global", "token_out", "global_in", "global_from_tokens", "global_out")
    sizes |= {f"trunk.blocks.{i}.{name}": (width, width) for i in range(blocks) for name in layers}
    arrays = {}

    def add(sizes: dict[str, tuple[int, int]]) -> None:
        for name, (inputs, outputs) in sizes.items():
            arrays[f"{name}.weight"] = rng.normal(size=(outputs, inputs)) / inputs**0.5
            arrays[f"{name}.bias"] = rng.normal(size=outputs) / 2

    add(sizes)
    norms = [f"trunk.blocks.{i}." for i in range(blocks)] + ["trunk."]
    for norm in norms:
        for stream in ("token_norm", "global_norm"):
            arrays[f"{norm}{stream}.gain"] = 1 + rng.normal(size=width) / 4
    if draws_ahead:
        inner = ("global_from_played", "token_in", "token_from_global", "global_in")
        add({f"draw_head.{name}": (width, width) for name in inner})
        add({"draw_head.take": (width, 1), "draw_head.draw": (width, 1)})
        arrays["draw_head.played.weight"] = rng.normal(size=(width, 2 * VALUES))
    return Net(arrays, {"config": {"match_share": match_share}}, shape)

"""A trained policy at play: its forward pass in NumPy, for one position or many at once.

The arrays have the names that they have in training (`lostcities.lab.network`). What a layer does to its
input alone, a scale or a gain, is multiplied into its weights once, at loading.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES
from lostcities.net.observation import FIRST_COMMON_EXPLOIT, OVERVIEW_SCALE, SIX_COLOURS, TOKEN_SCALE

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int16]
EPSILON = 1e-5


class Opinion(NamedTuple):
    """What the net says of each position of a batch."""

    logits: Floats
    """For each action of the kernel; those that are illegal are not masked."""
    margin: Floats
    """The chance of each bin of the final margin."""
    outlook: Floats
    """For each colour, the points that the own and the next side's expedition will score, over 50."""


class _Block(NamedTuple):
    token_in: Floats
    token_bias: Floats
    from_global: Floats
    """To the tokens and to the stream, side by side."""
    from_tokens: Floats
    token_out: Floats
    token_out_bias: Floats
    global_bias: Floats
    global_out: Floats
    global_out_bias: Floats


class Net:
    def __init__(self, arrays: Mapping[str, Any], facts: Mapping[str, Any] | None = None) -> None:
        self.facts = facts or {}
        named = {name: np.asarray(value, np.float32) for name, value in arrays.items()}

        def weight(name: str, gain: Floats) -> Floats:
            return np.ascontiguousarray(named[f"{name}.weight"].T * gain[:, None])

        self._token_first = weight("trunk.token_first", TOKEN_SCALE)
        self._token_first_bias = named["trunk.token_first.bias"]
        self._global_first = weight("trunk.global_first", OVERVIEW_SCALE)
        self._global_first_bias = named["trunk.global_first.bias"]
        self._blocks: list[_Block] = []
        while (block := f"trunk.blocks.{len(self._blocks)}.") + "token_norm.gain" in named:
            of_tokens, of_stream = named[block + "token_norm.gain"], named[block + "global_norm.gain"]
            plain = np.ones_like(of_tokens)
            self._blocks.append(
                _Block(
                    token_in=weight(block + "token_in", of_tokens),
                    token_bias=named[block + "token_in.bias"],
                    from_global=np.hstack(
                        [
                            weight(block + "token_from_global", of_stream),
                            weight(block + "global_in", of_stream),
                        ]
                    ),
                    from_tokens=weight(block + "global_from_tokens", of_tokens),
                    token_out=weight(block + "token_out", plain),
                    token_out_bias=named[block + "token_out.bias"],
                    global_bias=named[block + "global_in.bias"],
                    global_out=weight(block + "global_out", plain),
                    global_out_bias=named[block + "global_out.bias"],
                )
            )
        of_tokens, of_stream = named["trunk.token_norm.gain"], named["trunk.global_norm.gain"]
        self._token_heads = np.hstack([weight("colour_head", of_tokens), weight("outlook_head", of_tokens)])
        self._token_heads_bias = np.hstack([named["colour_head.bias"], named["outlook_head.bias"]])
        self._global_heads = np.hstack([weight("global_head", of_stream), weight("margin_head", of_stream)])
        self._global_heads_bias = np.hstack([named["global_head.bias"], named["margin_head.bias"]])
        self._of_a_colour = named["colour_head.bias"].size
        self._of_all = named["global_head.bias"].size

    @classmethod
    def load(cls, file: Path) -> Net:
        with np.load(file) as arrays:
            facts = json.loads(str(arrays["facts"]))
            return cls({name: arrays[name] for name in arrays.files if name != "facts"}, facts)

    def __call__(self, tokens: Numbers, overview: Numbers) -> Opinion:
        """`tokens` has a row for each colour of each position."""
        positions, colours, features = tokens.shape
        share = _share(overview, colours)
        t = tokens.reshape(-1, features).astype(np.float32) @ self._token_first + self._token_first_bias
        g = overview.astype(np.float32) @ self._global_first + self._global_first_bias
        width = g.shape[1]
        for block in self._blocks:
            a, b = _normed(t), _normed(g)
            mean = np.einsum("pcw,pc->pw", a.reshape(positions, colours, width), share)
            above = b @ block.from_global
            hidden = (a @ block.token_in + block.token_bias).reshape(positions, colours, width)
            hidden += above[:, None, :width]
            stream = above[:, width:] + mean @ block.from_tokens + block.global_bias
            np.maximum(hidden, 0, out=hidden)
            np.maximum(stream, 0, out=stream)
            t += hidden.reshape(-1, width) @ block.token_out + block.token_out_bias
            g += stream @ block.global_out + block.global_out_bias
        of_colours = _normed(t) @ self._token_heads + self._token_heads_bias
        of_colours = of_colours.reshape(positions, colours, -1)
        of_all = _normed(g) @ self._global_heads + self._global_heads_bias
        return Opinion(
            _action_logits(of_colours[:, :, : self._of_a_colour], of_all[:, : self._of_all]),
            _softmax(of_all[:, self._of_all :]),
            of_colours[:, :, self._of_a_colour :],
        )


def _share(overview: Numbers, colours: int) -> Floats:
    """The weight of each token in their mean: none for a sixth colour that an edition lacks."""
    exists = np.ones((overview.shape[0], colours), np.float32)
    if colours == row.MAX_COLOURS:
        exists[:, -1] = overview[:, SIX_COLOURS]
    share: Floats = exists / exists.sum(1, keepdims=True)
    return share


def _normed(x: Floats) -> Floats:
    squares = np.einsum("ij,ij->i", x, x) / x.shape[1]
    normed: Floats = x / np.sqrt(squares + EPSILON)[:, None]
    return normed


def _softmax(logits: Floats) -> Floats:
    chances = np.exp(logits - logits.max(-1, keepdims=True))
    normed: Floats = chances / chances.sum(-1, keepdims=True)
    return normed


def _action_logits(of_colours: Floats, of_all: Floats) -> Floats:
    """The heads' numbers in the order of the kernel's actions."""
    positions, colours, _ = of_colours.shape
    logits = np.zeros((positions, row.ACTIONS), np.float32)
    cards = VALUES * colours
    logits[:, row.LAY : row.LAY + cards] = of_colours[:, :, :VALUES].reshape(positions, -1)
    logits[:, row.DISCARD : row.DISCARD + cards] = of_colours[:, :, VALUES : 2 * VALUES].reshape(
        positions, -1
    )
    logits[:, row.TAKE : row.TAKE + colours] = of_colours[:, :, 2 * VALUES]
    logits[:, row.DRAW : row.CLAIM] = of_all[:, :2]
    own = min(colours, FIRST_COMMON_EXPLOIT)
    logits[:, row.CLAIM : row.CLAIM + own] = of_colours[:, :own, 2 * VALUES + 1]
    logits[:, row.CLAIM + FIRST_COMMON_EXPLOIT :] = of_all[:, 2:]
    return logits

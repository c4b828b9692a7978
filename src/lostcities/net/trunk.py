"""What a network thinks of positions before its heads read it: every layer in one compiled call.

The positions are taken in portions whose numbers stay in a core's own cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.kernel.jit import quick_rule
from lostcities.net.product import add_product

Floats = npt.NDArray[np.float32]
EPSILON = np.float32(1e-5)
PORTION = 20


class Thought(NamedTuple):
    """What the heads of a net read of each position of a batch."""

    tokens: Floats
    """A row for each colour of each position."""
    stream: Floats

    @classmethod
    def room(cls, positions: int, colours: int, width: int) -> Thought:
        return cls(
            np.empty((positions, colours, width), np.float32), np.empty((positions, width), np.float32)
        )

    def first(self, positions: int) -> Thought:
        return Thought(self.tokens[:positions], self.stream[:positions])


class Trunk(NamedTuple):
    """Weights by input, and biases. All but the first layers have one of each block, with the gain of what
    they read multiplied into them."""

    token_first: Floats
    token_first_bias: Floats
    global_first: Floats
    global_first_bias: Floats
    token_in: Floats
    token_from_global: Floats
    token_bias: Floats
    token_out: Floats
    token_out_bias: Floats
    global_in: Floats
    global_from_tokens: Floats
    global_bias: Floats
    global_out: Floats
    global_out_bias: Floats

    @classmethod
    def of(cls, named: Mapping[str, Floats], token_scale: Floats, overview_scale: Floats) -> Trunk:
        """From the arrays of a net, with the scales of what it sees."""
        blocks = 0
        while f"trunk.blocks.{blocks}.token_norm.gain" in named:
            blocks += 1

        def of_blocks(name: str) -> Floats:
            return np.stack([named[f"trunk.blocks.{block}.{name}"] for block in range(blocks)])

        def weights(name: str, gain: str = "") -> Floats:
            by_input = of_blocks(f"{name}.weight").swapaxes(1, 2)
            return np.ascontiguousarray(
                by_input * of_blocks(f"{gain}.gain")[:, :, None] if gain else by_input
            )

        return cls(
            token_first=np.ascontiguousarray(named["trunk.token_first.weight"].T * token_scale[:, None]),
            token_first_bias=named["trunk.token_first.bias"],
            global_first=np.ascontiguousarray(named["trunk.global_first.weight"].T * overview_scale[:, None]),
            global_first_bias=named["trunk.global_first.bias"],
            token_in=weights("token_in", "token_norm"),
            token_from_global=weights("token_from_global", "global_norm"),
            token_bias=of_blocks("token_in.bias"),
            token_out=weights("token_out"),
            token_out_bias=of_blocks("token_out.bias"),
            global_in=weights("global_in", "global_norm"),
            global_from_tokens=weights("global_from_tokens", "token_norm"),
            global_bias=of_blocks("global_in.bias"),
            global_out=weights("global_out"),
            global_out_bias=of_blocks("global_out.bias"),
        )


@quick_rule
def think(trunk: Trunk, tokens: Any, overview: Any, share: Any, thought: Thought) -> None:
    """Write what comes of these features, with the share of each token in their mean."""
    positions, colours, features = tokens.shape
    width, most = trunk.token_first_bias.size, min(positions, PORTION)
    token_features = np.empty((most * colours, features), np.float32)
    global_features = np.empty((most, overview.shape[1]), np.float32)
    # Sums that are carried on, and what is made of them.
    t, hidden = np.empty((most * colours, width), np.float32), np.empty((most * colours, width), np.float32)
    g, above = np.empty((most, width), np.float32), np.empty((most, width), np.float32)
    mean, stream = np.empty((most, width), np.float32), np.empty((most, width), np.float32)
    for start in range(0, positions, PORTION):
        number = min(PORTION, positions - start)
        here = slice(start, start + number)
        _think_of_some(
            trunk,
            _as_floats(tokens[here].reshape(-1, features), token_features),
            _as_floats(overview[here], global_features),
            share[here],
            (t[: number * colours], hidden[: number * colours]),
            (g[:number], above[:number], mean[:number], stream[:number]),
            thought.tokens[here].reshape(-1, width),
            thought.stream[here],
        )


@quick_rule
def _think_of_some(
    trunk: Trunk, tokens: Any, overview: Any, share: Any, of_tokens: Any, of_all: Any, a: Any, b: Any
) -> None:
    t, hidden = of_tokens
    g, above, mean, stream = of_all
    t[:] = trunk.token_first_bias
    g[:] = trunk.global_first_bias
    add_product(tokens, trunk.token_first, t)
    add_product(overview, trunk.global_first, g)
    for block in range(trunk.token_in.shape[0]):
        _bring_to_length(t, a)
        _bring_to_length(g, b)
        _weigh(a, share, mean)
        above[:] = trunk.token_bias[block]
        add_product(b, trunk.token_from_global[block], above)
        _tell(above, hidden)
        add_product(a, trunk.token_in[block], hidden)
        _rectify(hidden)
        stream[:] = trunk.global_bias[block]
        add_product(b, trunk.global_in[block], stream)
        add_product(mean, trunk.global_from_tokens[block], stream)
        _rectify(stream)
        t += trunk.token_out_bias[block]
        g += trunk.global_out_bias[block]
        add_product(hidden, trunk.token_out[block], t)
        add_product(stream, trunk.global_out[block], g)
    _bring_to_length(t, a)
    _bring_to_length(g, b)


@quick_rule
def _as_floats(features: Any, room: Any) -> Any:
    out = room[: features.shape[0]]
    for i in range(out.shape[0]):
        for feature in range(out.shape[1]):
            out[i, feature] = features[i, feature]
    return out


@quick_rule
def _bring_to_length(x: Any, out: Any) -> None:
    """Bring each row to the length of a vector of ones."""
    width = x.shape[1]
    for i in range(x.shape[0]):
        squares = np.float32(0)
        for j in range(width):
            squares += x[i, j] * x[i, j]
        size = np.float32(1) / np.sqrt(squares / np.float32(width) + EPSILON)
        for j in range(width):
            out[i, j] = x[i, j] * size


@quick_rule
def _weigh(tokens: Any, share: Any, out: Any) -> None:
    """The mean of each position's tokens."""
    colours = share.shape[1]
    for p in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[p, j] = tokens[p * colours, j] * share[p, 0]
        for colour in range(1, colours):
            weight = share[p, colour]
            for j in range(out.shape[1]):
                out[p, j] += tokens[p * colours + colour, j] * weight


@quick_rule
def _tell(above: Any, tokens: Any) -> None:
    """Give the tokens of each position what comes from above."""
    colours = tokens.shape[0] // above.shape[0]
    for p in range(above.shape[0]):
        for colour in range(colours):
            for j in range(above.shape[1]):
                tokens[p * colours + colour, j] = above[p, j]


@quick_rule
def _rectify(x: Any) -> None:
    """Put 0 for what is below."""
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j] = max(x[i, j], np.float32(0))

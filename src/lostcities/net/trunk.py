"""What a network thinks of positions before its heads read it: every layer in one compiled call.

The positions are taken in portions whose numbers stay in a core's own cache.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.kernel.jit import quick_rule, rule
from lostcities.net.product import add_product

Floats = npt.NDArray[np.float32]
EPSILON = np.float32(1e-5)
PORTION = 30  # positions: whole tiles of colours and of positions


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
            by_output = of_blocks(f"{name}.weight")
            if gain:
                by_output *= of_blocks(f"{gain}.gain")[:, None]
            return np.ascontiguousarray(by_output.swapaxes(1, 2))

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


@rule
def think(trunk: Trunk, tokens: Any, overview: Any, share: Any, thought: Thought) -> None:
    """Write what comes of these features, with the share of each token in their mean."""
    features, width = tokens.shape[2], trunk.token_first_bias.size
    for start in range(0, tokens.shape[0], PORTION):
        part = slice(start, start + PORTION)
        seen, thought_of = tokens[part].reshape(-1, features), thought.tokens[part].reshape(-1, width)
        _think_of_some(trunk, seen, overview[part], share[part], thought_of, thought.stream[part])


@rule
def _think_of_some(trunk: Trunk, tokens: Any, overview: Any, share: Any, a: Any, b: Any) -> None:
    # Sums that are carried on, what the next layer sees of them (`a`, `b`), and what it makes of that.
    t, g = _first_layer(tokens, trunk.token_first), _first_layer(overview, trunk.global_first)
    token_bias, global_bias = trunk.token_first_bias, trunk.global_first_bias
    hidden, mean = np.empty_like(t), np.empty_like(g)
    above, stream = np.empty_like(g), np.empty_like(g)
    for block in range(trunk.token_in.shape[0]):
        _carry_on(t, token_bias, a)
        _carry_on(g, global_bias, b)
        _weigh(a, share, mean)
        spread(trunk.token_bias[block : block + 1], above)
        add_product(b, trunk.token_from_global[block], above)
        spread(above, hidden)
        add_product(a, trunk.token_in[block], hidden)
        _rectify(hidden)
        spread(trunk.global_bias[block : block + 1], stream)
        add_product(b, trunk.global_in[block], stream)
        add_product(mean, trunk.global_from_tokens[block], stream)
        _rectify(stream)
        add_product(hidden, trunk.token_out[block], t)
        add_product(stream, trunk.global_out[block], g)
        token_bias, global_bias = trunk.token_out_bias[block], trunk.global_out_bias[block]
    _carry_on(t, token_bias, a)
    _carry_on(g, global_bias, b)


@rule
def _first_layer(features: Any, weight: Any) -> Any:
    """The product with the features. Half of them are 0 in every row of a portion, and left out."""
    seen = np.zeros(features.shape[1], features.dtype)
    numbers = np.empty(features.shape, np.float32)
    for i in range(features.shape[0]):
        for feature in range(seen.size):
            seen[feature] |= features[i, feature]
            numbers[i, feature] = features[i, feature]
    out = np.zeros((features.shape[0], weight.shape[1]), np.float32)
    add_product(numbers, weight, out, np.flatnonzero(seen))
    return out


@quick_rule
def _carry_on(total: Any, bias: Any, out: Any) -> None:
    """Add to what is carried on, and bring it to the length of a vector of ones."""
    width = total.shape[1]
    for i in range(total.shape[0]):
        squares = np.float32(0)
        for j in range(width):
            total[i, j] += bias[j]
            squares += total[i, j] * total[i, j]
        size = np.float32(1) / np.sqrt(squares / np.float32(width) + EPSILON)
        for j in range(width):
            out[i, j] = total[i, j] * size


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


@rule
def spread(rows: Any, out: Any) -> None:
    """Write each row as often as there is room: a bias to all, or to its tokens what comes from a stream."""
    times = out.shape[0] // rows.shape[0]
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = rows[i // times, j]


@rule
def _rectify(x: Any) -> None:
    """Put 0 for what is below."""
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j] = max(x[i, j], np.float32(0))

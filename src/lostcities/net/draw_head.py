"""Where to draw from after a play, by what was thought before it: so a turn takes one pass of the net.

What `lostcities.lab.network.DrawHead` learns. After it has marked the token of the card that was played,
everything up to the first bend is linear: so what a play adds there is known for each play beforehand, and
the stream is told of the token in one product.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.kernel import row
from lostcities.kernel.cards import VALUES
from lostcities.kernel.jit import quick_rule
from lostcities.net.product import add_product
from lostcities.net.trunk import PORTION, Floats, Thought


class _Weights(NamedTuple):
    token_in: Floats
    above: Floats
    """From the stream and, below it, the card's token; to the tokens and to the stream, side by side."""
    token_of_play: Floats
    """What each play adds to the token of its card."""
    above_of_play: Floats
    """What it adds to all tokens and to the stream, side by side, with their biases."""
    take: Floats
    take_bias: Floats
    draw: Floats
    draw_bias: Floats


class DrawHead:
    def __init__(self, named: Mapping[str, Floats], of_tokens: Floats, of_stream: Floats) -> None:
        """From the arrays of a net, with the gains of what it thinks."""

        def weight(name: str) -> Floats:
            return named[f"draw_head.{name}.weight"].T

        def bias(name: str) -> Floats:
            return named[f"draw_head.{name}.bias"]

        played, to_stream, token_in = weight("played"), weight("global_from_played"), weight("token_in")
        from_stream = np.hstack([weight("token_from_global"), weight("global_in")])
        told: Floats = to_stream @ from_stream  # what comes of the card's token
        biases: Floats = np.hstack([bias("token_in"), bias("global_in")])
        self._weights = _Weights(
            token_in=np.ascontiguousarray(of_tokens[:, None] * token_in),
            above=np.vstack([of_stream[:, None] * from_stream, of_tokens[:, None] * told]),
            token_of_play=played @ token_in,
            above_of_play=played @ told + biases,
            take=weight("take")[:, 0],
            take_bias=bias("take"),
            draw=weight("draw")[:, 0],
            draw_bias=bias("draw"),
        )

    def __call__(
        self, thought: Thought, positions: npt.NDArray[np.int64], plays: npt.NDArray[np.int64]
    ) -> Floats:
        """The logits of each source after these plays in these positions: the discard piles, then the draw
        pile."""
        sources = np.zeros((len(plays), row.STOP - row.TAKE), np.float32)
        _rate(self._weights, thought, positions, plays, sources)
        return sources


@quick_rule
def _rate(weights: _Weights, thought: Thought, positions: Any, plays: Any, sources: Any) -> None:
    _, colours, width = thought.tokens.shape
    tokens = np.empty((PORTION, colours, width), np.float32)
    hidden = np.empty((PORTION, colours, width), np.float32)
    told, above = np.empty((PORTION, 2 * width), np.float32), np.empty((PORTION, 2 * width), np.float32)
    for start in range(0, positions.size, PORTION):
        number = min(PORTION, positions.size - start)
        for n in range(number):
            discarded, card = divmod(plays[start + n] - row.LAY, row.DISCARD - row.LAY)
            played, value = divmod(card, VALUES)
            kind = discarded * VALUES + value
            position = positions[start + n]
            for colour in range(colours):
                for j in range(width):
                    tokens[n, colour, j] = thought.tokens[position, colour, j]
                    hidden[n, colour, j] = 0
            for j in range(width):
                hidden[n, played, j] = weights.token_of_play[kind, j]
                told[n, j] = thought.stream[position, j]
                told[n, width + j] = thought.tokens[position, played, j]
            for j in range(2 * width):
                above[n, j] = weights.above_of_play[kind, j]
        add_product(told[:number], weights.above, above[:number])
        add_product(tokens[:number].reshape(-1, width), weights.token_in, hidden[:number].reshape(-1, width))
        for n in range(number):
            for colour in range(colours):
                take = weights.take_bias[0]
                for j in range(width):
                    take += max(hidden[n, colour, j] + above[n, j], np.float32(0)) * weights.take[j]
                sources[start + n, colour] = take
            draw = weights.draw_bias[0]
            for j in range(width):
                draw += max(above[n, width + j], np.float32(0)) * weights.draw[j]
            sources[start + n, row.DRAW - row.TAKE] = draw

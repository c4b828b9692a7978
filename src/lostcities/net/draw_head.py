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

Floats = npt.NDArray[np.float32]


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

    def at(self, index: slice | npt.NDArray[np.int64]) -> Thought:
        return Thought(self.tokens[index], self.stream[index])


class _AfterProducts(NamedTuple):
    """What is left to add up once the matrices are multiplied."""

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
        self._token_in = of_tokens[:, None] * token_in
        self._above = np.vstack([of_stream[:, None] * from_stream, of_tokens[:, None] * told])
        """From the stream and, below it, the card's token; to the tokens and to the stream, side by side."""
        self._rest = _AfterProducts(
            token_of_play=played @ token_in,
            above_of_play=played @ told + biases,
            take=weight("take")[:, 0],
            take_bias=bias("take"),
            draw=weight("draw")[:, 0],
            draw_bias=bias("draw"),
        )

    def __call__(self, thought: Thought, plays: npt.NDArray[np.int64], sources: Floats) -> None:
        """Write the logits of each source after these plays: the discard piles, then the draw pile."""
        tokens, stream = thought
        positions, _, width = tokens.shape
        discarded, cards = np.divmod(plays - row.LAY, row.DISCARD - row.LAY)
        colours, values = np.divmod(cards, VALUES)
        above = np.hstack([stream, tokens[np.arange(positions), colours]]) @ self._above
        hidden = (tokens.reshape(-1, width) @ self._token_in).reshape(tokens.shape)
        _rate(hidden, above, colours, discarded * VALUES + values, self._rest, sources)


@quick_rule
def _rate(hidden: Any, above: Any, played: Any, kinds: Any, rest: _AfterProducts, sources: Any) -> None:
    """`played` has the colour of each card, `kinds` the row of each play."""
    positions, colours, width = hidden.shape
    for p in range(positions):
        hidden[p, played[p]] += rest.token_of_play[kinds[p]]
        above[p] += rest.above_of_play[kinds[p]]
        for colour in range(colours):
            take = rest.take_bias[0]
            for j in range(width):
                take += max(hidden[p, colour, j] + above[p, j], np.float32(0)) * rest.take[j]
            sources[p, colour] = take
        draw = rest.draw_bias[0]
        for j in range(width):
            draw += max(above[p, width + j], np.float32(0)) * rest.draw[j]
        sources[p, row.DRAW - row.TAKE] = draw

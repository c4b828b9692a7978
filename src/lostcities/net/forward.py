"""A trained policy at play: its forward pass without PyTorch, for one position or many at once.

The arrays have the names that they have in training (`lostcities.lab.network`). What a layer does to its
input alone, a scale or a gain, is multiplied into its weights once, at loading. Matrices are multiplied by
NumPy's BLAS; the first layer, whose input is mostly 0, and what lies between the others are compiled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from lostcities.kernel import rivals, row
from lostcities.kernel.cards import VALUES
from lostcities.kernel.jit import quick_rule, rule
from lostcities.net.draw_head import DrawHead, Floats, Thought
from lostcities.net.observation import FIRST_COMMON_EXPLOIT, SIX_COLOURS
from lostcities.net.outputs import OTHERS
from lostcities.net.shape import ROW, SHAPES, Shape
from lostcities.variant import Family, Variant

Numbers = npt.NDArray[np.int16]
EPSILON = np.float32(1e-5)
CHUNK = 64  # positions whose numbers stay in a core's own cache


class Opinion(NamedTuple):
    """What the net says of each position of a batch."""

    logits: Floats
    """For each action of the kernel; those that are illegal are not masked."""
    margin: Floats
    """The chance of each bin of the final margin."""
    outlook: Floats
    """For each colour, what the own and the next side's expedition will score, in the unit of value."""


class _Layer(NamedTuple):
    weight: Floats
    bias: Floats


class _Block(NamedTuple):
    token_in: Floats
    token_bias: Floats
    from_global: Floats
    """To the tokens, and to the stream."""
    from_tokens: Floats
    token_out: _Layer
    global_bias: Floats
    global_out: _Layer


class Net:
    def __init__(
        self, arrays: Mapping[str, Any], facts: Mapping[str, Any] | None = None, shape: Shape = ROW
    ) -> None:
        self.facts = facts or {}
        self.shape = shape
        self.plays_matches = bool(self.facts.get("config", {}).get("match_share"))
        """Whether it learnt what the match around a round means; to others every round stands alone."""
        self._action_logits = _row_logits if shape.family is Family.ROW else _rivals_logits
        named = {name: np.asarray(value, np.float32) for name, value in arrays.items()}

        def weight(name: str, gain: Floats | None = None) -> Floats:
            by_input = named[f"{name}.weight"].T
            return np.ascontiguousarray(by_input if gain is None else by_input * gain[:, None])

        def layer(name: str, gain: Floats | None = None) -> _Layer:
            return _Layer(weight(name, gain), named[f"{name}.bias"])

        def heads(gain: Floats, *names: str) -> _Layer:
            parts = [layer(name, gain) for name in names]
            return _Layer(np.hstack([p.weight for p in parts]), np.hstack([p.bias for p in parts]))

        self._token_first = layer("trunk.token_first", shape.token_scale)
        self._global_first = layer("trunk.global_first", shape.overview_scale)
        self._blocks: list[_Block] = []
        while (block := f"trunk.blocks.{len(self._blocks)}.") + "token_norm.gain" in named:
            of_tokens, of_stream = named[block + "token_norm.gain"], named[block + "global_norm.gain"]
            to_tokens = weight(block + "token_from_global", of_stream)
            self._blocks.append(
                _Block(
                    token_in=weight(block + "token_in", of_tokens),
                    token_bias=named[block + "token_in.bias"],
                    from_global=np.stack([to_tokens, weight(block + "global_in", of_stream)]),
                    from_tokens=weight(block + "global_from_tokens", of_tokens),
                    token_out=layer(block + "token_out"),
                    global_bias=named[block + "global_in.bias"],
                    global_out=layer(block + "global_out"),
                )
            )
        of_tokens, of_stream = named["trunk.token_norm.gain"], named["trunk.global_norm.gain"]
        self._all_heads = (
            heads(of_tokens, "colour_head", "outlook_head"),
            heads(of_stream, "global_head", "margin_head"),
        )
        self._action_heads = heads(of_tokens, "colour_head"), heads(of_stream, "global_head")
        self.reads_hands = "hands_head.weight" in named
        """Whether it is a student that was shown the others' hands."""
        if self.reads_hands:
            self._hands_heads = heads(of_tokens, "hands_head"), self._action_heads[1]
        self.draws_ahead = "draw_head.take.weight" in named
        """Whether it can tell a draw by what it thought before the play."""
        if self.draws_ahead:
            self._draw_head = DrawHead(named, of_tokens, of_stream)

    @classmethod
    def load(cls, file: Path) -> Net:
        with np.load(file) as arrays:
            facts = json.loads(str(arrays["facts"]))
            variant = Variant.parse(next(iter(facts["config"]["variants"])))
            weights = {name: arrays[name] for name in arrays.files if name != "facts"}
            return cls(weights, facts, SHAPES[variant.edition.family])

    def __call__(self, tokens: Numbers, overview: Numbers) -> Opinion:
        """`tokens` has a row for each colour of each position."""
        of_each, of_all = self._ask(self._all_heads, tokens, overview)
        of_a_colour, of_any = self.shape.of_a_colour, self.shape.of_all
        return Opinion(
            self._action_logits(of_each[:, :, :of_a_colour], of_all[:, :of_any]),
            _softmax(of_all[:, of_any:]),
            of_each[:, :, of_a_colour:],
        )

    def logits(self, tokens: Numbers, overview: Numbers, keep: Thought | None = None) -> Floats:
        """Only what an opinion says of the actions. What it was thought by can be kept, for `draws`."""
        return self._action_logits(*self._ask(self._action_heads, tokens, overview, keep))

    def room(self, positions: int, colours: int) -> Thought:
        """Room to keep what is thought of up to so many positions."""
        return Thought.room(positions, colours, self._token_first.bias.size)

    def draws(self, thought: Thought, plays: npt.NDArray[np.int64]) -> Floats:
        """What a net that draws ahead says of each source (as `row.legal_draws` has them) after a play, by
        what it thought before it."""
        sources = np.zeros((len(plays), row.STOP - row.TAKE), np.float32)
        with _blas().limit(limits=1):
            for part in _chunks(len(plays)):
                self._draw_head(thought.at(part), plays[part], sources[part])
        return sources

    def hands(self, tokens: Numbers, overview: Numbers) -> Floats:
        """For each position, other seat (next, previous, partner), colour and value, the logit of the chance
        that a card that was not seen is in that hand."""
        of_each, _ = self._ask(self._hands_heads, tokens, overview)
        return of_each.reshape(*of_each.shape[:2], OTHERS, VALUES).swapaxes(1, 2)

    def _ask(
        self,
        heads: tuple[_Layer, _Layer],
        tokens: Numbers,
        overview: Numbers,
        keep: Thought | None = None,
    ) -> tuple[Floats, Floats]:
        """What these heads say of each colour, and of all."""
        positions, colours, _ = tokens.shape
        token_heads, global_heads = heads
        of_colours = np.empty((positions * colours, token_heads.bias.size), np.float32)
        of_all = np.empty((positions, global_heads.bias.size), np.float32)
        share = _share(overview, colours)
        with _blas().limit(limits=1):  # these matrices are too small to share out
            for part in _chunks(positions):
                t, g = self._trunk(tokens[part], overview[part], share[part])
                np.matmul(t, token_heads.weight, out=of_colours[part.start * colours :][: len(t)])
                np.matmul(g, global_heads.weight, out=of_all[part])
                if keep is not None:
                    keep.tokens[part], keep.stream[part] = t.reshape(len(g), colours, -1), g
        of_colours += token_heads.bias
        of_all += global_heads.bias
        return of_colours.reshape(positions, colours, -1), of_all

    def _trunk(self, tokens: Numbers, overview: Numbers, share: Floats) -> tuple[Floats, Floats]:
        """The tokens and the stream that the heads read."""
        positions, colours, features = tokens.shape
        width = self._token_first.bias.size
        # Sums that are carried on, what is added to them, and what the next layer sees of them.
        t, more, a, hidden = _empty(4, positions * colours, width)
        g, more_global, b, mean, stream = _empty(5, positions, width)
        above = _empty(2, positions, width)
        t.fill(0)
        g.fill(0)
        _add_up(tokens.reshape(-1, features), self._token_first.weight, more)
        _add_up(overview, self._global_first.weight, more_global)
        token_bias, global_bias = self._token_first.bias, self._global_first.bias
        for block in self._blocks:
            _carry_on(t, more, token_bias, a)
            _carry_on(g, more_global, global_bias, b)
            _weigh(a, share, mean)
            np.matmul(b, block.from_global, out=above)
            np.matmul(mean, block.from_tokens, out=stream)
            np.matmul(a, block.token_in, out=hidden)
            _rectify(hidden, above[0], block.token_bias)
            _rectify(stream, above[1], block.global_bias)
            np.matmul(hidden, block.token_out.weight, out=more)
            np.matmul(stream, block.global_out.weight, out=more_global)
            token_bias, global_bias = block.token_out.bias, block.global_out.bias
        _carry_on(t, more, token_bias, a)
        _carry_on(g, more_global, global_bias, b)
        return a, b


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController().select(user_api="blas")


@rule
def _empty(arrays: int, rows: int, width: int) -> Floats:
    """Room for arrays of one shape. Where Numba puts it, at a multiple of 32 bytes, vectors seldom lie across
    two lines of the cache; NumPy only sees to 16."""
    return np.empty((arrays, rows, width), np.float32)


@quick_rule
def _add_up(features: Any, weight: Any, out: Any) -> None:
    """Multiply features by their weights, where there are any: most of a row is 0."""
    out[:] = 0
    for i in range(out.shape[0]):
        for feature in range(features.shape[1]):
            value = np.float32(features[i, feature])
            if value != 0:
                for j in range(out.shape[1]):
                    out[i, j] += value * weight[feature, j]


def _chunks(positions: int) -> Iterator[slice]:
    return (slice(start, min(start + CHUNK, positions)) for start in range(0, positions, CHUNK))


@quick_rule
def _carry_on(total: Any, more: Any, bias: Any, out: Any) -> None:
    """Add to what is carried on, and bring it to the length of a vector of ones."""
    width = total.shape[1]
    for i in range(total.shape[0]):
        squares = np.float32(0)
        for j in range(width):
            total[i, j] += more[i, j] + bias[j]
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


@quick_rule
def _rectify(x: Any, above: Any, bias: Any) -> None:
    """Add what comes from the stream of each position, and put 0 for what is below."""
    rows = x.shape[0] // above.shape[0]
    for i in range(x.shape[0]):
        p = i // rows
        for j in range(x.shape[1]):
            x[i, j] = max(x[i, j] + above[p, j] + bias[j], np.float32(0))


def _share(overview: Numbers, colours: int) -> Floats:
    """The weight of each token in their mean: none for a sixth colour that an edition lacks."""
    exists = np.ones((overview.shape[0], colours), np.float32)
    if colours == row.MAX_COLOURS:
        exists[:, -1] = overview[:, SIX_COLOURS]
    share: Floats = exists / exists.sum(1, keepdims=True)
    return share


def _softmax(logits: Floats) -> Floats:
    chances = np.exp(logits - logits.max(-1, keepdims=True))
    normed: Floats = chances / chances.sum(-1, keepdims=True)
    return normed


def _card_logits(of_colours: Floats, actions: int) -> Floats:
    """The heads' numbers for cards to lay, and to discard or put out, where both kernels have them."""
    positions, colours, _ = of_colours.shape
    logits = np.zeros((positions, actions), np.float32)
    cards = VALUES * colours
    logits[:, row.LAY : row.LAY + cards] = of_colours[:, :, :VALUES].reshape(positions, -1)
    logits[:, row.DISCARD : row.DISCARD + cards] = of_colours[:, :, VALUES : 2 * VALUES].reshape(
        positions, -1
    )
    return logits


def _row_logits(of_colours: Floats, of_all: Floats) -> Floats:
    colours = of_colours.shape[1]
    logits = _card_logits(of_colours, row.ACTIONS)
    logits[:, row.TAKE : row.TAKE + colours] = of_colours[:, :, 2 * VALUES]
    logits[:, row.DRAW : row.CLAIM] = of_all[:, :2]
    own = min(colours, FIRST_COMMON_EXPLOIT)
    logits[:, row.CLAIM : row.CLAIM + own] = of_colours[:, :own, 2 * VALUES + 1]
    logits[:, row.CLAIM + FIRST_COMMON_EXPLOIT :] = of_all[:, 2:]
    return logits


def _rivals_logits(of_colours: Floats, of_all: Floats) -> Floats:
    logits = _card_logits(of_colours, rivals.ACTIONS)
    logits[:, rivals.DISCOVER :] = of_all
    return logits

"""A trained policy at play: its forward pass without PyTorch, for one position or many at once.

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

from lostcities.kernel import rivals, row
from lostcities.kernel.cards import VALUES
from lostcities.kernel.jit import rule
from lostcities.net.draw_head import DrawHead
from lostcities.net.observation import FIRST_COMMON_EXPLOIT, SIX_COLOURS
from lostcities.net.outputs import OTHERS
from lostcities.net.product import NARROW, add_product
from lostcities.net.shape import ROW, SHAPES, Shape
from lostcities.net.trunk import Floats, Thought, Trunk, spread, think
from lostcities.variant import Family, Variant

Numbers = npt.NDArray[np.int16]


class Opinion(NamedTuple):
    """What the net says of each position of a batch."""

    logits: Floats
    """For each action of the kernel; those that are illegal are not masked."""
    margin: Floats
    """The chance of each bin of the final margin."""
    outlook: Floats
    """For each colour, what the own and the next side's expedition will score, in the unit of value."""


class _Heads(NamedTuple):
    """Several heads side by side, and columns of 0 up to a whole number of tiles."""

    weight: Floats
    bias: Floats
    size: int

    @classmethod
    def of(cls, named: Mapping[str, Floats], gain: Floats, *names: str) -> _Heads:
        by_output = np.vstack([named[f"{name}.weight"] for name in names]) * gain
        bias = np.hstack([named[f"{name}.bias"] for name in names])
        missing = -bias.size % NARROW
        weight = np.ascontiguousarray(np.pad(by_output, [(0, missing), (0, 0)]).T)
        return cls(weight, np.pad(bias, (0, missing)), bias.size)

    def __call__(self, x: Floats) -> Floats:
        out = np.empty((len(x), self.bias.size), np.float32)
        _read(x, self.weight, self.bias, out)
        return out[:, : self.size]


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
        self._trunk = Trunk.of(named, shape.token_scale, shape.overview_scale)
        of_tokens, of_stream = named["trunk.token_norm.gain"], named["trunk.global_norm.gain"]
        self._all_heads = (
            _Heads.of(named, of_tokens, "colour_head", "outlook_head"),
            _Heads.of(named, of_stream, "global_head", "margin_head"),
        )
        self._action_heads = (
            _Heads.of(named, of_tokens, "colour_head"),
            _Heads.of(named, of_stream, "global_head"),
        )
        self.reads_hands = "hands_head.weight" in named
        """Whether it is a student that was shown the others' hands."""
        if self.reads_hands:
            self._hands_heads = _Heads.of(named, of_tokens, "hands_head"), self._action_heads[1]
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
        return Thought.room(positions, colours, self._trunk.token_first_bias.size)

    def draws(
        self, thought: Thought, positions: npt.NDArray[np.int64], plays: npt.NDArray[np.int64]
    ) -> Floats:
        """What a net that draws ahead says of each source (as `row.legal_draws` has them) after a play in
        each of these positions, by what it thought of them before it."""
        return self._draw_head(thought, positions, plays)

    def hands(self, tokens: Numbers, overview: Numbers) -> Floats:
        """For each position, other seat (next, previous, partner), colour and value, the logit of the chance
        that a card that was not seen is in that hand."""
        of_each, _ = self._ask(self._hands_heads, tokens, overview)
        return of_each.reshape(*of_each.shape[:2], OTHERS, VALUES).swapaxes(1, 2)

    def _ask(
        self, heads: tuple[_Heads, _Heads], tokens: Numbers, overview: Numbers, keep: Thought | None = None
    ) -> tuple[Floats, Floats]:
        """What these heads say of each colour, and of all."""
        positions, colours, _ = tokens.shape
        thought = (keep or self.room(positions, colours)).first(positions)
        think(self._trunk, tokens, overview, _share(overview, colours), thought)
        token_heads, global_heads = heads
        of_colours = token_heads(thought.tokens.reshape(positions * colours, -1))
        return of_colours.reshape(positions, colours, -1), global_heads(thought.stream)


@rule
def _read(x: Any, weight: Any, bias: Any, out: Any) -> None:
    spread(bias.reshape(1, -1), out)
    add_product(x, weight, out)


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

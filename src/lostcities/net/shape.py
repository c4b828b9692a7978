"""What a network is made for: the sizes of what it sees and of what it says, for each family of games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lostcities.kernel import rivals, row
from lostcities.kernel.cards import VALUES
from lostcities.net import observation, rivals_observation
from lostcities.net.features import Blocks
from lostcities.net.outputs import BINS, MOST, OF_A_COLOUR, OF_ALL, POINTS
from lostcities.variant import Family

Floats = npt.NDArray[np.float32]


class Shape(NamedTuple):
    family: Family
    token_blocks: Blocks
    overview_blocks: Blocks
    token_scale: Floats
    overview_scale: Floats
    secret_scale: Floats
    """What only a critic sees of each colour."""
    deck_secrets: int
    """How many of the last secrets tell the order of the deck."""
    sides: int
    """The most that can play."""
    actions: int
    of_a_colour: int
    of_all: int
    points: int
    """The unit of value."""
    most: int
    """The margin of the last bin."""

    @property
    def hand_secrets(self) -> int:
        """How many of the first secrets tell the other hands: none where all hands lie open."""
        return self.secret_scale.size - self.deck_secrets

    @property
    def bin_margins(self) -> Floats:
        """The margin at the middle of each bin."""
        return np.linspace(-self.most, self.most, BINS, dtype=np.float32)

    def blind_to(self, names: Collection[str]) -> Shape:
        """The same, but that all in the blocks of these names looks like 0."""
        return self._replace(
            token_scale=self.token_scale * _open(self.token_blocks, names),
            overview_scale=self.overview_scale * _open(self.overview_blocks, names),
        )


def _open(blocks: Blocks, closed: Collection[str]) -> Floats:
    return np.array([name not in closed for name, length, _ in blocks for _ in range(length)], np.float32)


ROW = Shape(
    family=Family.ROW,
    token_blocks=observation.TOKEN_BLOCKS,
    overview_blocks=observation.OVERVIEW_BLOCKS,
    token_scale=observation.TOKEN_SCALE,
    overview_scale=observation.OVERVIEW_SCALE,
    secret_scale=observation.SECRET_SCALE,
    deck_secrets=2 * row.CARDS_OF_A_COLOUR,
    sides=row.MAX_SIDES,
    actions=row.ACTIONS,
    of_a_colour=OF_A_COLOUR,
    of_all=OF_ALL,
    points=POINTS,
    most=MOST,
)
RIVALS = Shape(
    family=Family.RIVALS,
    token_blocks=rivals_observation.TOKEN_BLOCKS,
    overview_blocks=rivals_observation.OVERVIEW_BLOCKS,
    token_scale=rivals_observation.TOKEN_SCALE,
    overview_scale=rivals_observation.OVERVIEW_SCALE,
    secret_scale=rivals_observation.SECRET_SCALE,
    deck_secrets=rivals_observation.SECRET,
    sides=rivals.MAX_SEATS,
    actions=rivals.ACTIONS,
    of_a_colour=2 * VALUES,  # lay, put out
    of_all=rivals.ACTIONS - rivals.DISCOVER,  # discover, pass, done, and each bid
    points=40,
    most=150,
)
SHAPES: Mapping[Family, Shape] = {shape.family: shape for shape in (ROW, RIVALS)}

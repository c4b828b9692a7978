"""What a seat has seen of a game: the past that a bot is shown when it takes up a seat."""

from __future__ import annotations

from itertools import islice

from lostcities.game import Game, View


def views_before(game: Game, seat: int) -> list[View]:
    """What a seat saw at each of its decisions so far."""
    states = islice(game.states(), len(game.history))
    return [state.view(seat) for state in states if state.mover == seat]

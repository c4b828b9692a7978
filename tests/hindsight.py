"""What a seat has seen of a game: the past that a bot is shown when it takes up a seat."""

from __future__ import annotations

from lostcities.game import Game, View


def views_before(game: Game, seat: int) -> list[View]:
    """What a seat saw at each of its decisions so far."""
    views = []
    again = type(game)(game.variant, game.deal, game.starter)
    for mover, move in game.history:
        if mover == seat:
            views.append(again.view(seat))
        again.play(move)
    return views

"""What sets the row-game editions apart, in plain numbers (rules §1)."""

from dataclasses import dataclass


@dataclass
class Edition:
    players: int
    teams: bool
    colours: str
    hand_size: int
    cost: int
    bonus_from: int
    extra_cards: int
    rounds: int
    next_start: str  # "last round" or "running total": whose best side starts the next round


EDITIONS = {
    "classic": Edition(2, False, "YBWGR", 8, 20, 8, 0, 3, "last round"),  # 000, 001
    "rio-grande": Edition(2, False, "YBWGR", 8, 20, 8, 0, 3, "running total"),  # 002
    "long": Edition(2, False, "YBWGRP", 8, 20, 8, 0, 3, "running total"),  # rules §1
    "three-players": Edition(3, False, "YBWGR", 7, 17, 7, 2, 3, "last round"),  # 001
    "teams": Edition(4, True, "YBWGR", 6, 20, 8, 2, 3, "last round"),  # 001
    "duel": Edition(2, False, "YRBPG", 8, 20, 8, 0, 1, "running total"),  # 004
}

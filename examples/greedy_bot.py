#!/usr/bin/env python3
"""A small bot for every edition, in plain Python: lostcities arena exec:examples/greedy_bot.py random"""

import json
import sys


def number(card):
    return 1 if card[1:] == "X" else int(card[1:])


def liking(move, view):
    """How much the bot likes a move."""
    own = view["expeditions"][view["seat"] % len(view["expeditions"])]
    card = move[1:]
    row = own.get(card[:1], [])
    if view["phase"] in ("play", "extra") and move[0] in "+-":
        held = sum(number(other) for other in view["hands"][view["seat"]] if other[0] == card[0])
        if move[0] == "-":
            return -held
        gap = number(card) - (number(row[-1]) if row else 1)
        return 20 - gap if row or held > 15 else -30
    if move[0] == "@" and card:  # the top of a discard pile
        top = view["discard_tops"][card]
        return 10 - number(top) if row and number(top) > number(row[-1]) else -1
    if move.startswith("bid:"):  # Rivals: a coin for each card that could be laid
        fits = [c for c in view["river"] if not own[c[0]] or number(c) >= number(own[c[0]][-1])]
        return 1 if int(move[4:]) <= len(fits) else -1
    return {"+": 2, "c": 30, "-": -1}.get(move[0], 0)  # lay or claim; then draw, discover, pass or stop


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "greedy"}), flush=True)
    elif message["type"] == "decide":
        view = message["view"]
        best = max(view["legal_moves"], key=lambda move: liking(move, view))
        print(json.dumps({"move": best}), flush=True)

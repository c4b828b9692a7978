"""How fast other people's card games play at random on one core, for `make bench` to show.

A decision is a choice that a player makes; a card turned up by chance is none. The figure is
decisions per second of games played to their end by uniformly random players, without observations
or any learning code.

OpenSpiel's games are written in C++ and are played there, a game or many for each call, in two ways:

- *whole games*, the deal included, by `evaluate_bots`, with their lengths counted exactly outside the
  clock. This is what we measure of ourselves, and what the ratios compare.
- *rollouts* from hands dealt beforehand, by `RandomRolloutEvaluator`: the tightest loop that `pyspiel`
  offers, in which dealing costs nothing. Python reaches it through a tree search of a single simulation.
  It doesn't say how long its games were: their mean length is counted in other games from the same deals.

RLCard's game is Python. Its figure is the rules alone (deal, legal actions, step); the note gives its
environment, which encodes an observation at each step.

Where a choice had to be made, it favours the peer. A peer that isn't installed says so in place of
a figure.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any, NamedTuple

INSTALL = "not installed; make bench installs it"
SECONDS = 2.0
DEALS = 64


class Peer(NamedTuple):
    """One line of the comparison; no figure where the peer isn't installed."""

    name: str
    whole_games: float | None
    rollouts: float | None
    note: str


class Steps(NamedTuple):
    """Steps of one or more games, by who took them."""

    decisions: int
    chance: int


def peers(seconds: float = SECONDS) -> Iterator[Peer]:
    """Measure every peer, each for about `seconds`."""
    yield _measured("openspiel crazy_eights (C++)", lambda: _openspiel("crazy_eights", seconds))
    yield _measured("openspiel gin_rummy (C++)", lambda: _openspiel("gin_rummy", seconds))
    yield _measured("rlcard gin-rummy (Python)", lambda: _rlcard_gin_rummy(seconds))


def _measured(name: str, measure: Callable[[], tuple[float, float | None, str]]) -> Peer:
    try:
        return Peer(name, *measure())
    except ImportError as error:
        return Peer(name, None, None, f"{INSTALL} ({error})")


def _openspiel(game_name: str, seconds: float) -> tuple[float, float, str]:
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game(game_name)
    # Games start from a clone of the root: gin_rummy builds its meld tables anew in a new state.
    root = game.new_initial_state()
    rng = random.Random(1)
    deals = [_dealt(root, rng) for _ in range(DEALS)]
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    rollouts = 10
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)

    def roll_out() -> int:
        for deal in deals:
            search.mcts_search(deal)
        return rollouts * len(deals)

    def play(starts: list[Any]) -> list[Any]:
        for start in starts:
            pyspiel.evaluate_bots(start, bots, rng.getrandbits(31))
        return starts

    games_per_second = _rate(roll_out, seconds)
    lengths = Steps(0, 0)
    sample = 20
    for _ in range(sample):
        lengths = _added(lengths, play([deal.clone() for deal in deals]), deals)
    after_deal = games_per_second / (sample * len(deals))

    whole, clock = Steps(0, 0), 0.0
    while clock < seconds:
        start = time.perf_counter()
        ended = play([root.clone() for _ in deals])
        clock += time.perf_counter() - start
        whole = _added(whole, ended, [root] * len(ended))

    return (
        whole.decisions / clock,
        lengths.decisions * after_deal,
        f"{_millions(sum(whole) / clock)} steps/s with chance; open_spiel {version('open_spiel')}",
    )


def _dealt(root: Any, rng: random.Random) -> Any:
    """The cards dealt: the tree search crashes on a root whose next step is chance's."""
    state = root.clone()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def _added(steps: Steps, ended: list[Any], begun: list[Any]) -> Steps:
    decisions, chance = steps
    for end, start in zip(ended, begun, strict=True):
        for step in end.full_history()[len(start.full_history()) :]:
            if step.player < 0:
                chance += 1
            else:
                decisions += 1
    return Steps(decisions, chance)


def _rlcard_gin_rummy(seconds: float) -> tuple[float, None, str]:
    rlcard: Any = importlib.import_module("rlcard")
    env = rlcard.make("gin-rummy", config={"seed": 1})
    game = env.game
    rng = random.Random(1)

    def play_rules() -> int:
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))
        return len(game.actions)

    def play_environment() -> int:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
        return len(game.actions)

    rules = _rate(play_rules, seconds)
    environment = _rate(play_environment, seconds / 2)
    return rules, None, f"with observations {_millions(environment)}; rlcard {version('rlcard')}"


def _rate(play: Callable[[], int], seconds: float) -> float:
    """What `play` counts, per second, after a first call to warm up."""
    play()
    count, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        count += play()
    return count / elapsed


def _millions(per_second: float) -> str:
    return f"{per_second / 1e6:.3g} M"

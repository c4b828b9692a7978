"""Rounds that are played on to see how they end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from hindsight import views_before
from lostcities.bots.base import Bot, remind
from lostcities.bots.explorer_row import RowExplorer
from lostcities.bots.kinds import EXPLORER, KINDS, NET, THUMB
from lostcities.bots.policy import PolicyBot
from lostcities.bots.rollouts import Rollouts
from lostcities.bots.thumb_row import RowThumb
from lostcities.cards import Card
from lostcities.game import RowGame, RowView, View
from lostcities.kernel import chance, row
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.net.trunk import Thought
from lostcities.net.worth import EQUITY, MAX_DECK, prospect, utility
from lostcities.variant import Variant
from nets import net_by_chance
from thinking import late_game, tables_for, worlds_for


class AheadBot(PolicyBot):
    """Draws by what it thought before its play, where it chose that play and now chooses between draws."""

    _before: tuple[Thought, int] | None = None

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        seen, actions = self.observe(view), [self._codec.actions[move] for move in view.legal_moves]
        if self._before and all(row.TAKE <= action < row.STOP for action in actions):
            thought, play = self._before
            sources = self.net.draws(thought, np.array([0]), np.array([play]))[0]
            chosen, self._before = max(actions, key=lambda draw: sources[draw - row.TAKE]), None
        else:
            thought = self.net.room(*seen[0].shape[:2])
            logits = self.net.logits(*seen, thought)[0]
            chosen = max(actions, key=lambda action: logits[action])
            self._before = (thought, chosen) if len(actions) > 1 and chosen < row.TAKE else None
        return view.legal_moves[actions.index(chosen)]


def bot_of(kind: int, seat: int, variant: Variant, net: Net) -> Bot:
    if kind == THUMB:
        return RowThumb(variant)
    if kind == EXPLORER:
        explorer = RowExplorer(variant, seat, 0)
        chance.seed(explorer._random, 1)
        return explorer
    return (AheadBot if net.draws_ahead else PolicyBot)(variant, net)


def played_on(game: RowGame, net: Net, side: int, kinds: Sequence[int]) -> npt.NDArray[np.int8]:
    """Play a round to its end by players of these kinds. Returns a deck from whose top this side draws what
    it drew, and from whose bottom the others draw what they did."""
    bots = [bot_of(kind, seat, game.variant, net) for seat, kind in enumerate(kinds)]
    for seat, bot in enumerate(bots):
        remind(bot, views_before(game, seat))
    size, pile, place = len(game.deal.deck), list(game.draw_pile), 0
    own: list[Card] = []
    others: list[Card] = []
    while (mover := game.mover) is not None:
        left = len(game.draw_pile)
        game.play(bots[mover].choose(game.view(mover)))
        if len(game.draw_pile) < left:
            (own if game.variant.side_of(mover) == side else others).append(pile[place])
            place += 1
    rest = [*own, *pile[place:], *reversed(others)]
    deck = np.zeros((1, MAX_DECK), np.int8)
    deck[0, size - len(rest) : size] = [game._codec.card_number(card) for card in rest]
    return deck


class Ends(NamedTuple):
    """What a position comes to for the first side."""

    rollout: float
    by_bots: float
    by_the_net_alone: float
    """In a rollout in which the net plays for everybody."""


def ends(variant: Variant, net: Net, seed: int, other: int = NET, at: int = 0) -> Ends:
    """Everybody plays by the net, but the player at one seat is of another kind."""
    players = np.full((1, row.MAX_SEATS), NET, np.int8)
    players[0, at] = other
    game = late_game(variant, seed, 7)
    states, first = game._states.copy(), game.legal_moves[-1]
    action = np.array([game._codec.actions[first]])
    game.play(first)
    deck = played_on(game, net, 0, players[0, : variant.players].tolist())
    rollouts = Rollouts(net, tables_for(game.variant))
    own, *others = game.scores
    return Ends(
        rollouts.worth(states, deck, action, 0, players)[0],
        sum(game.scores) if variant.cooperation else own - sum(others) / len(others),
        rollouts.worth(states, deck, action, 0)[0],
    )


@pytest.mark.parametrize("draws_ahead", [False, True])
@pytest.mark.parametrize(
    "text", ["classic", "three-players", "teams", "duel-2026 exploits=announced", "classic cooperation"]
)
def test_a_rollout_is_the_round_that_the_net_would_play_with_itself(text: str, draws_ahead: bool) -> None:
    nets = [net_by_chance(seed, draws_ahead=draws_ahead) for seed in (4, 6)]
    for net, seed in product(nets, range(8, 12)):
        end = ends(Variant.parse(text), net, seed)
        assert end.rollout == end.by_bots


@pytest.mark.parametrize("text", ["classic", "three-players", "teams", "duel-2026 exploits=announced"])
@pytest.mark.parametrize("kind", [EXPLORER, THUMB])
def test_a_rollout_is_the_round_that_the_net_and_somebody_else_would_play(text: str, kind: int) -> None:
    net, differ = net_by_chance(4, draws_ahead=True), 0
    for seed, at in product(range(8, 14), (0, 1)):
        end = ends(Variant.parse(text), net, seed, kind, at)
        assert end.rollout == end.by_bots
        differ += end.rollout != end.by_the_net_alone
    assert differ > 6


@pytest.mark.parametrize("draws_ahead", [False, True])
def test_rounds_side_by_side_end_as_each_alone(draws_ahead: bool) -> None:
    game = late_game(Variant.parse("teams"), 2, 5)
    tables = tables_for(game.variant)
    states, decks, _ = worlds_for(game).deal(24)
    actions = np.resize([game._codec.actions[move] for move in game.legal_moves], 24)
    rollouts = Rollouts(net_by_chance(6, draws_ahead=draws_ahead), tables)
    players = np.random.default_rng(1).integers(KINDS, size=(24, row.MAX_SEATS), dtype=np.int8)
    together = rollouts.worth(states, decks, actions, 1, players)
    for i in range(24):
        only = slice(i, i + 1)
        alone = rollouts.worth(states[only], decks[only], actions[only], 1, players[only])
        assert alone == together[only]
    assert np.std(together) > 0


def test_a_match_that_is_only_thought_through_may_end_otherwise() -> None:
    """So the last round is worth more if it is won by more; within a match it counts as it does in play."""
    game = late_game(Variant.parse("classic"), 3, 2)
    while game.mover is not None:
        game.play(game.legal_moves[0])
    tables, state = tables_for(game.variant), game._states[0]
    table = tables[0]
    won = game.scores[0] - game.scores[1]
    assert prospect(table, state, 0) == utility(table, state, 0) == won
    table["rounds_left"], worth = 0, []
    for ahead in (-300, -9, 0, 9, 40, 300):
        table["lead"] = ahead - won
        worth.append(prospect(table, state, 0))
        assert prospect(table, state, 1) == -worth[-1]
    assert worth == sorted(set(worth))
    assert worth[2] == 0
    assert worth[-1] == pytest.approx(EQUITY)
    table["rounds_left"] = 1
    assert prospect(table, state, 0) == utility(table, state, 0)


def test_many_positions_are_judged_as_each_alone() -> None:
    net, rng = net_by_chance(width=16), np.random.default_rng(1)
    tokens = rng.integers(0, 2, (150, 6, TOKEN), np.int16)
    overview = rng.integers(0, 2, (150, OVERVIEW), np.int16)
    together = net(tokens, overview)
    assert np.array_equal(net.logits(tokens, overview), together.logits)
    for i in (0, 29, 30, 63, 64, 149):
        alone = net(tokens[i : i + 1], overview[i : i + 1])
        for one, many in zip(alone, together, strict=True):
            assert np.array_equal(one[0], many[i])

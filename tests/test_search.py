"""Play-time search: what it finds, what it may not know, and what it costs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hindsight import views_before
from lostcities.bots.base import remind
from lostcities.bots.policy import PolicyBot
from lostcities.bots.search import Method, SearchBot
from lostcities.bots.search_reading import Moments, _go_back, log_likelihood
from lostcities.bots.search_trial import Gate, Trial
from lostcities.bots.search_worlds import Worlds
from lostcities.bots.searching import Budget
from lostcities.game import RowGame, new_game
from lostcities.kernel import chance, row
from lostcities.kernel.cards import add, colour_of, value_of
from lostcities.kernel.jit import one_record
from lostcities.moves import Move
from lostcities.net.forward import Net
from lostcities.net.known import known_state
from lostcities.net.rollouts import Rollouts
from lostcities.net.table import TABLE, table_of
from lostcities.net.worth import MAX_DECK
from lostcities.position import Position
from lostcities.variant import Variant
from nets import net_by_chance
from redeal import Table
from variants import ROW_VARIANTS

ALWAYS = Method(from_pile=100, proposals=20, least=0.0, sure=1.0, moments=4, hands=2)


def tables_for(variant: Variant) -> npt.NDArray[Any]:
    tables = one_record(TABLE)
    tables[0] = table_of(variant)
    return tables


def late_game(variant: Variant, seed: int, pile: int) -> RowGame:
    """A round of random moves, stopped when so many cards are left. The guard keeps what follows short."""
    game, rng = new_game(replace(variant, guard=3), seed=seed), random.Random(seed)
    assert isinstance(game, RowGame)
    while len(game.draw_pile) > pile:
        game.play(rng.choice(game.legal_moves))
    return game


def decide(game: RowGame, net: Net, seed: int = 3, budget: Budget | None = None) -> tuple[Move, int]:
    """The choice of a bot that has followed the round, and the worlds it took."""
    seat = game.mover
    assert seat is not None
    bot = SearchBot(game.variant, net, seed=seed, budget=budget or Budget(worlds=16), method=ALWAYS)
    remind(bot, views_before(game, seat))
    view = game.view(seat)
    move = bot.choose(view)
    assert move in view.legal_moves
    return move, bot.worlds_tried


LAST_TURN = (
    "classic | A play dry=40 | hands B10 W2 W3 W4 G2 G3 G4 R5 / YX Y2 Y3 Y4 Y5 Y6 Y7 Y8 "
    "| rows B X X X 6 7 8 9 / - | discards Y X X 9 10; B 2 3 4 5; W X X X 5 6 7 8 9 10; "
    "G X X X 5 6 7 8 9 10; R X X X 2 3 4 6 7 8 9 | pile R10"
)
"""The guard leaves only the last card of the draw pile, and the blue ten is worth 60 points."""


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_last_card_that_scores_is_found_where_the_net_misses_it(seed: int) -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(seed)
    assert str(PolicyBot(game.variant, net).choose(view)) != "+B10"
    assert str(SearchBot(game.variant, net, method=ALWAYS).choose(view)) == "+B10"


def test_a_sure_net_and_an_early_round_are_not_searched() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    for method in (
        replace(ALWAYS, sure=0.0),
        replace(ALWAYS, from_pile=0),
        replace(ALWAYS, proposals=1),
        replace(ALWAYS, least=1.0),
    ):
        bot = SearchBot(game.variant, net, method=method)
        assert bot.choose(view) == first
        assert bot.worlds_tried == 0


def test_an_advantage_within_the_gate_leaves_the_first_choice() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    bot = SearchBot(game.variant, net, method=replace(ALWAYS, gate=Gate(points=61)))
    assert bot.choose(view) == first


@pytest.mark.parametrize("variant", ROW_VARIANTS, ids=str)
def test_every_row_game_is_played_legally_to_its_end(variant: Variant) -> None:
    game, net = late_game(variant, 5, 3), net_by_chance()
    method, budget = replace(ALWAYS, proposals=3), Budget(worlds=4)
    bots = [SearchBot(game.variant, net, budget=budget, method=method) for _ in range(variant.players)]
    for seat, bot in enumerate(bots):
        remind(bot, views_before(game, seat))
    while (mover := game.mover) is not None:
        game.play(bots[mover].choose(game.view(mover)))
    assert game.over


def redealt(game: RowGame, viewer: int, rng: random.Random) -> RowGame:
    """The same course of play with other cards where a seat, with all that it remembers, knows of none."""
    unseen, deck = Table(game).unseen_by(viewer), list(game.deal.deck)
    for place, card in zip(unseen, rng.sample([deck[i] for i in unseen], len(unseen)), strict=True):
        deck[place] = card
    moves = [move for _, move in game.history]
    return RowGame.replay(game.variant, replace(game.deal, deck=tuple(deck)), game.starter, moves)


@pytest.mark.parametrize("text", ["classic", "three-players", "teams", "duel-2026 exploits=announced"])
def test_hidden_cards_never_matter(text: str) -> None:
    rng = random.Random(2)
    for seed in range(3):
        game = late_game(Variant.parse(text), seed, 6)
        assert game.mover is not None
        other = redealt(game, game.mover, rng)
        assert other.draw_pile != game.draw_pile
        assert decide(other, net_by_chance(seed)) == decide(game, net_by_chance(seed))


def test_equal_seeds_decide_equally_and_others_deal_other_worlds() -> None:
    game = late_game(Variant.parse("classic"), 1, 6)
    view, tables = game.view(game.mover), tables_for(game.variant)
    known = known_state(view, {c: game.discard_pile(c) for c in game.variant.colours})
    decks = [Worlds(tables, view, known, seed).deal(8)[1] for seed in (1, 1, 2)]
    assert np.array_equal(decks[0], decks[1])
    assert not np.array_equal(decks[0], decks[2])
    assert decide(game, net_by_chance(), seed=1) == decide(game, net_by_chance(), seed=1)


@pytest.mark.parametrize("worlds", [1, 20, 70])
def test_no_more_worlds_are_played_than_the_budget_has(worlds: int) -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    _, played = decide(game, net_by_chance(4), budget=Budget(worlds=worlds))
    assert 0 < played <= worlds


def test_without_time_the_net_answers() -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    move, played = decide(game, net_by_chance(4), budget=Budget(worlds=1000, seconds=0.0))
    assert played == 0
    assert move == PolicyBot(game.variant, net_by_chance(4)).choose(game.view(game.mover))


@pytest.mark.parametrize("text", ["classic", "long", "three-players", "teams"])
def test_a_world_holds_every_card_once_and_what_the_seat_knows(text: str) -> None:
    game = late_game(Variant.parse(text), 3, 9)
    seat, colours = game.mover or 0, game.variant.colours
    view, tables = game.view(seat), tables_for(game.variant)
    known = known_state(view, {colour: game.discard_pile(colour) for colour in colours})
    states, decks = Worlds(tables, view, known, 7).deal(5)
    size = len(game.deal.deck)
    for i in range(5):
        again = RowGame(game.variant, game.deal)
        again._take_up(states[i : i + 1])
        again._read_news()
        again._deck = [*decks[i, :size].tolist(), -1]
        cards = [card for other in range(game.variant.players) for card in again.hand(other)]
        cards += [
            card for side in range(game.variant.sides) for e in again.expeditions(side).values() for card in e
        ]
        cards += [card for colour in colours for card in again.discard_pile(colour)]
        cards += [again._codec.cards[number] for number in decks[i, size - view.pile : size]]
        assert sorted(map(str, cards)) == sorted(map(str, game.deal.deck))
        assert again.hand(seat) == view.hand
        assert again.view(seat).hand_sizes == view.hand_sizes
        assert again.view(seat).shown == view.shown


def test_a_rollout_is_the_round_that_the_net_would_play_with_itself() -> None:
    net = net_by_chance(6)
    for text in ("classic", "three-players", "duel-2026 exploits=announced", "classic cooperation"):
        game = late_game(Variant.parse(text), 8, 7)
        variant = game.variant
        deck = np.zeros((1, MAX_DECK), np.int8)
        deck[0, : len(game.deal.deck)] = game._deck[:-1]
        bots = [PolicyBot(variant, net) for _ in range(variant.players)]
        for seat, bot in enumerate(bots):
            remind(bot, views_before(game, seat))
            if seat == game.mover:
                bot.watch(game.view(seat))
        first = game.legal_moves[-1]
        action = np.array([game._codec.actions[first]])
        [worth] = Rollouts(net, tables_for(variant)).worth(game._states, deck, action, 0)
        game.play(first)
        while (mover := game.mover) is not None:
            game.play(bots[mover].choose(game.view(mover)))
        own, *others = game.scores
        assert worth == (sum(game.scores) if variant.cooperation else own - sum(others) / len(others))


def test_rounds_side_by_side_end_as_each_alone() -> None:
    game = late_game(Variant.parse("teams"), 2, 5)
    view, tables = game.view(game.mover), tables_for(game.variant)
    known = known_state(view, {colour: game.discard_pile(colour) for colour in game.variant.colours})
    states, decks = Worlds(tables, view, known, 1).deal(24)
    actions = np.resize([game._codec.actions[move] for move in game.legal_moves], 24)
    rollouts = Rollouts(net_by_chance(2), tables)
    together = rollouts.worth(states, decks, actions, 1)
    for i in range(24):
        only = slice(i, i + 1)
        assert rollouts.worth(states[only], decks[only], actions[only], 1) == together[only]
    assert np.std(together) > 0


def followed(text: str, seed: int) -> tuple[RowGame, Moments, npt.NDArray[Any]]:
    """A round in play, and what the mover has kept of the others' decisions."""
    game = late_game(Variant.parse(text), seed, 12)
    bot = SearchBot(game.variant, net_by_chance(), method=replace(ALWAYS, moments=6))
    assert game.mover is not None
    remind(bot, [*views_before(game, game.mover), game.view(game.mover)])
    return game, bot._moments, bot._tables


@pytest.mark.parametrize("text", ["classic", "three-players", "teams", "duel-2026 exploits=announced"])
def test_the_others_moments_are_what_they_decided_and_what_all_could_see(text: str) -> None:
    for seed in range(4):
        game, moments, _ = followed(text, seed)
        plies = [i for i, (seat, _) in enumerate(game.history) if seat != game.mover]
        last = max((i for i, (seat, _) in enumerate(game.history) if seat == game.mover), default=-1)
        plies = [i for i in plies if i < last or game.history[-1][0] != game.mover][-len(moments.actions) :]
        assert len(moments.actions) == 6
        assert [game._codec.moves[a] for a in moments.actions.tolist()] == [game.history[i][1] for i in plies]
        for state, ply in zip(moments.states, plies, strict=True):
            then = RowGame.replay(game.variant, game.deal, game.starter, [m for _, m in game.history[:ply]])
            for field in ("expeditions", "discards", "shown", "pile", "dry", "mover", "phase", "closed"):
                assert np.array_equal(state[field], then._states[0][field]), field


def test_going_back_gives_the_others_as_many_cards_as_they_had() -> None:
    for seed in range(4):
        game, moments, tables = followed("three-players", seed)
        randoms = one_record(chance.RANDOM)
        then = np.zeros(len(moments.actions), row.STATE)
        _go_back(tables, game._states, moments.states, moments.actions, randoms, then)
        for state, action in zip(then, moments.actions, strict=True):
            mover = int(state["mover"])
            cards = sum(int(mask).bit_count() for mask in state["hands"][mover])
            assert cards == 7 - (state["phase"] == row.DRAW_CARD)
            if action < row.TAKE:
                colour, value = divmod(int(action) % row.DISCARD, 10)
                assert state["hands"][mover, colour] & (0b111 if value == 0 else 1 << (value + 2))


def test_the_likelihood_is_the_chance_that_the_net_gives_to_what_was_done() -> None:
    game, moments, tables = followed("classic", 1)
    net, randoms = net_by_chance(), one_record(chance.RANDOM)
    view = game.view(game.mover)
    known = known_state(view, {colour: game.discard_pile(colour) for colour in game.variant.colours})
    states, _ = Worlds(tables, view, known, 1).deal(20)
    play = np.flatnonzero(moments.actions < row.TAKE)[-1:]
    moments.states, moments.actions = moments.states[play], moments.actions[play]
    found = log_likelihood(net, tables, states, moments, randoms)
    assert np.std(found) > 0
    card, bot = int(moments.actions[0]) % row.DISCARD, PolicyBot(game.variant, net)
    for world, said in zip(states, found, strict=True):
        then = moments.states.copy()
        mover, hand = int(then["mover"][0]), world["hands"][int(then["mover"][0])].copy()
        hand[colour_of(card)] = add(int(hand[colour_of(card)]), value_of(card))
        then["hands"][0, mover] = hand
        logits = net(*bot.observe_state(then, mover)).logits[0].astype(float)
        words = row.legal(tables[0], then[0])
        legal = [64 * i + bit for i in range(3) for bit in range(64) if words[i] >> bit & 1]
        weights = np.exp(logits[legal])
        assert said == pytest.approx(logits[moments.actions[0]] - np.log(weights.sum()), abs=1e-4)


def test_without_moments_every_world_is_as_likely() -> None:
    game, moments, tables = followed("classic", 1)
    none, randoms = Moments(tables, 6), one_record(chance.RANDOM)
    assert log_likelihood(net_by_chance(), tables, game._states, none, randoms).tolist() == [0.0]
    assert log_likelihood(net_by_chance(), tables, game._states, moments, randoms)[0] < 0


def worth_of(*means: float, noise: float) -> npt.NDArray[np.float64]:
    """Proposals that are worth so much on average in 32 worlds, each with noise of its own."""
    waves = [np.tile([1.0] * length + [-1.0] * length, 16 // length) for length in (1, 2, 4)]
    return np.array([mean + noise * wave for mean, wave in zip(means, waves, strict=False)])


def test_a_clearly_better_proposal_settles_the_trial() -> None:
    trial = Trial([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, 20.0, 5.0, noise=1.0))
    assert trial.settled
    assert trial.verdict == 1


def test_proposals_that_can_hardly_be_better_leave_the_trial() -> None:
    trial = Trial([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, -9.0, 0.5, noise=4.0))
    assert trial.alive == [0, 2]
    assert trial.verdict == 0


def test_between_better_proposals_the_nets_chances_weigh() -> None:
    for prior, verdict in ((0.0, 2), (3.0, 1)):
        trial = Trial([0.5, 0.4, 0.01], Gate(prior=prior))
        trial.add(worth_of(0.0, 5.0, 6.0, noise=2.0))
        assert trial.verdict == verdict


def test_a_better_mean_within_the_noise_does_not_pass() -> None:
    trial = Trial([0.6, 0.4], Gate(errors=2.0))
    trial.add(worth_of(0.0, 3.0, noise=8.0))
    assert not trial.settled
    assert trial.verdict == 0


def test_many_positions_are_judged_as_each_alone() -> None:
    net, rng = net_by_chance(width=16), np.random.default_rng(1)
    tokens = rng.integers(0, 2, (150, 6, 197), np.int16)
    overview = rng.integers(0, 2, (150, 74), np.int16)
    together = net(tokens, overview)
    for i in (0, 63, 64, 149):
        alone = net(tokens[i : i + 1], overview[i : i + 1])
        for one, many in zip(alone, together, strict=True):
            assert np.allclose(one[0], many[i], atol=1e-5)

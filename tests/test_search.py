"""Play-time search: what it finds, what it may not know, and what it costs."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from hindsight import views_before
from lostcities.bots.base import remind
from lostcities.bots.policy import PolicyBot
from lostcities.bots.search import Method, SearchBot
from lostcities.bots.search_challenge import Challenge, Gate
from lostcities.bots.search_contest import Belief, Contest
from lostcities.bots.search_worlds import Worlds, odds_for
from lostcities.bots.searching import Budget
from lostcities.cards import Card
from lostcities.game import RowGame, RowView, View, new_game
from lostcities.kernel import row
from lostcities.kernel.jit import one_record
from lostcities.moves import Move
from lostcities.net.draw_head import Thought
from lostcities.net.forward import Net
from lostcities.net.known import known_state
from lostcities.net.observation import OVERVIEW, TOKEN
from lostcities.net.rollouts import Rollouts
from lostcities.net.table import TABLE, table_of
from lostcities.net.worth import EQUITY, MAX_DECK, prospect, utility
from lostcities.position import Position
from lostcities.variant import Variant
from nets import net_by_chance
from redeal import Table
from variants import ROW_VARIANTS

ALWAYS = Method(proposals=20, least=0.0, sure=1.0)


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


def test_a_sure_net_is_not_searched() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    for method in (
        replace(ALWAYS, sure=0.0),
        replace(ALWAYS, proposals=1),
        replace(ALWAYS, least=1.0),
    ):
        bot = SearchBot(game.variant, net, method=method)
        assert bot.choose(view) == first
        assert bot.worlds_tried == 0


def test_a_firm_belief_leaves_the_first_choice() -> None:
    game = Position.parse(LAST_TURN).game()
    view, net = game.view(0), net_by_chance(0)
    first = PolicyBot(game.variant, net).choose(view)
    bot = SearchBot(game.variant, net, method=replace(ALWAYS, belief=Belief(slope=1, spread=0.001)))
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


def worlds_for(game: RowGame, held: npt.NDArray[np.float32] | None = None, seed: int = 1) -> Worlds:
    """The worlds of the seat whose turn it is, if a net says this of the others' hands."""
    view, tables = game.view(game.mover), tables_for(game.variant)
    known = known_state(view, {colour: game.discard_pile(colour) for colour in game.variant.colours})
    return Worlds(tables, view, known, odds_for(tables, view.seat or 0, held), seed)


def test_equal_seeds_decide_equally_and_others_deal_other_worlds() -> None:
    game = late_game(Variant.parse("classic"), 1, 6)
    decks = [worlds_for(game, seed=seed).deal(8)[1] for seed in (1, 1, 2)]
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
    view = game.view(seat)
    held = np.random.default_rng(1).normal(size=(3, len(colours), 10)).astype(np.float32)
    states, decks = worlds_for(game, held).deal(5)
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


class AheadBot(PolicyBot):
    """Draws by what it thought before its play, where it chose that play and now chooses between draws."""

    _before: tuple[Thought, int] | None = None

    def choose(self, view: View) -> Move:
        assert isinstance(view, RowView)
        seen, actions = self.observe(view), [self._codec.actions[move] for move in view.legal_moves]
        if self._before and all(row.TAKE <= action < row.STOP for action in actions):
            thought, play = self._before
            sources = self.net.draws(thought, np.array([play]))[0]
            chosen, self._before = max(actions, key=lambda draw: sources[draw - row.TAKE]), None
        else:
            thought = self.net.room(*seen[0].shape[:2])
            logits = self.net.logits(*seen, thought)[0]
            chosen = max(actions, key=lambda action: logits[action])
            self._before = (thought, chosen) if len(actions) > 1 and chosen < row.TAKE else None
        return view.legal_moves[actions.index(chosen)]


def played_on(game: RowGame, net: Net, side: int) -> npt.NDArray[np.int8]:
    """Play a round to its end by the net. Returns a deck from whose top this side draws what it drew, and
    from whose bottom the others draw what they did."""
    kind = AheadBot if net.draws_ahead else PolicyBot
    bots = [kind(game.variant, net) for _ in range(game.variant.players)]
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


SEATS = {"classic": (1,), "three-players": (1, 2), "teams": (1, 3, 2)}
"""The next, the previous and the partner of seat 0."""


@pytest.mark.parametrize("text", SEATS)
def test_hands_follow_the_odds_of_each_card(text: str) -> None:
    game = late_game(Variant.parse(text), 3, 9)
    while game.mover != 0:
        game.play(game.legal_moves[0])
    unseen = {game._codec.card_number(card) for card in game.draw_pile if not card.is_wager}
    for place, seat in enumerate(SEATS[text]):
        held = np.zeros((3, len(game.variant.colours), 10), np.float32)
        likely, unlikely, *_ = sorted(unseen)
        held[place].flat[likely], held[place].flat[unlikely] = 9.0, -9.0
        states, _ = worlds_for(game, held).deal(200)
        share = {card: np.mean([holds(state, seat, card) for state in states]) for card in unseen}
        assert share[likely] > 0.97
        assert share[unlikely] < 0.03
        assert all(0.05 < share[card] < 0.95 for card in unseen - {likely, unlikely})


def test_odds_of_e_are_met_e_times_as_often() -> None:
    game = late_game(Variant.parse("classic"), 3, 9)
    while game.mover != 0:
        game.play(game.legal_moves[0])
    first, second, *_ = sorted(game._codec.card_number(card) for card in game.draw_pile if not card.is_wager)
    held = np.zeros((3, 5, 10), np.float32)
    held[0].flat[first] = 1.0
    states, _ = worlds_for(game, held).deal(4000)
    only = [
        sum(holds(s, 1, a) and not holds(s, 1, b) for s in states)
        for a, b in ((first, second), (second, first))
    ]
    assert only[0] / only[1] == pytest.approx(np.e, rel=0.15)


def holds(state: Any, seat: int, card: int) -> bool:
    """A card that is no wager."""
    return bool(state["hands"][seat, card // 10] >> (card % 10 + 2) & 1)


def test_the_others_cards_of_a_world_are_those_that_the_quick_net_reads() -> None:
    game = late_game(Variant.parse("classic"), 3, 9)
    view, seat = game.view(game.mover), game.mover or 0
    net = net_by_chance(4)
    bot = SearchBot(game.variant, net_by_chance(3), net)
    remind(bot, [*views_before(game, seat), view])
    held = net.hands(*PolicyBot(game.variant, net).observe_state(game._states, seat))[0]
    assert np.array_equal(
        bot.worlds_of(view).deal(20)[1], worlds_for(game, held, bot.seed_of(view)).deal(20)[1]
    )


@pytest.mark.parametrize("draws_ahead", [False, True])
@pytest.mark.parametrize(
    "text", ["classic", "three-players", "teams", "duel-2026 exploits=announced", "classic cooperation"]
)
def test_a_rollout_is_the_round_that_the_net_would_play_with_itself(text: str, draws_ahead: bool) -> None:
    nets = [net_by_chance(seed, draws_ahead=draws_ahead) for seed in (4, 6)]
    for net, seed in product(nets, range(8, 12)):
        game = late_game(Variant.parse(text), seed, 7)
        variant, states = game.variant, game._states.copy()
        first = game.legal_moves[-1]
        action = np.array([game._codec.actions[first]])
        again = RowGame.replay(variant, game.deal, game.starter, [move for _, move in game.history])
        again.play(first)
        deck = played_on(again, net, side=0)
        [worth] = Rollouts(net, tables_for(variant)).worth(states, deck, action, 0)
        own, *others = again.scores
        assert worth == (sum(again.scores) if variant.cooperation else own - sum(others) / len(others))


@pytest.mark.parametrize("draws_ahead", [False, True])
def test_rounds_side_by_side_end_as_each_alone(draws_ahead: bool) -> None:
    game = late_game(Variant.parse("teams"), 2, 5)
    tables = tables_for(game.variant)
    states, decks = worlds_for(game).deal(24)
    actions = np.resize([game._codec.actions[move] for move in game.legal_moves], 24)
    rollouts = Rollouts(net_by_chance(6, draws_ahead=draws_ahead), tables)
    together = rollouts.worth(states, decks, actions, 1)
    for i in range(24):
        only = slice(i, i + 1)
        assert rollouts.worth(states[only], decks[only], actions[only], 1) == together[only]
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


def worth_of(*means: float, noise: float) -> npt.NDArray[np.float64]:
    """Proposals that are worth so much on average in 32 worlds, each with noise of its own."""
    waves = [np.tile([1.0] * length + [-1.0] * length, 16 // length) for length in (1, 2, 4)]
    return np.array([mean + noise * wave for mean, wave in zip(means, waves, strict=False)])


def test_a_clearly_better_proposal_settles_the_trial() -> None:
    trial = Challenge([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, 20.0, 5.0, noise=1.0))
    assert trial.settled
    assert trial.verdict == 1


def test_proposals_that_can_hardly_be_better_leave_the_trial() -> None:
    trial = Challenge([0.6, 0.3, 0.1], Gate())
    trial.add(worth_of(0.0, -9.0, 0.5, noise=4.0))
    assert trial.alive == [0, 2]
    assert trial.verdict == 0


def test_between_better_proposals_the_nets_chances_weigh() -> None:
    for prior, verdict in ((0.0, 2), (3.0, 1)):
        trial = Challenge([0.5, 0.4, 0.01], Gate(prior=prior))
        trial.add(worth_of(0.0, 5.0, 6.0, noise=2.0))
        assert trial.verdict == verdict


def test_a_better_mean_within_the_noise_does_not_pass() -> None:
    trial = Challenge([0.6, 0.4], Gate(errors=2.0))
    trial.add(worth_of(0.0, 3.0, noise=8.0))
    assert not trial.settled
    assert trial.verdict == 0


def test_the_favourite_is_better_by_what_was_measured_and_believed() -> None:
    for slope, favourite in ((0.0, 1), (4.0, 0)):
        contest = Contest([0.6, 0.3, 0.1], Belief(slope=slope))
        contest.add(worth_of(0.0, 0.3, -0.6, noise=1.0))
        assert contest.verdict == favourite


def test_few_worlds_move_a_belief_less_than_many() -> None:
    contest = Contest([0.9, 0.1], Belief(slope=0.3))
    contest.add(worth_of(0.0, 1.0, noise=8.0))
    assert contest.verdict == 0
    while not contest.settled:
        contest.add(worth_of(0.0, 1.0, noise=8.0))
    assert contest.verdict == 1


def test_a_contest_goes_on_between_those_that_may_still_win() -> None:
    contest = Contest([0.5, 0.3, 0.2], Belief())
    contest.add(worth_of(0.0, -9.0, 0.2, noise=3.0))
    assert contest.alive == [0, 2]
    contest.add(worth_of(0.0, 30.0, noise=3.0))
    assert contest.alive == [2]
    assert contest.settled
    assert contest.verdict == 2


def test_worlds_that_can_tell_no_more_end_a_contest() -> None:
    contest = Contest([0.5, 0.5], Belief(bias=0.5))
    contest.add(worth_of(0.0, 0.4, noise=0.0))
    assert contest.settled
    assert contest.verdict == 1


def test_the_shorter_the_worlds_the_more_of_them_there_are() -> None:
    tried = []
    for pile in (14, 4):
        method = replace(ALWAYS, turns=300, belief=Belief(enough=0.0))
        game = late_game(Variant.parse("classic"), 4, pile)
        bot = SearchBot(game.variant, net_by_chance(4), budget=Budget(worlds=1000), method=method)
        bot.choose(game.view(game.mover))
        tried.append(bot.worlds_tried)
    assert tried == [15, 30]


def test_the_quick_net_plays_the_worlds_that_try_out_the_others_proposals() -> None:
    game = late_game(Variant.parse("classic"), 4, 8)
    view = game.view(game.mover)
    net, quick = net_by_chance(4), net_by_chance(5)
    both, by_net, by_quick = (SearchBot(game.variant, *nets) for nets in ((net, quick), (net,), (quick,)))
    assert both.proposals(view) == by_net.proposals(view) != by_quick.proposals(view)
    moves, worths = both.proposals(view)[0], []
    for bot in (both, by_net, by_quick):
        bot.watch(view)
        worths.append(bot.play_out(view, bot.worlds_of(view), moves, 8))
    assert np.array_equal(worths[0], worths[2])
    assert not np.array_equal(worths[0], worths[1])


def test_many_positions_are_judged_as_each_alone() -> None:
    net, rng = net_by_chance(width=16), np.random.default_rng(1)
    tokens = rng.integers(0, 2, (150, 6, TOKEN), np.int16)
    overview = rng.integers(0, 2, (150, OVERVIEW), np.int16)
    together = net(tokens, overview)
    assert np.allclose(net.logits(tokens, overview), together.logits, atol=1e-5)
    for i in (0, 63, 64, 149):
        alone = net(tokens[i : i + 1], overview[i : i + 1])
        for one, many in zip(alone, together, strict=True):
            assert np.allclose(one[0], many[i], atol=1e-5)

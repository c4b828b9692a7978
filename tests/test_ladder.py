"""The levels and the characters: how they choose, what they like, and how they are listed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import inf
from statistics import fmean

import numpy as np
import pytest

from lostcities.bots import BOTS, make_bot
from lostcities.bots.catalogue import CATALOGUE, FIRST, Kind
from lostcities.bots.ladder import CHARACTERS, LEVELS
from lostcities.bots.manner import Manner
from lostcities.bots.policy import PolicyBot
from lostcities.cards import Card
from lostcities.game import Game, RivalsGame, RowGame, RowView, Standing, View, new_game
from lostcities.match import Match
from lostcities.moves import Bid, Draw, Lay, Move
from lostcities.net.known import known_state
from lostcities.net.shipped import shipped_net
from lostcities.net.table import TABLE, table_within
from lostcities.variant import Variant
from lostcities.words import LANGUAGES, speaker
from nets import net_by_chance
from redeal import redealt_rivals, redealt_row

MOVES: list[Move] = [Lay(Card.parse(text)) for text in ("R2", "G3", "B4", "Y5")]
WORTHS = [0.0, -1.0, -3.0, -30.0]


def choices(manner: Manner, times: int = 2000) -> Counter[Move]:
    view = new_game("classic", seed=1).view(0)
    rng = random.Random(1)
    return Counter(manner.choose(view, MOVES, WORTHS, rng) for _ in range(times))


def test_without_a_temperature_the_best_move_is_chosen() -> None:
    assert set(choices(Manner())) == {MOVES[0]}


def test_at_a_temperature_moves_are_chosen_by_their_chances() -> None:
    chosen = choices(Manner(temperature=1.0))
    assert chosen[MOVES[0]] / chosen[MOVES[1]] == pytest.approx(2.718, rel=0.2)
    assert 0 < chosen[MOVES[2]] < chosen[MOVES[1]]
    assert chosen[MOVES[3]] == 0


def test_what_is_out_of_reach_is_never_chosen_however_high_the_temperature() -> None:
    assert set(choices(Manner(temperature=1000.0, reach=2.0))) == set(MOVES[:2])
    assert set(choices(Manner(temperature=1000.0))) == set(MOVES)


def test_a_leaning_decides_between_moves_in_reach_and_brings_none_back() -> None:
    def likes_the_last(view: View, move: Move) -> float:
        return 5.0 if move == MOVES[2] else inf if move == MOVES[3] else 0.0

    assert set(choices(Manner(reach=4.0, leaning=likes_the_last))) == {MOVES[2]}


def moves_of(bot: str, text: str, games: int) -> list[Move]:
    """What one of these bots does against professors."""
    variant = Variant.parse(text)
    done = []
    for seed in range(games):
        game = new_game(variant, seed=seed)
        players = [
            make_bot(bot if seat == 0 else "professor", variant, seat, seed)
            for seat in range(variant.players)
        ]
        while (seat := game.mover) is not None:
            move = players[seat].choose(game.view(seat))
            if seat == 0:
                done.append(move)
            game.play(move)
    return done


def wagers(moves: list[Move]) -> int:
    return sum(isinstance(move, Lay) and move.card.is_wager for move in moves)


def takes(moves: list[Move]) -> int:
    return sum(isinstance(move, Draw) and move.colour is not None for move in moves)


def test_the_characters_play_as_they_are_described() -> None:
    by = {bot: moves_of(bot, "classic", 12) for bot in ("cautious", "gambler", "collector", "sprinter")}
    assert wagers(by["gambler"]) > 1.5 * wagers(by["cautious"])
    assert takes(by["collector"]) > 2 * takes(by["sprinter"])


def test_a_gambler_bids_more_than_the_cautious_one_in_rivals() -> None:
    def bids(bot: str) -> float:
        return fmean(move.amount for move in moves_of(bot, "rivals", 4) if isinstance(move, Bid))

    assert bids("gambler") > bids("cautious")


def unseen_otherwise(game: Game, seat: int, rng: random.Random) -> Game | None:
    """The same to a seat, with other cards where it can't see; nothing, if chance finds none."""
    if isinstance(game, RowGame):
        return redealt_row(game, seat, rng)
    assert isinstance(game, RivalsGame)
    return redealt_rivals(game, rng)


@pytest.mark.parametrize("bot", ["tourist", "professor", "legend", "hoarder"])
@pytest.mark.parametrize(
    "text", ["classic", "classic cooperation", "teams", "three-players nothing-in-hand", "rivals players=4"]
)
def test_hidden_cards_change_no_choice(bot: str, text: str) -> None:
    variant = Variant.parse(text)
    game = new_game(variant, seed=3)
    others = [make_bot("professor", variant, seat, 1) for seat in range(variant.players)]
    compared = 0
    for ply in range(60):
        seat = game.mover
        assert seat is not None
        if ply % 20 == 19 and (other := unseen_otherwise(game, seat, random.Random(ply))):
            one, two = (make_bot(bot, variant, seat, 5).choose(same.view(seat)) for same in (game, other))
            assert one == two
            compared += 1
        game.play(others[seat].choose(game.view(seat)))
    assert compared


def test_who_forgets_knows_the_tops_of_the_discard_piles() -> None:
    variant = Variant.parse("three-players")
    net = shipped_net(variant)
    forgets, remembers = (PolicyBot(variant, net, Manner(remembers=known)) for known in (False, True))
    game, rng = new_game(variant, seed=3), random.Random(1)
    differ = 0
    for _ in range(80):
        view = game.view(game.mover)
        assert isinstance(view, RowView)
        if view.seat == 1:
            known = forgets.observe(view)
            differ += not np.array_equal(remembers.observe(view)[0], known[0])
            tops = {colour: [top] if top else [] for colour, top in view.discard_tops.items()}
            for ours, theirs in zip(known, remembers.observe_state(known_state(view, tops), 1), strict=True):
                np.testing.assert_array_equal(ours, theirs)
        game.play(rng.choice(view.legal_moves))
    assert differ > 5


def test_a_round_within_a_match_is_played_for_the_match() -> None:
    def match(text: str, standing: Standing | None) -> tuple[int, int]:
        fields = dict(zip(TABLE.names or (), table_within(Variant.parse(text), standing), strict=True))
        return fields["rounds_left"], fields["lead"]

    alone = match("classic", None)
    assert match("classic", Standing(1, 3, (0, 0))) == (2, 0)
    assert match("classic", Standing(3, 3, (40, 55))) == (0, -15)
    assert match("classic", Standing(2, 9, (10, 0))) == (2, 10)
    assert match("classic", Standing(1, 1, (0, 0))) == alone
    assert match("classic cooperation", Standing(2, 3, (40, 55))) == alone
    assert match("three-players", Standing(2, 3, (40, 55, 0))) == alone


def test_who_leads_by_far_plays_another_last_round() -> None:
    """The net was trained to win matches: a sure lead or a lost cause changes what it does."""
    changed = 0
    for seed in range(12):
        game = new_game("classic", seed=seed)
        behind, ahead = make_bot("net", game.variant, 0), make_bot("net", game.variant, 0)
        plain = make_bot("net", game.variant, 1)
        while (seat := game.mover) is not None:
            view = game.view(seat)
            if seat == 0:
                moves = [
                    bot.choose(replace(view, standing=Standing(3, 3, totals)))
                    for bot, totals in ((behind, (0, 90)), (ahead, (90, 0)))
                ]
                changed += moves[0] != moves[1]
                game.play(moves[0])
            else:
                game.play(plain.choose(view))
    assert changed > 12


def test_a_net_that_never_learnt_of_matches_is_not_told_of_them() -> None:
    view = Match.random("classic", seed=1).view(0)
    assert isinstance(view, RowView)
    within = [replace(view, standing=standing) for standing in (None, Standing(3, 3, (0, 90)))]
    for net in (shipped_net(view.variant), net_by_chance(match_share=0.3), net_by_chance()):
        seen = [PolicyBot(view.variant, net).observe(view)[1].tolist() for view in within]
        assert (seen[0] != seen[1]) == net.plays_matches
    assert shipped_net(view.variant).plays_matches
    assert not net_by_chance().plays_matches


def test_everybody_who_is_offered_can_play_and_is_described_in_every_language() -> None:
    for listed in CATALOGUE:
        assert listed.id in BOTS
        for language in LANGUAGES:
            words = speaker(language).words
            assert words[f"bots.{listed.id}.name"]
            assert words[f"bots.{listed.id}.about"]
    assert len({listed.id for listed in CATALOGUE}) == len(CATALOGUE)


def test_the_ladder_lists_its_levels_from_the_weakest_on() -> None:
    levels = [listed for listed in CATALOGUE if listed.kind is Kind.LEVEL]
    assert [listed.id for listed in levels] == [*LEVELS, "legend"]
    assert CATALOGUE[: len(levels)] == tuple(levels)
    ratings = [listed.rating for listed in levels if listed.rating is not None]
    assert ratings == sorted(ratings)
    assert FIRST in LEVELS
    assert set(CHARACTERS) <= {listed.id for listed in CATALOGUE if listed.kind is Kind.CHARACTER}


def test_the_shipped_nets_tell_what_made_them() -> None:
    for text in ("classic", "classic cooperation", "rivals"):
        variant = Variant.parse(text)
        facts = shipped_net(variant).facts
        learnt = [Variant.parse(played) for played in facts["config"]["variants"]]
        assert variant.edition.family in {played.edition.family for played in learnt}
        assert not variant.cooperation or all(played.cooperation for played in learnt)
        assert facts["progress"]["decisions"] > 5e8


def together(*names: str, deals: int = 6) -> float:
    """What two reach in cooperation, points a round."""
    totals = []
    for seed in range(deals):
        game = new_game("classic cooperation", seed=seed)
        bots = [make_bot(name, game.variant, seat, seed=seed) for seat, name in enumerate(names)]
        while (seat := game.mover) is not None:
            game.play(bots[seat].choose(game.view(seat)))
        totals.append(sum(game.scores))
    return fmean(totals)


def test_in_cooperation_higher_levels_reach_more_together() -> None:
    assert together("random", "random") + 75 < together("tourist", "tourist") < 250
    assert 300 < together("guide", "guide") < 520
    assert together("legend", "legend") > 560


@pytest.mark.parametrize("name", CHARACTERS)
def test_in_cooperation_two_of_a_character_get_on_with_it(name: str) -> None:
    assert together(name, name, deals=3) > 500


def test_in_cooperation_the_strongest_helps_whoever_sits_there() -> None:
    for partner in ("explorer", "tourist"):
        assert together("legend", partner) > together(partner, partner) + 75

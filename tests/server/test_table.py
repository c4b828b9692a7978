"""The fold: what a log amounts to, without a database or a clock."""

from __future__ import annotations

import pytest

from lostcities.fair import FairDeal
from lostcities.game import Phase
from lostcities.plain import plain
from lostcities.server.table import decisions
from lostcities.server.table.decisions import TableError
from lostcities.server.table.events import (
    BotSat,
    Created,
    DaysClock,
    FlagFell,
    Joined,
    MinutesClock,
    Moved,
    NextRound,
    SeatPlan,
    read_event,
    write_event,
)
from lostcities.server.table.state import Status, Table, fold, last_turns
from server.story import MINUTE, Story


@pytest.mark.parametrize(
    "variant", ["classic", "three-players", "teams", "duel-2026 exploits=announced", "rivals"]
)
def test_two_folds_of_one_log_are_equal(variant: str) -> None:
    players = {"three-players": 3, "teams": 4}.get(variant, 2)
    story = Story(variant, players)
    story.play(40)
    again = fold("t", [logged._replace(event=read_event(write_event(logged.event))) for logged in story.log])
    for seat in (None, *range(players)):
        assert again.match is not None
        assert story.table.match is not None
        assert plain(again.match.view(seat)) == plain(story.table.match.view(seat))
    assert again.seats == story.table.seats


def test_the_match_begins_with_the_last_who_sits_down() -> None:
    created = Created(variant="classic", host="g", seats=(SeatPlan(), SeatPlan()), secret="ab" * 32)
    table = Table("t", created, 0)
    table.apply(2, 0, Joined(seats=(1,), guest="g", nickname="A", cut="x"))
    assert table.status == "waiting"
    assert table.open_seats == 1
    table.apply(3, 0, BotSat(seat=0, bot="explorer"))
    assert table.status == "playing"
    assert table.cuts == ("x",)


def test_an_event_out_of_order_is_refused() -> None:
    story = Story()
    with pytest.raises(ValueError, match="can't follow"):
        story.table.apply(9, 0, FlagFell(seat=0))


def test_the_cards_follow_from_the_secret_and_the_cuts_in_the_order_of_the_seats() -> None:
    story = Story()
    fair = FairDeal("ab" * 32, ("c0", "c1"))
    assert story.table.match is not None
    assert story.table.match.game.deal == fair.deal(story.table.variant, 1)
    assert story.table.match.oldest == fair.lot(story.table.variant, "oldest", 2)


def test_who_starts_rivals_is_drawn_by_lot() -> None:
    starters = set()
    for cut in "abcdef":
        created = Created(
            variant="rivals", host="g", seats=(SeatPlan(bot="random"), SeatPlan()), secret="ab" * 32
        )
        table = Table("t", created, 0)
        table.apply(2, 0, Joined(seats=(1,), guest="g", nickname="A", cut=cut))
        assert table.match is not None
        assert table.match.first == FairDeal("ab" * 32, (cut,)).lot(table.variant, "first", 2)
        starters.add(table.match.game.starter)
    assert starters == {0, 1}


def test_undo_restores_the_hand() -> None:
    story = Story()
    mover = story.table.mover
    assert mover is not None
    assert story.table.match is not None
    before = plain(story.table.match.view(mover))
    story.move()
    story.add(decisions.undo(story.table, f"g{mover}"))
    assert plain(story.table.match.view(mover)) == before
    assert story.table.mover == mover


def test_undo_takes_back_what_was_claimed_since_the_card_was_played() -> None:
    story = Story("duel-2026 exploits=announced")
    card = ""
    while not story.legal("claim:"):
        card = next(iter(story.legal("+") or story.legal("-")), "@")
        story.move(card)
    before = plain(story.match.view(story.mover))
    story.move(story.legal("claim:")[0])
    story.add(decisions.undo(story.table, f"g{story.mover}"))
    assert story.legal("claim:") == []
    story.move(card)
    assert plain(story.match.view(story.mover)) == before


def test_nothing_can_be_taken_back_once_a_card_was_drawn() -> None:
    story = Story()
    mover = story.table.mover
    story.move()
    story.move("@")
    with pytest.raises(TableError, match="turn of"):
        decisions.undo(story.table, f"g{mover}")
    with pytest.raises(TableError, match="nothing to take back"):
        decisions.undo(story.table, f"g{story.table.mover}")


def test_nobody_takes_back_another_players_card() -> None:
    story = Story()
    story.move()
    assert story.table.mover is not None
    with pytest.raises(TableError, match="wait for yours"):
        decisions.undo(story.table, f"g{1 - story.table.mover}")


def test_the_next_round_begins_when_everybody_is_ready() -> None:
    story = Story("classic rounds=2")
    story.play_round()
    assert story.table.status == "between-rounds"
    story.add(decisions.ready(story.table, "g0", 1))
    assert decisions.ready(story.table, "g0", 1) is None
    assert story.table.status == "between-rounds"
    story.add(decisions.ready(story.table, "g1", 1))
    assert story.table.status == "playing"
    assert not any(seat.ready for seat in story.table.seats)
    assert decisions.ready(story.table, "g1", 1) is None
    with pytest.raises(TableError, match="next round"):
        decisions.ready(story.table, "g1", None)


def test_nobody_waits_for_those_who_left() -> None:
    story = Story("classic rounds=2")
    story.play_round()
    story.add(decisions.leave(story.table, "g1"))
    story.add(decisions.ready(story.table, "g0", 1))
    assert story.table.status is Status.PLAYING


def test_the_next_round_begins_when_the_last_who_was_waited_for_leaves() -> None:
    story = Story("classic rounds=2")
    story.play_round()
    story.add(decisions.ready(story.table, "g0", 1))
    story.add(decisions.leave(story.table, "g1"))
    assert story.table.status is Status.PLAYING
    story.add(NextRound())  # as an older server logged it after a while
    assert story.table.match is not None
    assert story.table.match.round == 2


def test_the_next_round_begins_when_the_last_who_was_waited_for_lets_a_bot_play() -> None:
    story = Story("classic rounds=2")
    story.play_round()
    story.add(decisions.ready(story.table, "g0", 1))
    story.add(decisions.seat_bot(story.table, "g1", 1, "explorer"))
    assert story.table.status is Status.PLAYING


def test_a_table_that_everybody_has_left_does_not_go_on_by_itself() -> None:
    story = Story("classic rounds=2")
    story.play_round()
    story.add(decisions.leave(story.table, "g0"))
    story.add(decisions.leave(story.table, "g1"))
    assert story.table.status is Status.BETWEEN_ROUNDS


def test_a_seat_left_before_the_match_is_open_again() -> None:
    created = Created(variant="classic", host="g", seats=(SeatPlan(), SeatPlan()), secret="ab" * 32)
    table = Table("t", created, 0)
    table.apply(2, 0, Joined(seats=(0,), guest="g", nickname="A", cut="x"))
    left = decisions.leave(table, "g")
    assert left is not None
    table.apply(3, 0, left)
    assert table.open_seats == 2
    assert table.cuts == ()


def test_a_bot_plays_for_somebody_until_they_return() -> None:
    story = Story()
    mover = story.table.mover
    assert mover is not None
    story.add(decisions.seat_bot(story.table, f"g{mover}", mover, "explorer"))
    with pytest.raises(TableError, match="a bot plays"):
        decisions.move(story.table, f"g{mover}", "@", None)
    with pytest.raises(TableError, match="taken"):
        decisions.seat_bot(story.table, f"g{mover}", 1 - mover, "explorer")
    story.add(decisions.come_back(story.table, f"g{mover}"))
    story.move()


def test_an_absent_players_seat_may_be_given_to_a_bot() -> None:
    story = Story()
    story.add(decisions.leave(story.table, "g1"))
    story.add(decisions.seat_bot(story.table, "g0", 1, "explorer"))
    assert story.table.seats[1].bot == "explorer"
    assert story.table.seats_of("g1") == (1,)


def test_minutes_run_for_the_mover_alone_and_grow_with_each_decision() -> None:
    story = Story(clock=MinutesClock(minutes=5, increment=2))
    first = story.table.mover
    assert first is not None
    story.now = MINUTE
    story.move()
    assert story.table.seats[first].clock == 4 * MINUTE + 2000
    assert story.table.seats[1 - first].clock == 5 * MINUTE
    assert story.table.flag_falls_at == 5 * MINUTE + 2000


def test_days_are_counted_anew_for_each_decision() -> None:
    story = Story(clock=DaysClock(days=1))
    first = story.table.mover
    assert first is not None
    story.now = 20 * 60 * MINUTE
    story.move()
    assert story.table.seats[first].clock == 24 * 60 * MINUTE


def test_a_card_taken_back_and_played_again_earns_no_time() -> None:
    story = Story(clock=MinutesClock(minutes=5, increment=2))
    first = story.table.mover
    assert first is not None
    for _ in range(3):
        story.move()
        story.add(decisions.undo(story.table, f"g{first}"))
    story.move()
    assert story.table.seats[first].clock == 5 * MINUTE + 2000
    story.move("@")
    assert story.table.seats[first].clock == 5 * MINUTE + 4000
    story.move()
    assert story.table.seats[1 - first].clock == 5 * MINUTE + 2000


def test_days_are_not_counted_anew_for_a_card_that_was_taken_back() -> None:
    day = 24 * 60 * MINUTE
    story = Story(clock=DaysClock(days=1))
    first = story.table.mover
    assert first is not None
    for story.now in (0, day // 2):
        story.move()
        story.add(decisions.undo(story.table, f"g{first}"))
    story.move()
    assert story.table.seats[first].clock == day // 2
    story.move("@")
    assert story.table.seats[first].clock == day


def test_a_bots_moves_earn_its_player_no_time() -> None:
    story = Story(clock=MinutesClock(minutes=5, increment=2))
    mover = story.table.mover
    assert mover is not None
    assert story.table.match is not None
    story.add(decisions.seat_bot(story.table, f"g{mover}", mover, "explorer"))
    story.add(decisions.legal(story.table, story.table.match.game.legal_moves[0]))
    assert story.table.seats[mover].clock == 5 * MINUTE


def test_a_flag_that_fell_ends_the_match_and_the_others_win() -> None:
    story = Story(clock=MinutesClock(minutes=1))
    loser = story.table.mover
    assert loser is not None
    assert decisions.overdue(story.table, MINUTE - 1) is None
    story.now = MINUTE
    story.add(decisions.overdue(story.table, MINUTE))
    assert story.table.status is Status.OVER
    assert story.table.result is not None
    assert story.table.result.winners == (1 - loser,)
    assert story.table.mover is None


@pytest.mark.parametrize("variant", ["classic", "classic cooperation"])
def test_when_a_flag_falls_the_cards_count_as_they_lie(variant: str) -> None:
    story = Story(f"{variant} rounds=2", clock=MinutesClock(minutes=1))
    story.play_round()
    story.add(NextRound())
    while not all(story.match.game.scores):  # both have an expedition
        story.move(next(iter(story.legal("+") or story.legal("-")), "@"))
    [first], now = story.match.scores, story.match.game.scores
    story.add(FlagFell(seat=story.mover))
    result = story.table.result
    assert result is not None
    assert result.totals == (first[0] + now[0], first[1] + now[1])
    assert result.common == (sum(result.totals) if "cooperation" in variant else None)


def test_of_three_the_second_wins_when_the_leaders_flag_falls() -> None:
    story = Story("three-players", players=3, clock=MinutesClock(minutes=1))
    while len(set(story.match.game.scores)) < 3:
        story.play(1)
    _, second, leader = sorted(range(3), key=story.match.game.scores.__getitem__)
    story.add(FlagFell(seat=leader))
    assert story.table.result is not None
    assert story.table.result.winners == (second,)


def test_a_bots_flag_never_falls() -> None:
    story = Story(clock=MinutesClock(minutes=1))
    mover = story.table.mover
    assert mover is not None
    story.add(decisions.seat_bot(story.table, f"g{mover}", mover, "explorer"))
    assert decisions.overdue(story.table, 10 * MINUTE) is None


def test_who_would_start_the_next_round_starts_the_rematch() -> None:
    story = Story("classic rounds=1")
    story.play_round()
    assert story.table.match is not None
    table_id, created = decisions.rematch(story.table, "g1")
    assert decisions.rematch(story.table, "g0")[0] == table_id
    assert created.first == story.table.match.next_starter
    assert created.secret != story.table.created.secret
    assert [plan.guests for plan in created.seats] == [("g0",), ("g1",)]


def test_a_match_in_play_has_no_rematch() -> None:
    with pytest.raises(TableError, match="not over"):
        decisions.rematch(Story().table, "g0")


def test_what_just_happened_shows_no_more_than_each_seats_last_turn() -> None:
    story = Story()
    for _ in range(10):
        story.move(next(str(m) for m in story.table.match.game.legal_moves if str(m)[0] == "-"))  # type: ignore[union-attr]
        story.move("@")
    moved = [logged.event for logged in last_turns(story.table) if isinstance(logged.event, Moved)]
    assert len(moved) == 4
    assert moved == [logged.event for logged in story.log[-4:]]


def test_people_at_one_device_cut_once_and_look_from_the_seat_that_moves() -> None:
    plans = (SeatPlan(guests=("g",), nickname="Ann"), SeatPlan(guests=("g",), nickname="Bob"))
    table = Table("t", Created(variant="classic", host="g", seats=plans, secret="ab" * 32), 0)
    joined = decisions.join(table, "g", "Guest", "x", None)
    assert joined is not None
    table.apply(2, 0, joined)
    assert table.cuts == ("x",)
    assert [seat.nickname for seat in table.seats] == ["Ann", "Bob"]
    assert decisions.viewpoint(table, "g", None) == table.mover
    assert decisions.viewpoint(table, "g", 0) == 0


def test_an_illegal_move_says_why_and_leaves_the_game_as_it_is() -> None:
    story = Story()
    assert story.table.match is not None
    with pytest.raises(ValueError, match="first lay or discard"):
        decisions.move(story.table, f"g{story.table.mover}", "@", None)
    assert story.table.match.game.phase is Phase.PLAY

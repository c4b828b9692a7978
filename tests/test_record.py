"""Records: written, read back, replayed, taken up again, verified."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzz import parsed, texts
from lostcities.errors import LostCitiesError, MatchError, NotationError
from lostcities.fair import FairDeal, seal_of
from lostcities.match import Match
from lostcities.moves import Draw
from lostcities.position import Position
from lostcities.record import CutBy, MatchRecord, Seal, Status, verify
from lostcities.variant import Variant
from policies import CLIMBER, policies_for
from variants import VARIANTS

FAIR = FairDeal(bytes(range(32)).hex(), ("ada-1", "grace-2"))
SEALS = tuple(Seal(seat, CutBy.SEALED, seal_of(cut)) for seat, cut in enumerate(FAIR.cuts))


def dealt_fairly(variant: Variant) -> Match:
    oldest = FAIR.lot(variant, "oldest", variant.players)
    return Match(variant, lambda number: FAIR.deal(variant, number), oldest=oldest)


def written(match: Match) -> MatchRecord:
    return MatchRecord.of(match, fair=FAIR, lots=("oldest",), seals=SEALS)


def play(match: Match, rng: random.Random) -> Iterator[Match]:
    """The match at each decision, to its end."""
    policy = rng.choice(policies_for(match.variant))
    while not match.over:
        yield match
        if match.between_rounds:
            match.next_round()
        else:
            match.play(policy.move(rng, match.game))


def finished(text: str, seed: int = 1) -> MatchRecord:
    match = dealt_fairly(Variant.parse(text))
    for _ in play(match, random.Random(seed)):
        pass
    return written(match)


RUNNING = Match.random("classic", seed=5)
CLIMBER.finish(random.Random(5), RUNNING.game)
RUNNING.next_round()
for _ in range(5):
    RUNNING.play(RUNNING.game.legal_moves[0])

DUEL = str(finished("duel-2026 exploits=announced"))
TEAMS = str(finished("teams rounds=2"))
RIVALS = str(finished("rivals players=3"))
HALF = str(MatchRecord.of(RUNNING, names=("Ada", 'Grace "the admiral"')))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_match_of_every_variant_is_read_back_at_any_moment(variant: Variant) -> None:
    rng = random.Random(f"records of {variant}")
    match = dealt_fairly(variant)
    for _ in play(match, rng):
        if match.between_rounds or rng.random() < 0.004:
            record = MatchRecord.parse(str(written(match)))
            assert record == written(match)
            assert written(record.match()) == record
    record = MatchRecord.parse(str(written(match)))
    assert record == written(match)
    assert record.match().result == match.result
    assert verify(record).proven


def ended_by_the_clock() -> MatchRecord:
    match = dealt_fairly(Variant.parse("classic"))
    for _ in play(match, random.Random(1)):
        if match.round == 2 and len(match.game.history) == 40:
            match.run_out_of_time(match.mover or 0)
            break
    return written(match)


def test_the_record_of_a_match_that_the_clock_ended_has_its_result_and_its_last_round() -> None:
    record = ended_by_the_clock()
    assert MatchRecord.parse(str(record)) == record == record.public()
    match = record.match()
    assert match.result == record.result
    assert match.result is not None
    assert match.result.winners == (1 - (record.out_of_time or 0),)
    assert (match.round, match.game.over, len(match.game.history)) == (2, False, 40)
    assert verify(record).proven


def test_only_the_movers_time_can_run_out() -> None:
    text = str(ended_by_the_clock())
    wrong = re.sub('OutOfTime "(.)"', lambda found: f'OutOfTime "{"AB".replace(found[1], "")}"', text)
    assert refused_at(wrong) == (line_of(text, "[OutOfTime"), "record-seat")
    over = re.sub(r"(\[Result)", r'[OutOfTime "A"]\n\1', DUEL)
    assert refused_at(over) == (line_of(over, "[OutOfTime"), "nobody-moves")


@pytest.mark.parametrize("text", ["classic", "three-players", "duel-2026 exploits rounds=2", "rivals"])
def test_a_running_match_is_taken_up_again_with_the_same_deals(text: str) -> None:
    rng = random.Random(3)
    match = dealt_fairly(Variant.parse(text))
    for _ in play(match, rng):
        if match.round == 1 and len(match.game.history) == 40:
            break
    again = MatchRecord.parse(str(written(match))).match()
    for _ in play(match, random.Random(4)):
        pass
    for _ in play(again, random.Random(4)):
        pass
    assert written(again) == written(match)


def test_every_state_can_be_gone_through() -> None:
    record = MatchRecord.parse(TEAMS)
    match = dealt_fairly(record.variant)
    rng = random.Random(1)
    states = iter(record.replay())
    for _ in play(match, rng):
        if not match.between_rounds:
            assert Position.of(next(states).game) == Position.of(match.game)
        else:
            next(states)
    assert next(states).result == match.result
    assert next(states, None) is None


def test_names_and_date_are_kept() -> None:
    match = Match.random("classic", seed=1)
    record = MatchRecord.of(match, names=("Ada", ""), date=datetime.date(2026, 10, 3))
    assert '[A "Ada"]\n[Oldest "A"]\n[Date "2026-10-03"]' in str(record)
    assert MatchRecord.parse(str(record)) == record
    with pytest.raises(NotationError, match="2 seats"):
        MatchRecord.of(match, names=("Ada",))


@given(st.lists(st.text(max_size=20), min_size=2, max_size=2))
def test_a_name_may_hold_any_character(names: list[str]) -> None:
    record = MatchRecord.of(RUNNING, names=tuple(names))
    text = str(record)
    text.encode()
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert MatchRecord.parse(text).names == tuple(names)


def test_windows_lines_and_blank_lines_do_not_matter() -> None:
    assert MatchRecord.parse(DUEL.replace("\n", "\r\n\r\n")) == MatchRecord.parse(DUEL)


# --- what may be shown during play ---


def test_during_play_only_finished_rounds_and_no_secret_are_public() -> None:
    match = dealt_fairly(Variant.parse("classic"))
    assert written(match).public().rounds == ()
    for _ in play(match, random.Random(1)):
        if match.round == 2 and len(match.game.history) == 20:
            break
    record = written(match)
    public = MatchRecord.parse(str(record.public()))
    assert public.rounds == record.rounds[:1]
    assert FAIR.secret not in str(public)
    assert (public.commitment, public.cuts) == (FAIR.commitment, FAIR.cuts)
    with pytest.raises(MatchError, match="secret"):
        public.match().next_round()


def test_a_finished_match_is_public() -> None:
    record = MatchRecord.parse(RIVALS)
    assert record.public() == record


# --- what is refused ---


def refused_at(text: str) -> tuple[int, str]:
    """The line and the code of what is wrong."""
    with pytest.raises(LostCitiesError) as refusal:
        MatchRecord.parse(text).match()
    error = refusal.value
    assert error.code == "line"
    line, problem = error.facts["line"], error.facts["problem"]
    assert isinstance(line, int)
    assert isinstance(problem, LostCitiesError)
    assert problem.say("fr") in error.say("fr")
    return line, problem.code


def line_of(text: str, start: str) -> int:
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("start", "pattern", "new", "code"),
    [
        ("1 ", r"[+-]\w+", "+R11", "card"),
        ("1 ", r"[+-]\w+", "@", "play-first"),
        ("2 ", r"@\w?", "pass", "other-game"),
        ("3 B", "B", "A", "record-same-seat"),
        ("3 B", "B", "C", "seat-name"),
        ("3 B", "3", "4", "record-turn"),
        ("3 B", "3 B.*", "3 B", "record-turn"),
        ("Score", r"A -?\d+", "A 999", "record-score"),
        ("Score", r", B.*", "", "points"),
        ("Score", r"Score", "Total", "record-line"),
        ("Round 1", "B starts", "A starts", "record-starter"),
        ("Round 1", "Round 1", "Round 2", "round-header"),
        ("Deck", r"\w+$", "P11", "card"),
        ("Deck", r" \w+$", "", "deck-lacks"),
        ("Deck", r"Deck", "Pack", "record-part"),
        ("[Edition", "duel", "duet", "edition"),
        ("[Edition", '"]', "]", "tag"),
        ("[Options", "Options", "Edition", "tag-twice"),
        ("[Options", "Options", "Switches", "tag-unknown"),
        ("[Oldest", '"B"', '"C"', "seat-name"),
        ("[Oldest", '"B"', r'"\\x"', "escape"),
        ("[Lots", "oldest", "eldest", "lots"),
        ("[Cuts", "ada-1", "ada/1", "cut"),
        ("[Commitment", "63", "6", "commitment"),
        ("[Secret", "00", "0", "secret"),
        ("[Result", "winner B", "winner A", "record-result"),
        ("[Result", "winner", "victor", "result"),
        ("[Digest", '".', '"x', "record-digest"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(start: str, pattern: str, new: str, code: str) -> None:
    lines = DUEL.split("\n")
    number = line_of(DUEL, start)
    lines[number - 1] = re.sub(pattern, new, lines[number - 1], count=1)
    assert refused_at("\n".join(lines)) == (number, code)


@pytest.mark.parametrize(
    ("pattern", "new", "noticed", "code"),
    [
        (r"\n2 (.*) @\w?\n", r"\n2 \1\n", "3 ", "record-seat"),
        (r"Score.*", "", "51 ", "record-score"),
        (r"Exploits \S+", "Exploits", "Deck", "exploits-dealt"),
        (r"=announced", "=awarded", "21 ", "exploits-awarded"),
        (r'(Result) ".*"', r'\1 "*"', "Score", "record-cut-off"),
        (r"\[Oldest.*\n", "", "Round", "tag-missing"),
    ],
)
def test_what_is_wrong_is_noticed_where_it_matters(pattern: str, new: str, noticed: str, code: str) -> None:
    text = re.sub(pattern, new, DUEL, count=1)
    line, found = refused_at(text)
    assert found == code
    assert text.split("\n")[line - 1].startswith(noticed)


@pytest.mark.parametrize("text", [DUEL, TEAMS, RIVALS, HALF], ids=["duel", "teams", "rivals", "running"])
def test_a_text_that_was_cut_off_is_refused(text: str) -> None:
    rng = random.Random(2)
    for end in [*rng.sample(range(len(text) - 1), 60), len(text) - 2, len(text) - 3]:
        with pytest.raises(LostCitiesError):
            MatchRecord.parse(text[:end]).match()


def test_a_move_after_the_end_of_a_round_is_refused() -> None:
    number = line_of(DUEL, "Score")
    lines = DUEL.split("\n")
    last = lines[number - 2]
    turn, seat = last.split()[:2]
    lines.insert(number - 1, f"{int(turn) + 1} {'A' if seat == 'B' else 'B'} @")
    assert refused_at("\n".join(lines)) == (number, "over")


def test_more_rounds_than_the_match_has_are_refused() -> None:
    number = line_of(DUEL, "Round 1")
    lines = DUEL.split("\n")
    again = "\n".join(lines[number - 1 :]).replace("Round 1", "Round 2")
    line, code = refused_at(DUEL + again)
    assert (line, code) == (len(lines), "match-over")


# --- verification ---


def statuses(record: MatchRecord) -> dict[str, Status]:
    return {check.about: check.status for check in verify(record).checks}


def test_a_fair_finished_match_is_proven() -> None:
    verification = verify(MatchRecord.parse(DUEL))
    assert verification.ok
    assert verification.proven
    abouts = {"play", "commitment", "cuts", "seals", "deal", "lots", "signature"}
    assert {check.about for check in verification.checks} == abouts
    assert all(check.say("en") != check.say("fr") for check in verification.checks)


def test_a_random_deal_is_right_but_not_proven() -> None:
    record = MatchRecord.parse(HALF)
    unsigned = {"signature": Status.UNPROVEN}
    assert statuses(record) == {"play": Status.PASSED, "deal": Status.UNPROVEN} | unsigned
    assert verify(record).ok
    assert not verify(record).proven


def test_without_cuts_or_commitment_the_dealer_could_have_chosen() -> None:
    variant = Variant.parse("rivals")
    alone = FairDeal(FAIR.secret)
    match = Match(variant, lambda number: alone.deal(variant, number))
    assert statuses(MatchRecord.of(match, fair=alone))["cuts"] is Status.UNPROVEN
    record = MatchRecord.parse(re.sub(r"\[(Commitment|Digest).*\n", "", DUEL))
    assert statuses(record)["commitment"] is Status.UNPROVEN


def without_digest(text: str) -> str:
    return re.sub(r"\[Digest.*\n", "", text)


@pytest.mark.parametrize(
    ("pattern", "new", "failed"),
    [
        (r'(Commitment ").', r"\1f", {"commitment"}),
        (r'(Secret ")00', r"\1ff", {"commitment", "deal", "lots"}),
        (r"ada-1", "ada-2", {"deal"}),
        (r"(Deck.*) (\w+) (\w+)\n", r"\1 \3 \2\n", {"deal"}),
        (r"(Score A )-?\d+", r"\g<1>500", {"play"}),
        (r"winner B", "winner A", {"play"}),
        (r'(Oldest ")B', r"\1A", {"play", "lots"}),
    ],
)
def test_a_tampered_record_fails_where_it_was_changed(pattern: str, new: str, failed: set[str]) -> None:
    text = without_digest(DUEL)
    changed = re.sub(pattern, new, text, count=1)
    assert changed != text
    found = {
        about for about, status in statuses(MatchRecord.parse(changed)).items() if status is Status.FAILED
    }
    assert failed <= found


def is_sound(text: str) -> bool:
    try:
        return verify(MatchRecord.parse(text)).ok
    except LostCitiesError:
        return False


@pytest.mark.parametrize("text", [DUEL, RIVALS], ids=["duel", "rivals"])
def test_any_single_change_is_noticed(text: str) -> None:
    """Each tag, each card of a deal, each move and each score, replaced by another that could stand there."""
    assert is_sound(text)
    rng = random.Random(9)
    moves = sorted(set(re.findall(r"(?<= )[+@-]\w*|bid:\d+|discover|pass", text)))
    lines = text.split("\n")
    for i, line in enumerate(lines):
        places = list(re.finditer(r"(?<=\")[^\"]+(?=\"\])|(?<= )\S+", line))
        for place in rng.sample(places, min(2, len(places))):
            if line.startswith("["):
                new = place[0][:-1] + ("b" if place[0][-1] == "a" else "a")
            elif re.match(r"\d", line):
                new = rng.choice([move for move in moves if move != place[0]])
            else:
                new = rng.choice(
                    [str(Draw()), "Y2" if place[0] != "Y2" else "Y3", "7" if place[0] != "7" else "8"]
                )
            changed = line[: place.start()] + new + line[place.end() :]
            assert not is_sound("\n".join([*lines[:i], changed, *lines[i + 1 :]])), changed


@given(texts(DUEL, HALF, RIVALS[:800]))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    record = parsed(MatchRecord.parse, text)
    if record is not None:
        assert MatchRecord.parse(str(record)) == record
        parsed(lambda _: verify(record), text)
        parsed(lambda _: record.match(), text)

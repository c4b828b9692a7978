"""The fair deal: exactly the bytes that are documented, uniform, and nobody's choice."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from lostcities.cards import Card
from lostcities.deal import Deal, full_deck
from lostcities.errors import DealError
from lostcities.fair import FairDeal
from lostcities.variant import Variant
from variants import VARIANTS

CLASSIC = Variant.parse("classic")
SECRET = bytes(range(32)).hex()
FAIR = FairDeal(SECRET, ("ada-1", "grace-2"))


def secret(number: int) -> str:
    return f"{number:064x}"


def test_the_vector_of_the_documentation() -> None:
    assert FAIR.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert " ".join(map(str, FAIR.deal(CLASSIC, 1).deck[:12])) == "W5 GX G10 B7 G7 B2 R7 W9 YX B6 BX Y5"
    assert [FAIR.lot(CLASSIC, lot, 2) for lot in ("oldest", "first")] == [1, 1]
    duel = FAIR.deal(Variant.parse("duel-2026 exploits"), 1)
    assert " ".join(map(str, duel.deck[:12])) == "B7 B6 G9 P4 B2 BX RX YX Y4 Y6 RX G8"
    assert duel.exploits == (
        "lowest-hand",
        "run-of-three",
        "three-blue",
        "best-expedition",
        "most-expeditions",
    )
    rivals = FAIR.deal(Variant.parse("rivals players=3"), 1)
    assert " ".join(map(str, rivals.deck[:12])) == "Y6 W5 YX GX G6 R7 Y9 Y3 Y4 R2 WX Y3"
    assert rivals.starting_wagers == (("G", "W"), ("B", "G"), ("B", "Y"))


def test_the_deck_follows_from_the_documented_bytes() -> None:
    label = b"lostcities\nround 2\nclassic\nada-1\ngrace-2"
    key = hmac.new(bytes.fromhex(SECRET), label, hashlib.sha256).digest()
    stream = b"".join(hashlib.sha256(key + n.to_bytes(4, "big")).digest() for n in range(20))
    words = [int.from_bytes(stream[i : i + 4], "big") for i in range(0, len(stream), 4)]
    deck = list(full_deck(CLASSIC))
    for last in range(59, 0, -1):
        n = last + 1
        while (word := words.pop(0)) >= 2**32 - 2**32 % n:
            pass
        j = word % n
        deck[last], deck[j] = deck[j], deck[last]
    assert FAIR.deal(CLASSIC, 2).deck == tuple(deck)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_variant_is_dealt_properly(variant: Variant) -> None:
    for round_number in (1, 2, 99):
        FAIR.deal(variant, round_number).check(variant)


def test_secret_cuts_round_and_variant_all_change_the_deal() -> None:
    deals = [
        FAIR.deal(CLASSIC, 1),
        FAIR.deal(CLASSIC, 2),
        FAIR.deal(Variant.parse("classic nothing-in-hand"), 1),
        FairDeal(secret(1), FAIR.cuts).deal(CLASSIC, 1),
        FairDeal(SECRET).deal(CLASSIC, 1),
        FairDeal(SECRET, ("ada-2", "grace-2")).deal(CLASSIC, 1),
        FairDeal(SECRET, ("grace-2", "ada-1")).deal(CLASSIC, 1),
        FairDeal(SECRET, ("ada-1", "grace-2", "ada-1")).deal(CLASSIC, 1),
    ]
    assert len({deal.deck for deal in deals}) == len(deals)
    assert FAIR.deal(CLASSIC, 1) == FairDeal(SECRET, ("ada-1", "grace-2")).deal(CLASSIC, 1)


def test_new_secrets_differ() -> None:
    assert len({FairDeal.new().secret for _ in range(20)}) == 20


def chi_square(seen: Counter[int], kinds: int) -> float:
    expected = seen.total() / kinds
    return sum((seen[kind] - expected) ** 2 / expected for kind in range(kinds))


def test_each_card_comes_equally_often_in_each_place() -> None:
    deck = full_deck(Variant.parse("rivals"))
    variant = Variant.parse("rivals")
    places: dict[Card, Counter[int]] = {card: Counter() for card in deck}
    for number in range(1000):
        for place, card in enumerate(FairDeal(secret(number)).deal(variant, 1).deck):
            places[card][place] += 1
    # 79 degrees of freedom: beyond 144 once in 100,000.
    assert max(chi_square(seen, 80) for seen in places.values()) < 144


def test_lots_fall_equally_often() -> None:
    variant = Variant.parse("three-players")
    seen = Counter(FairDeal(secret(number)).lot(variant, "oldest", 3) for number in range(3000))
    # 2 degrees of freedom: beyond 23 once in 100,000.
    assert chi_square(seen, 3) < 23


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "٠" * 64])
def test_no_secret(text: str) -> None:
    with pytest.raises(DealError, match="64 hexadecimal digits"):
        FairDeal(text)


@pytest.mark.parametrize("cut", ["", "a b", "a\nb", "é", "x" * 65])
def test_no_cut(cut: str) -> None:
    with pytest.raises(DealError, match="is no cut"):
        FairDeal(SECRET, (cut,))


def test_a_deck_that_is_not_the_edition_s_is_refused() -> None:
    deck = FAIR.deal(CLASSIC, 1).deck
    for wrong in ((*deck, deck[0]), deck[1:], (deck[1], *deck[1:])):
        with pytest.raises(DealError):
            Deal(wrong).check(CLASSIC)

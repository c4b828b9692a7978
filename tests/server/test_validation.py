"""A request that isn't right is told which field is wrong, and what it takes."""

from __future__ import annotations

from typing import Any

import pytest

from lostcities.client import Refused
from lostcities.server.http.validation import KINDS, LIMITS
from lostcities.words import LANGUAGES, speaker
from server.people import Town, in_town

SEATS = [{"kind": "me"}, {"kind": "open"}]


def table(**wish: Any) -> dict[str, Any]:
    return {"variant": {"edition": "classic"}, "seats": SEATS} | wish


@pytest.mark.parametrize(
    ("wish", "detail"),
    [
        ([], "“body” is not what it should be: it takes a JSON object, sent as application/json"),
        (table(variant=5), "“variant” is not what it should be: it takes a JSON object"),
        (table(variant={"edition": 7}), "“variant.edition” is not what it should be: it takes a text"),
        (table(variant={"edition": "classic", "rounds": 0}), "“variant.rounds” … it takes 1 or more"),
        (table(variant={"edition": "classic", "rounds": 100}), "“variant.rounds” … it takes 99 or less"),
        (table(variant={"edition": "classic", "rounds": 1.5}), "“variant.rounds” … it takes a whole number"),
        (
            table(variant={"edition": "classic", "exploits": "maybe"}),
            "“variant.exploits” … it takes one of 'off', 'awarded', 'announced'",
        ),
        (table(listed="perhaps"), "“listed” … it takes true or false"),
        (table(seats=[]), "“seats” … it takes 2 or more entries"),
        (table(seats=SEATS * 3), "“seats” … it takes up to 4 entries"),
        (table(seats=5), "“seats” … it takes a list"),
        (table(seats=[*SEATS, {}]), "“seats.2.kind” is missing"),
        (table(seats=[*SEATS, {"kind": "cat"}]), "“seats.2” … it takes one of the kinds 'me', 'open', 'bot'"),
        (table(seats=[*SEATS, {"kind": "bot"}]), "“seats.2.bot” is missing"),
        (table(seats=[*SEATS, {"kind": "bot", "bot": 7}]), "“seats.2.bot” … it takes a text"),
        (table(seats=[*SEATS, {"kind": "me", "age": 7}]), "there is no “seats.2.age”"),
        (
            table(seats=[*SEATS, {"kind": "me", "nickname": "x" * 25}]),
            "“seats.2.nickname” … it takes a text of up to 24 characters",
        ),
        (table(clock={"kind": "minutes", "minutes": 0}), "“clock.minutes” … it takes more than 0"),
        (table(clock={"kind": "days", "days": "soon"}), "“clock.days” … it takes a number"),
    ],
)
def test_the_field_and_what_it_takes(server: str, wish: Any, detail: str) -> None:
    async def story(town: Town) -> None:
        with pytest.raises(Refused) as no:
            await (await town.guest()).call("POST", "/api/tables", wish)
        assert no.value.status == 422
        for part in detail.split(" … "):
            assert part in no.value.detail

    in_town(server, story)


def test_whatever_a_field_takes_can_be_said_in_every_language() -> None:
    for language in LANGUAGES:
        words = speaker(language).words
        for what in (*(what for what, _ in LIMITS.values()), *KINDS.values(), "body", "schema"):
            assert f"errors.field.{what}" in words

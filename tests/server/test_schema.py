"""The schema says everything: what is sent fits it, what is asked at random never breaks anything."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import BaseModel, TypeAdapter
from schemathesis.checks import CHECKS

from fuzz import tries
from lostcities.game import View
from lostcities.match import Match
from lostcities.plain import plain
from lostcities.server.http import problems, responses
from lostcities.server.http.app import create_app
from lostcities.server.live.views import as_json, seen
from lostcities.server.settings import Settings
from lostcities.words import LANGUAGES, speaker
from server.conftest import NewDatabase
from server.people import Town, in_town, play_out, table_of
from server.running import QUICK, serving

SCHEMA = create_app(replace(QUICK, database="postgresql://nowhere/none")).openapi()
api = schemathesis.openapi.from_dict(SCHEMA)


@pytest.fixture(scope="module")
def address(new_database: NewDatabase) -> Iterator[tuple[str, str]]:
    """A server with a table in play, and a token of somebody at it."""
    told: list[str] = []

    async def story(town: Town) -> None:
        host = await town.guest()
        told.append(str(host.token))

    with serving(replace(QUICK, database=new_database("sqlite"))) as url:
        in_town(url, story)
        yield url, told[0]


@api.exclude(path_regex="/stream$").parametrize()
@settings(max_examples=tries(25), suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_the_answer_is_documented(case: Any, address: tuple[str, str]) -> None:
    url, token = address
    headers = {"Authorization": f"Bearer {token}"}
    response = case.call(base_url=url, headers=headers, timeout=60)
    names = (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    )
    case.validate_response(response, checks=[CHECKS.get_one(name) for name in names])


def test_every_request_and_answer_is_described() -> None:
    for path, methods in SCHEMA["paths"].items():
        for method, operation in methods.items():
            assert operation["description"], (method, path)
            for status, response in operation["responses"].items():
                assert response["description"], (method, path, status)
                assert response["content"], (method, path, status)
            assert "429" in operation["responses"], (method, path)
    names = set(SCHEMA["components"]["schemas"])
    assert {"Update", "TableInfo", "RowView", "RivalsView", "Problem"} <= names
    assert "HTTPValidationError" not in names


def exactly(model: type[BaseModel], data: Any) -> None:
    """The model takes the data, and gives the same back: no field more, none less."""
    assert TypeAdapter(model).validate_python(data, strict=False).model_dump(mode="json") == data


@pytest.mark.parametrize(
    "variant",
    [
        "classic rounds=2",
        "long",
        "three-players",
        "teams",
        "duel-2026 exploits=announced",
        "rivals players=4",
    ],
)
def test_views_and_sheets_are_described_exactly(variant: str) -> None:
    match = Match.random(variant, seed=3)
    rng = random.Random(3)
    row = match.variant.edition.family == "row"
    view_model: type[BaseModel] = responses.RowView if row else responses.RivalsView
    sheet_model: type[BaseModel] = responses.RowSheet if row else responses.RivalsSheet
    while not match.game.over:
        for seat in (None, *range(match.variant.players)):
            view: View = match.view(seat)
            exactly(view_model, json.loads(as_json(seen(view))))
        match.play(rng.choice(match.game.legal_moves))
    exactly(view_model, json.loads(as_json(seen(match.view()))))
    for sheet in match.game.sheets:
        exactly(sheet_model, plain(sheet))


def test_updates_lists_and_replays_are_described_exactly(address: tuple[str, str]) -> None:
    async def story(town: Town) -> None:
        people = await town.guests(3)
        clock = {"kind": "minutes", "minutes": 5, "increment": 1}
        for variant, number in (
            ({"edition": "duel-2026", "exploits": "awarded"}, 2),
            ({"edition": "rivals", "players": 3}, 3),
        ):
            table = await table_of(people[:number], variant, clock=clock)
            exactly(responses.Update, await people[0].call("GET", f"/api/tables/{table}"))
            await play_out(people[:number], table)
            exactly(responses.Update, await people[0].call("GET", f"/api/tables/{table}"))
            exactly(responses.RoundList, await people[0].call("GET", f"/api/tables/{table}/rounds"))
            exactly(responses.Replay, await people[0].call("GET", f"/api/tables/{table}/rounds/1"))
            text = (await people[0].request("GET", f"/api/tables/{table}/record")).body.decode()
            exactly(responses.RecordReplay, await people[0].call("POST", "/api/replays", {"record": text}))
        exactly(responses.TableList, await people[0].call("GET", "/api/me/tables"))
        exactly(responses.Lobby, await people[0].call("GET", "/api/lobby"))

    in_town(address[0], story)


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    for language in LANGUAGES:
        words = speaker(language).words
        for code in problems.STATUS:
            assert f"errors.{code}" in words
        for item in Settings.__dataclass_fields__:
            assert f"server.settings.{item.replace('_', '-')}" in words

"""What those who run the server look at: figures, rules about them, log lines, ids of requests."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.conftest import Logged, NewDatabase
from server.people import Town, in_town, table_of
from server.running import QUICK, TESTS, serving

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = re.compile(r"\b(?:lostcities|process)_[a-z_]+\b")


async def figures(town: Town) -> str:
    answer = await town.passer_by().request("GET", "/metrics")
    assert answer.status == 200
    return answer.body.decode()


def exported(text: str) -> set[str]:
    """Every name that a rule can ask for."""
    names = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE):
        names |= {f"{name}_{part}" for part in ("bucket", "sum", "count")} if kind == "histogram" else {name}
    return names


def test_whatever_dashboard_and_alerts_ask_for_is_exported(server: str) -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "lostcities.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    asked += "".join(re.findall(r"expr: (.*?)\n +(?:for|labels):", _alerts(), re.DOTALL))

    async def story(town: Town) -> None:
        names = exported(await figures(town))
        wanted = set(NAME.findall(asked))
        assert len(wanted) > 15
        assert wanted <= names, wanted - names
        unwatched = {name for name in names if name.startswith("lostcities_")} - wanted
        assert {name for name in unwatched if not name.endswith(("_sum", "_count"))} == set()

    in_town(server, story)


def _alerts() -> str:
    return (DEPLOY / "prometheus" / "alerts.yml").read_text("utf-8")


@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus's promtool isn't installed")
def test_the_alerts_are_rules_that_prometheus_takes() -> None:
    rules = DEPLOY / "prometheus" / "alerts.yml"
    done = subprocess.run(["promtool", "check", "rules", str(rules)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_figures_say_what_happens_and_have_few_labels(server: str) -> None:
    async def story(town: Town) -> None:
        host = await town.guest()
        await table_of([host], {"edition": "classic"}, ["random"])
        for i in range(30):  # what anybody can choose becomes no label
            await host.request("GET", f"/api/tables/nowhere{i}")
            await host.request("GET", f"/nowhere/{i}")
        await host.request("POST", "/api/tables/x/moves", {"seq": 1})
        text = await figures(town)
        assert 'lostcities_refusals_total{code="no-table"}' in text
        assert 'lostcities_refusals_total{code="field-missing"}' in text
        assert 'lostcities_database_seconds_count{work="write"}' in text
        assert 'lostcities_task_up{task="fanout"} 1.0' in text
        assert re.search(r"lostcities_connections [1-9]", text)
        assert "nowhere" not in text
        assert len(text.splitlines()) < 1500

    in_town(server, story)


def test_figures_are_for_this_machine_or_for_whoever_has_the_token(new_database: NewDatabase) -> None:
    async def without_token(town: Town) -> None:
        stranger = town.passer_by()
        assert (await stranger.request("GET", "/metrics")).status == 200
        for header in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
            answer = await stranger.request("GET", "/metrics", headers={header: "192.0.2.7"})
            assert (answer.status, answer.json["code"]) == (403, "metrics")

    async def with_token(town: Town) -> None:
        for token, status in ((None, 403), ("guess", 403), ("ouvre-toi", 200)):
            answer = await town.passer_by(token=token).request("GET", "/metrics")
            assert answer.status == status

    with serving(replace(QUICK, database=new_database("sqlite"))) as url:
        in_town(url, without_token)
    with serving(replace(QUICK, database=new_database("sqlite"), metrics_token="ouvre-toi")) as url:
        in_town(url, with_token)


def test_every_request_has_an_id_that_strangers_do_not_choose(logged: Logged) -> None:
    told: list[str] = []

    async def story(town: Town) -> None:
        person = town.passer_by()
        for path, forged in (("/api/lobby", "mine"), ("/api/nothing", "mine"), ("/api/lobby", None)):
            headers = {"X-Request-Id": forged} if forged else None
            told.append((await person.request("GET", path, headers=headers)).headers["x-request-id"])
        proxied = {"X-Forwarded-For": "192.0.2.7"}
        for given, kept in (("edge-7.a_b", True), ("a b", False), ("x" * 65, False), ('"}', False)):
            answer = await person.request("GET", "/api/lobby", headers=proxied | {"X-Request-Id": given})
            told.append(answer.headers["x-request-id"])
            assert (told[-1] == given) == kept

    async def they_are_written_down(town: Town) -> None:
        async with asyncio.timeout(60):
            while not set(told) <= {line.get("request") for line in log() if line["message"] == "request"}:
                await asyncio.sleep(0.02)

    def log() -> list[Any]:
        return [json.loads(line) for line in logged.log.read_text().splitlines(True) if line.endswith("\n")]

    in_town(logged.url, story)
    assert len(set(told)) == 7
    assert "mine" not in told
    in_town(logged.url, they_are_written_down)


def test_a_stranger_who_claims_to_be_a_proxy_chooses_no_id(new_database: NewDatabase) -> None:
    async def story(town: Town) -> None:
        forged = {"X-Forwarded-For": "192.0.2.7", "X-Request-Id": "mine"}
        answer = await town.passer_by().request("GET", "/api/lobby", headers=forged)
        assert answer.headers["x-request-id"] != "mine"

    with serving(replace(QUICK, database=new_database("sqlite"), proxies="192.0.2.1")) as url:
        in_town(url, story)


def test_what_libraries_say_is_json_too_and_keeps_no_secret() -> None:
    """Warnings, forgotten tasks, threads, destructors: each in a line of its own, without values."""
    done = subprocess.run(
        [sys.executable, "-m", "server.noise"], cwd=TESTS, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    said = {line.get("logger", "ours"): line for line in lines}
    assert {"asyncio", "py.warnings", "sqlalchemy.pool", "ours"} <= set(said)
    assert said["asyncio"]["message"] == "Task exception was never retrieved"
    assert said["asyncio"]["error"] == "ValueError"
    assert any("noise.py" in place for place in said["asyncio"]["trace"])
    assert {"a thread failed", "an object failed"} <= {line["message"] for line in lines}
    assert "R10" not in done.stderr

"""What is in deploy/ fits the package. The tools made for these files run in `make lint-deploy`."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from lostcities.server.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
TEXTS = sorted(
    path
    for path in [*DEPLOY.rglob("*"), ROOT / "docs" / "deploy.md"]
    if path.is_file() and path.suffix not in (".lock", ".json")
)
OWN = {"SITE", "HOSTNAME", "UPSTREAMS", "TAG", "KEY_FILE"}
"""What Caddy and Compose are told, which are no settings of the server."""


def pins(path: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", path.read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_setting_that_is_named_exists(path: Path) -> None:
    known = {item.name.upper() for item in fields(Settings)} | OWN
    named = set(re.findall(r"LOSTCITIES_([A-Z_]*[A-Z])", path.read_text("utf-8")))
    assert sorted(named - known) == []


def test_the_image_has_the_versions_that_are_tested() -> None:
    image, tested = pins(DEPLOY / "image" / "requirements.lock"), pins(ROOT / "requirements.lock")
    assert len(image) > 15
    assert {name: version for name, version in image.items() if tested.get(name) != version} == {}
    declared = (
        (ROOT / "pyproject.toml").read_text("utf-8").partition("dependencies = [")[2].partition("]\n")[0]
    )
    assert set(re.findall(r'^    "([a-z-]+)', declared, re.MULTILINE)) <= set(image)


def test_every_step_of_the_image_is_tried_in_a_bare_debian_too() -> None:
    dockerfile = (DEPLOY / "image" / "Dockerfile").read_text("utf-8")
    tried = (DEPLOY / "try-in-debian").read_text("utf-8")
    steps = set(re.findall(r"(\w+\.(?:sh|py))", dockerfile)) - {"page.sh"}
    assert {path.name for path in (DEPLOY / "image").iterdir()} >= steps
    assert {step for step in steps if step not in tried} == set()


def test_caddy_is_told_all_that_its_file_asks_for() -> None:
    asked = set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")))
    told = (DEPLOY / "compose.yml").read_text("utf-8").partition("\n  caddy:\n")[2]
    assert asked == set(re.findall(r"^      (LOSTCITIES_\w+):", told, re.MULTILINE))

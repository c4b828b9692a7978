"""The arena on Ray itself, which is large and stands beside the environment: `make test-ray` fetches it."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("ray")

ARENA = (sys.executable, "-m", "lostcities.cli.main", "arena", "explorer", "random", "--lang", "en")


def arena(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"} | environment
    return subprocess.run([*ARENA, *arguments], capture_output=True, text=True, env=environ, check=False)


def test_a_run_on_ray_is_the_same() -> None:
    arguments = ("--edition", "classic rounds=1", "--deals", "40", "--seed", "5", "--json")
    here, there = arena(*arguments, "--jobs", "1"), arena(*arguments, "--ray")
    assert there.returncode == 0, there.stderr
    assert there.stdout == here.stdout


def test_a_cluster_that_can_not_be_is_answered_with_one_line() -> None:
    answer = arena("--ray", RAY_ADDRESS="moon")
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "the Ray cluster can't be reached" in answer.stderr

"""Who sits at a learner's tables, and how they play."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import lostcities.lab
from lostcities.lab.config import Config
from lostcities.lab.guests import pool_at, pool_temperatures
from lostcities.lab.network import masked
from lostcities.lab.run import Rounds, Run, start_rounds

CONFIGS = Path(lostcities.lab.__file__).parent / "configs"
TOY = CONFIGS / "toy.toml"
CPU = torch.device("cpu")


def test_a_past_self_errs_as_freely_as_a_config_says(tmp_path: Path) -> None:
    def best_moves(temperature: float, reach: float = math.inf) -> float:
        settings = ["pool_share = 0.5", f"pool_temperature = {temperature}", f"pool_reach = {reach}"]
        run = Run(Config.read(TOY, settings), tmp_path, CPU)
        for weights in run.policy.parameters():
            torch.nn.init.normal_(weights, std=0.5)
        run._join_pool()
        run._invite_past_self()
        rounds, _, _, learners = start_rounds(run.config, 1, CPU)
        (past,) = run._rivals(learners)
        everywhere = rounds.empty_observation()
        rounds.observe(everywhere)
        seen = everywhere.at(past.where)
        with torch.no_grad():
            best = masked(run._past(seen.tokens, seen.overview).logits, seen.words).argmax(-1)
        return float((past.player(rounds, seen) == best).float().mean())

    assert best_moves(5.0, reach=0.0) > 0.98  # a near tie may be decided by rounding
    assert 0.98 > best_moves(0.1) > best_moves(5.0) + 0.2


def test_the_pool_keeps_the_eldest_and_the_latest(tmp_path: Path) -> None:
    def join(run: Run, number: int) -> list[int]:
        torch.nn.init.constant_(run.policy.margin_head.bias, number)
        run._join_pool()
        return [int(member["margin_head.bias"][0]) for member in run.pool]

    run = Run(Config.read(TOY, ["pool_size = 4"]), tmp_path, CPU)
    for number in range(20):
        pool = join(run, number)
        assert len(pool) == min(number + 1, 4)
        assert pool == sorted(pool)
        assert (pool[0], pool[-1]) == (0, number)
    run.save()
    smaller = Run(Config.read(TOY, ["pool_size = 2"]), tmp_path, CPU)
    smaller.resume(tmp_path)
    assert join(smaller, 20) == [0, 20]


def test_past_selves_are_of_all_kinds() -> None:
    settings = [
        "variants = {three-players = 1, teams = 1, classic = 1}",
        "explorer_share = 0.25",
        "pool_share = 0.5",
    ]
    config = Config.read(TOY, [*settings, "pool_temperature = 9", "pool_forgets = true"])
    where, temperatures = pool_at(config), pool_temperatures(config)
    assert (temperatures >= 1).all()
    assert (temperatures <= 9).all()
    assert (temperatures < 3).mean() == pytest.approx(0.5, abs=0.05)

    def forgetful(*, guests: bool) -> list[set[int]]:
        seats = start_rounds(config, 1, CPU, guests=guests).environment.tables["forgetful"]
        return [{seat for seat in range(4) if bits >> seat & 1} for bits in seats]

    rounds = start_rounds(config, 1, CPU, guests=True)
    tables, learners = rounds.environment.tables, rounds.learners.tolist()
    for slot, seats in enumerate(forgetful(guests=True)):
        free = where.start <= slot < where.stop and temperatures[slot - where.start] > 3
        sides = int(tables["sides"][slot])
        guests = {seat for seat in range(int(tables["seats"][slot])) if seat % sides != learners[slot]}
        assert seats == (guests if free else set())
    assert not any(forgetful(guests=False))


def test_past_selves_of_all_kinds_play_every_variant() -> None:
    config = Config.read(CONFIGS / "cooperation.toml")
    rounds, where = start_rounds(config, 1, CPU, guests=True), pool_at(config)
    which, forgetful = rounds.which[where], rounds.environment.tables["forgetful"][where] != 0
    for variant in range(len(config.variants)):
        temperatures = pool_temperatures(config)[which == variant]
        assert np.quantile(temperatures, [0.1, 0.5, 0.9]) == pytest.approx(
            [10**0.1, 10**0.5, 10**0.9], rel=0.05
        )
        assert forgetful[which == variant].mean() == pytest.approx(0.5, abs=0.02)


def test_a_run_is_played_with_guests_who_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []

    def remember(*arguments: Any, **guests: Any) -> Rounds:
        begun.append(start_rounds(*arguments, **guests))
        return begun[-1]

    monkeypatch.setattr("lostcities.lab.run.start_rounds", remember)
    run = Run(Config.read(TOY, ["pool_share = 0.5", "pool_forgets = true"]), tmp_path, CPU)
    run.train(60, iterations=1)
    assert begun[0].environment.tables["forgetful"].any()


def test_guests_sit_at_tables_of_their_own(tmp_path: Path) -> None:
    settings = ["explorer_share = 0.25", "loner_share = 0.125", "pool_share = 0.5"]
    run = Run(Config.read(TOY, settings), tmp_path, CPU)
    run._join_pool()
    slots = run.config.slots
    explorers, loners, past = run._rivals(start_rounds(run.config, 1, CPU).learners)
    assert explorers.where == slice(slots * 3 // 4, slots)
    assert loners.where == slice(slots * 5 // 8, slots * 3 // 4)
    assert past.where == slice(slots // 8, slots * 5 // 8)


def test_explorers_and_loners_play_as_such_where_they_sit(tmp_path: Path) -> None:
    shares = ["explorer_share = 0.25", "loner_share = 0.5", "pool_share = 0"]
    config = Config.read(TOY, [*shares, 'variants = {"classic cooperation" = 1}', "scattered = true"])

    def chosen(where: slice, *, alone: bool) -> list[int]:
        actions = torch.zeros(config.slots, dtype=torch.int64)
        start_rounds(config, 1, CPU).environment.explore(actions, alone=alone)
        return actions[where].tolist()

    for number, alone in enumerate((False, True)):
        rounds, _, _, learners = start_rounds(config, 1, CPU)
        guests = Run(config, tmp_path, CPU)._rivals(learners)[number]
        seen = rounds.empty_observation()
        rounds.observe(seen)
        actions = guests.player(rounds, seen.at(guests.where)).tolist()
        assert actions == chosen(guests.where, alone=alone)
        assert actions != chosen(guests.where, alone=not alone)

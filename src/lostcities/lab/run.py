"""A training run: play, learn, look how it goes, keep what it takes to go on."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from lostcities.errors import LabError
from lostcities.lab import checkpoint
from lostcities.lab.checkpoint import Weights, new_policy, weights_of
from lostcities.lab.config import Config, require_game
from lostcities.lab.ends import COUNTED, DONE, MARGIN, SCORE
from lostcities.lab.environment import Environment, environment
from lostcities.lab.grow import shown_hands
from lostcities.lab.guests import explorers_at, let_forget, loners_at, pool_at, pool_temperatures
from lostcities.lab.learner import Learner, Pace
from lostcities.lab.matches import Score, explorer_player, explorers, net_player, play_sets
from lostcities.lab.network import Critic, Policy, Student
from lostcities.lab.rollout import Player, Rivals, Rollout, collect
from lostcities.lab.rounds import put_into_matches
from lostcities.lab.shares import spread

LOG = "log.jsonl"
SAVE_MINUTES = 2.0
EVALUATED_ROUNDS = 2  # long ones: an evaluation does not wait for the slowest
POOL_TYPE = torch.float16
POLICY_SIZE = ("width", "blocks", "one_pass", "sees_hands")
CRITIC_SIZE = ("critic_width", "critic_blocks")


class Rival(NamedTuple):
    """Whom a best response answers to: in training, and when it is measured."""

    in_training: Player
    at_its_best: Player


class Rounds(NamedTuple):
    environment: Environment
    which: npt.NDArray[np.int64]
    """The place of each slot's variant in the config."""
    sides: Tensor
    """How many play in each slot."""
    learners: Tensor
    """The learner's side in each slot, should there be guests."""


def start_rounds(config: Config, seed: int, device: torch.device, *, guests: bool = False) -> Rounds:
    """A round in each slot, as a config has them, for its guests too or for the learner alone."""
    which = spread(list(config.variants.values()), config.slots)
    tables = config.game.tables_of(config.played)[which]
    if config.match_share > 0:
        put_into_matches(tables, config.match_share)
    learners = np.arange(config.slots) % tables["sides"]
    if guests and config.pool_forgets:
        let_forget(tables, learners, config)
    seeds = np.random.default_rng([config.seed, seed]).integers(0, 2**62, config.slots)
    rounds = environment(config.game, tables, seeds, device)
    if config.scattered:
        ahead = np.random.default_rng(config.seed).integers(0, config.game.long_round, config.slots)
        rounds.play_ahead(ahead - ahead % 2 if config.one_pass else ahead)  # whole turns
    sides = torch.from_numpy(tables["sides"].astype(np.int64)).to(device)
    return Rounds(rounds, which, sides, torch.from_numpy(learners).to(device))


class Run:
    """A run in memory. A `rival` makes it a best response: it then plays against that one alone."""

    def __init__(
        self, config: Config, out: Path, device: torch.device, *, rival: Rival | None = None
    ) -> None:
        torch.manual_seed(config.seed)
        torch.set_float32_matmul_precision("high")
        # Where PyTorch can't fuse something it goes on as written.
        torch._dynamo.config.suppress_errors = True
        if rival:
            config = replace(config, explorer_share=0, loner_share=0, pool_share=0)
        self.config, self.out, self.device = config, out, device
        self.game = config.game
        self.policy = new_policy(config).to(device)
        self.critic = Critic(config.critic_width, config.critic_blocks, config.critic_sees_deck, config.shape)
        self.critic.to(device)
        self.learner = Learner(config, self.policy, self.critic, device)
        self.progress = {"minutes": 0.0, "iterations": 0.0, "decisions": 0.0, "critic_alone_until": 0.0}
        self.pool: list[Weights] = []
        self.rival = rival
        self._own_log = False  # whether the log in `out` is its own
        self._past = new_policy(config).to(device)
        self._player: Any = self.policy
        self._draw_head: Any = self.policy.draw_head
        self._opponent: Any = self._past
        if config.compile:
            self._player = torch.compile(self.policy, dynamic=False)
            self._opponent = torch.compile(self._past, dynamic=False)
            if config.one_pass:
                self._draw_head = torch.compile(self.policy.draw_head, dynamic=False)

    def begin_as(self, name: object, policy: Policy, config: Config) -> None:
        """Begin with a policy that was trained with this config, if it fits the run's own."""
        if isinstance(policy, Student):
            raise LabError("lab.student", name=name)
        require_game(config, name, self.config.played[0])
        if self.config.sees_hands and not config.sees_hands:
            policy, config = shown_hands(policy, config)
        _require_same(name, config, self.config, POLICY_SIZE)
        self.policy.load_state_dict(policy.state_dict())
        self.learner.place_magnet()

    def start_from(self, net: Path) -> None:
        """Go on with the policy of an exported net as it was trained; the critic begins anew."""
        policy, config, progress = checkpoint.load_exported(net, self.device, as_trained=True)
        self.begin_as(net, policy, config)
        self.progress.update(progress)
        self.progress["critic_alone_until"] = self.progress["minutes"] + self.config.critic_minutes

    def resume(self, folder: Path) -> None:
        """Go on where a saved run stopped."""
        policy, config, progress = checkpoint.load_policy(folder, self.device)
        self.begin_as(folder, policy, config)
        _require_same(folder, config, self.config, CRITIC_SIZE)
        self.progress.update(progress)
        self.critic.load_state_dict(checkpoint.load(folder, checkpoint.CRITIC))
        if config.sees_hands == self.config.sees_hands:  # otherwise neither fits
            self.pool = checkpoint.load(folder, checkpoint.POOL)
            checkpoint.load_moments(folder, self.learner.optimiser)
        log = folder / LOG
        if folder.resolve() == self.out.resolve():
            self._own_log = True
        elif log.exists():
            self._begin_log()
            (self.out / LOG).write_bytes(log.read_bytes())

    def save(self) -> None:
        checkpoint.save_policy(self.out, self.policy, self.config, self.progress)
        checkpoint.save_rest(self.out, self.critic, self.learner.optimiser, self.pool)

    def train(self, minutes: float, iterations: float = float("inf")) -> None:
        """Train for so long, or for so many iterations if they take less, and save."""
        self._begin_log()
        config = self.config
        rounds, which, sides, learners = start_rounds(
            config, int(self.progress["iterations"]), self.device, guests=True
        )
        rollout = Rollout.empty(rounds, config.steps, one_pass=config.one_pass)
        begun = before = time.perf_counter()
        start = self.progress["minutes"]
        saved = evaluated = pooled = begun
        last = self.progress["iterations"] + iterations
        while True:
            fraction = min(1.0, self.progress["minutes"] / config.schedule_minutes)
            self._invite_past_self()
            collect(rounds, self._player, rollout, self._rivals(learners), self._draw_head)
            if self.device.type == "cuda":
                torch.cuda.synchronize()
            played = time.perf_counter()
            critic_alone = self.progress["minutes"] < self.progress["critic_alone_until"]
            losses = self.learner.learn(rollout, sides, _pace(config, fraction), critic_alone=critic_alone)
            now = time.perf_counter()
            self.progress["minutes"] = start + (now - begun) / 60
            self.progress["iterations"] += 1
            self.progress["decisions"] += config.decisions
            facts: dict[str, Any] = {**_rounded(self.progress), **_rounded(losses)}
            facts["per_second"] = round(config.decisions / (now - before))
            facts["seconds_of_play"] = round(played - before, 3)
            facts["variants"] = _statistics(rollout.ends, which, config)
            over = (now - begun) / 60 >= minutes or self.progress["iterations"] >= last
            if over or (now - evaluated) / 60 >= config.evaluate_minutes:
                facts["evaluation"] = self._evaluate()
                evaluated = now
            if not self.rival and (over or (now - pooled) / 60 >= config.pool_minutes):
                self._join_pool()
                pooled = now
            self._log(facts)
            if over:
                break
            if (now - saved) / 60 >= SAVE_MINUTES:
                self.save()
                saved = now
            before = time.perf_counter()
        self.save()

    def _rivals(self, learners: Tensor) -> list[Rivals]:
        """Who sits beside the learner: the one to answer to at all tables, or a config's guests at some."""
        config = self.config
        if self.rival:
            seated = [(self.rival.in_training, slice(0, config.slots))]
        else:
            loners = loners_at(config)
            seated = [
                (explorer_player, explorers_at(config)),
                (explorers(alone=True, before=config.slots - loners.stop), loners),
            ]
            if self.pool:
                temperatures = torch.from_numpy(pool_temperatures(config)).to(self.device)
                seated.append((net_player(self._opponent, temperatures, config.pool_reach), pool_at(config)))
        return [Rivals(who, at, learners[at]) for who, at in seated if at.start < at.stop]

    def _invite_past_self(self) -> None:
        """Any member of the pool may come to the table."""
        if self.pool and not self.rival:
            member = self.pool[int(torch.randint(len(self.pool), ()))]
            self._past.load_state_dict(member)

    def _join_pool(self) -> None:
        """The pool keeps the eldest and the latest and lets random ones of the others go."""
        self.pool.append(weights_of(self.policy, POOL_TYPE))
        while len(self.pool) > self.config.pool_size:
            del self.pool[int(torch.randint(1, len(self.pool) - 1, ()))]

    def _evaluate(self) -> dict[str, dict[str, float]]:
        """Greedy mirrored rounds of the first variant against the yardsticks."""
        variant, sets = self.config.played[0], self.config.evaluate_sets
        own = net_player(self.policy)

        def against(other: Any) -> Score:
            return play_sets(variant, own, other, sets, self.device, long_rounds=EVALUATED_ROUNDS)

        scores = {"explorer": against(explorer_player)}
        if self.rival:
            scores["rival"] = against(self.rival.at_its_best)
        elif self.pool:
            for name, member in (("eldest", self.pool[0]), ("latest", self.pool[-1])):
                self._past.load_state_dict(member)
                scores[name] = against(net_player(self._past))
        scores["self"] = against(own)
        return {name: _rounded(score.figures) for name, score in scores.items()}

    def _begin_log(self) -> None:
        """Refuse to write into the log of another run, or over its net."""
        if not self._own_log and (self.out / LOG).exists():
            raise LabError("lab.other-log", path=self.out / LOG)
        if not self._own_log:
            checkpoint.require_free(self.out)
        self.out.mkdir(parents=True, exist_ok=True)
        self._own_log = True

    def _log(self, facts: dict[str, Any]) -> None:
        with (self.out / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(facts) + "\n")
        if "evaluation" in facts or self.progress["iterations"] % 20 == 1:
            first: dict[str, float] = next(iter(facts["variants"].values()), {})
            how = "  ".join(f"{name} {value:.4g}" for name, value in first.items())
            print(
                f"{facts['minutes']:6.2f} min  {facts['per_second'] / 1e6:.2f} M/s  "
                f"play {facts['seconds_of_play']:.2f} s  entropy {facts['entropy']:.3f}  "
                f"drift {facts['drift']:.4f}  explained {facts['explained']:.2f}  {how}",
                flush=True,
            )
            for name, score in facts.get("evaluation", {}).items():
                margin = f"{score['margin']:+.2f} ± {score['error']:.2f}"
                won = f"{score['wins']:.1%} of {score['rounds']:.0f} rounds won"
                print(f"           against {name}: {margin}, {won}", flush=True)


def _require_same(name: object, saved: Config, wanted: Config, settings: Sequence[str]) -> None:
    """Refuse a net that was trained with another value of one of these settings."""
    theirs, ours = ([f"{s}={json.dumps(getattr(c, s))}" for s in settings] for c in (saved, wanted))
    if theirs != ours:
        raise LabError("lab.other-size", name=name, theirs=theirs, ours=ours)


def _pace(config: Config, fraction: float) -> Pace:
    return Pace(
        between(config.learning_rate, config.last_learning_rate, fraction),
        between(config.entropy, config.last_entropy, fraction),
        between(config.curiosity, config.last_curiosity, fraction),
        config.magnet,
    )


def between(first: float, last: float, fraction: float) -> float:
    return first + (last - first) * fraction


def _rounded(facts: dict[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.6g}") for name, value in facts.items()}


def _statistics(ends: Tensor, which: Any, config: Config) -> dict[str, dict[str, float]]:
    """For each variant, how the rounds that ended went."""
    done = ends[:, :, DONE] > 0
    finished = ends[done].cpu().numpy()
    kinds = torch.from_numpy(which).to(ends.device).expand(ends.shape[0], -1)[done].cpu().numpy()
    found = {}
    for i, (name, variant) in enumerate(zip(config.variants, config.played, strict=True)):
        rounds = finished[kinds == i]
        if len(rounds):
            found[name] = _rounded(
                {
                    "rounds": len(rounds),
                    "score": rounds[:, SCORE : SCORE + variant.sides].mean(),
                    "spread": rounds[:, MARGIN].std(),
                    **config.game.statistics(rounds[:, COUNTED:], variant.sides),
                }
            )
    return found

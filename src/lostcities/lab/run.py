"""A training run: play, learn, look how it goes, keep what it takes to go on."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lostcities.lab import checkpoint
from lostcities.lab.checkpoint import Weights, weights_of
from lostcities.lab.config import Config
from lostcities.lab.environment import (
    COUNTED,
    DONE,
    OPENED,
    SCORE,
    STRIKES,
    TAKES,
    TURNS,
    UTILITY,
    WAGERED,
    environment,
)
from lostcities.lab.learner import Learner, Pace
from lostcities.lab.matches import Score, net_player, plain_player, play_sets
from lostcities.lab.network import Critic, Policy
from lostcities.lab.rollout import Rivals, Rollout, collect
from lostcities.lab.rounds import spread, tables_of

LOG = "log.jsonl"
SAVE_MINUTES = 2.0
EVALUATION_STEPS = 320  # twice a long round
POOL_TYPE = torch.float16


class Run:
    """A run in memory. A `rival` makes it a best response: it then plays against that policy alone."""

    def __init__(
        self, config: Config, out: Path, device: torch.device, *, rival: Policy | None = None
    ) -> None:
        torch.manual_seed(config.seed)
        torch.set_float32_matmul_precision("high")
        # Where PyTorch can't fuse something it goes on as written.
        torch._dynamo.config.suppress_errors = True
        self.config, self.out, self.device = config, out, device
        self.policy = Policy(config.width, config.blocks).to(device)
        self.critic = Critic(config.critic_width, config.critic_blocks, config.critic_sees_deck).to(device)
        self.learner = Learner(config, self.policy, self.critic, device)
        self.progress = {"minutes": 0.0, "iterations": 0.0, "decisions": 0.0}
        self.pool: list[Weights] = []
        self.frozen = rival is not None
        self._rival = rival or Policy(config.width, config.blocks).to(device)
        self._player: Any = torch.compile(self.policy, dynamic=False) if config.compile else self.policy
        self._opponent: Any = torch.compile(self._rival, dynamic=False) if config.compile else self._rival

    def resume(self, folder: Path) -> None:
        """Go on where a saved run stopped."""
        saved = checkpoint.load(folder, checkpoint.POLICY)
        self.policy.load_state_dict(saved["weights"])
        self.progress = dict(saved["progress"])
        self.critic.load_state_dict(checkpoint.load(folder, checkpoint.CRITIC))
        self.pool = checkpoint.load(folder, checkpoint.POOL)
        checkpoint.load_moments(folder, self.learner.optimiser)
        log = folder / LOG
        if log.exists() and folder.resolve() != self.out.resolve():
            self.out.mkdir(parents=True, exist_ok=True)
            (self.out / LOG).write_bytes(log.read_bytes())

    def save(self) -> None:
        checkpoint.save_policy(self.out, self.policy, self.config, self.progress)
        checkpoint.save_rest(self.out, self.critic, self.learner.optimiser, self.pool)

    def train(self, minutes: float, iterations: float = float("inf")) -> None:
        """Train for so long, or for so many iterations if they take less, and save."""
        config = self.config
        which = spread(list(config.variants.values()), config.slots)
        tables = tables_of(config.played)[which]
        seeds = np.random.default_rng([config.seed, int(self.progress["iterations"])]).integers(
            0, 2**62, config.slots
        )
        rounds = environment(tables, seeds, self.device)
        rollout = Rollout.empty(rounds, config.steps)
        sides = torch.from_numpy(tables["sides"].astype(np.int64)).to(self.device)
        share = 1.0 if self.frozen else config.pool_share
        rivals = Rivals(self._opponent, int(share * config.slots), torch.empty(0))
        index = torch.arange(config.slots, device=self.device)
        rivals.learner_sides = (index % sides)[config.slots - rivals.slots :]

        begun = before = time.perf_counter()
        start = self.progress["minutes"]
        saved = evaluated = pooled = begun
        last = self.progress["iterations"] + iterations
        while True:
            fraction = min(1.0, self.progress["minutes"] / config.schedule_minutes)
            self._invite_rival()
            collect(rounds, self._player, rollout, rivals if self.frozen or self.pool else None)
            if self.device.type == "cuda":
                torch.cuda.synchronize()
            played = time.perf_counter()
            losses = self.learner.learn(rollout, sides, _pace(config, fraction))
            now = time.perf_counter()
            decisions = config.slots * config.steps
            self.progress["minutes"] = start + (now - begun) / 60
            self.progress["iterations"] += 1
            self.progress["decisions"] += decisions
            facts: dict[str, Any] = {**_rounded(self.progress), **_rounded(losses)}
            facts["per_second"] = round(decisions / (now - before))
            facts["seconds_of_play"] = round(played - before, 3)
            facts["variants"] = _statistics(rollout.ends, which, config)
            over = (now - begun) / 60 >= minutes or self.progress["iterations"] >= last
            if over or (now - evaluated) / 60 >= config.evaluate_minutes:
                facts["evaluation"] = self._evaluate()
                evaluated = now
            if not self.frozen and (over or (now - pooled) / 60 >= config.pool_minutes):
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

    def _invite_rival(self) -> None:
        """Any member of the pool may come to the table."""
        if self.pool and not self.frozen:
            member = self.pool[int(torch.randint(len(self.pool), ()))]
            self._rival.load_state_dict(member)

    def _join_pool(self) -> None:
        """The pool keeps the eldest and the latest and lets a random one of the others go."""
        self.pool.append(weights_of(self.policy, POOL_TYPE))
        if len(self.pool) > self.config.pool_size:
            del self.pool[int(torch.randint(1, len(self.pool) - 1, ()))]

    def _evaluate(self) -> dict[str, dict[str, float]]:
        """Greedy mirrored rounds of the first variant against the yardsticks."""
        variant, sets = self.config.played[0], self.config.evaluate_sets
        own = net_player(self.policy)

        def against(other: Any) -> Score:
            return play_sets(variant, own, other, sets, self.device, most_steps=EVALUATION_STEPS)

        scores = {"plain": against(plain_player)}
        if self.frozen:
            scores["rival"] = against(net_player(self._rival))
        elif self.pool:
            for name, member in (("eldest", self.pool[0]), ("latest", self.pool[-1])):
                self._rival.load_state_dict(member)
                scores[name] = against(net_player(self._rival))
        scores["self"] = against(own)
        return {name: _rounded(score._asdict()) for name, score in scores.items()}

    def _log(self, facts: dict[str, Any]) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        with (self.out / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(facts) + "\n")
        if "evaluation" in facts or self.progress["iterations"] % 20 == 1:
            first: dict[str, float] = next(iter(facts["variants"].values()), {})
            print(
                f"{facts['minutes']:6.2f} min  {facts['per_second'] / 1e6:.2f} M/s  "
                f"play {facts['seconds_of_play']:.2f} s  entropy {facts['entropy']:.3f}  "
                f"drift {facts['drift']:.4f}  explained {facts['explained']:.2f}  "
                f"score {first.get('score', 0):.1f}  turns {first.get('turns', 0):.0f}  "
                f"wagers {first.get('wagers', 0):.2f}",
                flush=True,
            )
            for name, score in facts.get("evaluation", {}).items():
                print(f"           against {name}: {score['margin']:+.2f} ± {score['error']:.2f}", flush=True)


def _pace(config: Config, fraction: float) -> Pace:
    return Pace(
        _between(config.learning_rate, config.last_learning_rate, fraction),
        _between(config.entropy, config.last_entropy, fraction),
        _between(config.curiosity, config.last_curiosity, fraction),
    )


def _between(first: float, last: float, fraction: float) -> float:
    return first + (last - first) * fraction


def _rounded(facts: dict[str, float]) -> dict[str, float]:
    return {name: float(f"{value:.6g}") for name, value in facts.items()}


def _statistics(ends: Tensor, which: Any, config: Config) -> dict[str, dict[str, float]]:
    """For each variant, how the rounds that ended went: signs of drift show here first."""
    done = ends[:, :, DONE] > 0
    finished = ends[done].cpu().numpy()
    kinds = torch.from_numpy(which).to(ends.device).expand(ends.shape[0], -1)[done].cpu().numpy()
    found = {}
    for i, (name, variant) in enumerate(zip(config.variants, config.played, strict=True)):
        rounds = finished[kinds == i]
        if len(rounds):
            turns, takes, strikes, opened, wagered = (
                rounds[:, COUNTED + what] for what in (TURNS, TAKES, STRIKES, OPENED, WAGERED)
            )
            found[name] = _rounded(
                {
                    "rounds": len(rounds),
                    "score": rounds[:, SCORE : SCORE + variant.sides].mean(),
                    "spread": rounds[:, UTILITY].std(),
                    "turns": np.median(turns),
                    "turns_95": np.quantile(turns, 0.95),
                    "takes": takes.mean(),
                    "strikes": (strikes > 0).mean(),
                    "expeditions": opened.mean() / variant.sides,
                    "wagers": wagered.mean() / variant.sides,
                }
            )
    return found

"""Expert iteration: search in bulk, and teach the policy what search prefers.

Each iteration takes positions of self-play that are in doubt, tries the policy's proposals out in worlds, and
learns the chances that follow. Where nothing is in doubt, and in variants that are not searched, a leash
keeps the policy at what it was at the start; so it does with what is expected of the margin and each colour.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from lostcities.bots.search_contest import Belief
from lostcities.errors import LabError
from lostcities.lab import checkpoint
from lostcities.lab.config import Config, Positive
from lostcities.lab.distil import divergence
from lostcities.lab.environment import Observation
from lostcities.lab.gains import NAMES, Gains, SelfPlay, table
from lostcities.lab.labels import gain, judge, lesson
from lostcities.lab.matches import net_player, play_sets
from lostcities.lab.network import Policy, Student, masked
from lostcities.lab.playouts import playouts
from lostcities.lab.rollout import autocast, sample
from lostcities.lab.run import between, start_rounds
from lostcities.lab.trying import Doubts, Roots, find_roots, in_doubt, try_out
from lostcities.variant import Variant

LOG = "improve.jsonl"
MOST_SEED = 0x7FFFFFFF  # what is left of 63 bits beside a root and its world


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What decides how much is searched and how fast is learnt."""

    seed: int = 1
    slots: Positive[int] = 24_576
    """Rounds of self-play that the positions are taken from."""
    roots: Positive[int] = 8192
    """Positions that are searched in an iteration, at most."""
    apart: Positive[int] = 6
    """Decisions of self-play between iterations."""
    warm_up: int = 160
    """Decisions of self-play before the first."""
    temperature: float = 1.0
    """Of self-play."""
    proposals: Positive[int] = 4
    least: float = 0.01
    """A chance below which an action is no proposal."""
    worlds: Positive[int] = 32
    true_worlds: Positive[int] = 8
    """Worlds with the true hands that judge what search prefers; nothing is learnt from them."""
    played_by_policy: bool = False
    """Let the policy itself play the worlds out, not the quick net."""
    playout_temperature: float = 0.0
    playouts: Positive[int] = 65_536
    """Rounds played out side by side."""
    compile: bool = False
    """Let PyTorch fuse the net that plays the worlds out."""

    label_temperature: Positive[float] = 0.3
    """Points that make a proposal e times as likely."""
    minibatch: Positive[int] = 4096
    uses: Positive[int] = 4
    """How often a position is learnt from, on average."""
    memory: Positive[int] = 16
    """Iterations whose positions are kept."""
    learning_rate: Positive[float] = 2e-4
    last_learning_rate: float = 1e-5
    leash: float = 1.0
    leash_slots: Positive[int] = 4096
    evaluate_minutes: float = 2.0
    evaluate_sets: Positive[int] = 8192

    def __post_init__(self) -> None:
        if self.worlds < 2:
            raise LabError("lab.improve-worlds", worlds=self.worlds)


class Lessons(NamedTuple):
    """Positions, and the chances to learn there."""

    tokens: Tensor
    overview: Tensor
    words: Tensor
    chances: Tensor


class Found(NamedTuple):
    """What an iteration of search brought."""

    lessons: Lessons
    pile: Tensor
    held_out: Tensor
    """What choosing by half of the worlds wins in the other half, at each root."""
    true: Tensor
    """What choosing by all of them wins in worlds with the true hands."""
    changed: Tensor
    """Where search prefers another action than the policy's first."""


class Losses(NamedTuple):
    lesson: Tensor
    """Divergence from the chances to learn (Kullback–Leibler)."""
    leash: Tensor
    """Divergence from the policy at the start, where it is to stay."""
    margin: Tensor
    outlook: Tensor


class Expert:
    """An improvement of a policy in memory."""

    def __init__(
        self,
        policy: Policy,
        config: Config,
        quick: Student,
        variants: Sequence[str],
        settings: Settings,
        device: torch.device,
    ) -> None:
        torch.manual_seed(settings.seed)
        torch.set_float32_matmul_precision("high")
        self.policy, self.config, self.quick = policy, config, quick
        self.settings, self.device = settings, device
        self.start = copy.deepcopy(policy).requires_grad_(False)
        self.variants = [Variant.parse(text) for text in variants]
        self.doubts, self.belief = Doubts(settings.proposals, settings.least), Belief()
        self.play = SelfPlay(self.variants, settings.slots, self.doubts, settings.seed, device)
        self.trials = playouts(self.play.rounds, settings.playouts)
        player = policy if settings.played_by_policy else quick
        self._player: Any = torch.compile(player, dynamic=False) if settings.compile else player
        self.optimiser = torch.optim.AdamW(policy.parameters(), lr=settings.learning_rate, weight_decay=0.0)
        self._memory: list[Lessons] = []
        self._start_leash()

    def _start_leash(self) -> None:
        """Ordinary positions of all that the policy was trained for."""
        slots = self.settings.leash_slots
        config = replace(self.config, slots=slots, steps=1, minibatch=slots, scattered=True)
        self._ordinary, which, _, _ = start_rounds(config, self.settings.seed, self.device)
        searched = torch.tensor([variant in self.variants for variant in config.played], device=self.device)
        self._searched = searched[torch.from_numpy(which).to(self.device)]
        self._seen, self._ends = self._ordinary.empty_observation(), self._ordinary.empty_ends()

    def search(self, iteration: int) -> Found:
        """Play on, and try out the proposals of positions in doubt."""
        settings = self.settings
        self.play.play(self.policy, settings.temperature, settings.apart)
        roots = find_roots(self.play.rounds, self.policy, settings.roots, self.doubts)
        seed = (settings.seed << 20) + 2 * iteration & MOST_SEED

        def worlds(number: int, true_hands: bool) -> Tensor:
            return try_out(
                self.trials, roots, self.quick, self._player, number, seed=seed + true_hands,
                true_hands=true_hands, temperature=settings.playout_temperature,
            )  # fmt: skip

        return self._found(roots, worlds(settings.worlds, False), worlds(settings.true_worlds, True))

    def _found(self, roots: Roots, worth: Tensor, true: Tensor) -> Found:
        half = worth.shape[-1] // 2
        one, other = worth[..., :half], worth[..., half:]
        held_out = [gain(judge(roots, a, self.belief).choice, b) for a, b in ((one, other), (other, one))]
        verdict = judge(roots, worth, self.belief)
        chances = lesson(roots, verdict.correction, self.settings.label_temperature)
        seen = roots.seen
        return Found(
            Lessons(seen.tokens, seen.overview, seen.words, chances),
            roots.pile,
            torch.stack(held_out).mean(0),
            gain(verdict.choice, true),
            verdict.choice != 0,
        )

    def learn(self, lessons: Lessons, learning_rate: float) -> Losses:
        """Take in new lessons, and learn from all that are remembered."""
        settings = self.settings
        self._memory = [*self._memory, lessons][-settings.memory :]
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate
        pooled = Lessons(*(torch.cat(parts) for parts in zip(*self._memory, strict=True)))
        number = pooled.words.shape[0]
        size = min(settings.minibatch, number)
        steps = max(1, settings.uses * lessons.words.shape[0] // size)
        sums = torch.zeros(len(Losses._fields), device=self.device)
        for _ in range(steps):
            batch = torch.randint(number, (size,), device=self.device)
            losses = self._losses(Lessons(*(part[batch] for part in pooled)))
            loss = losses.lesson + settings.leash * losses.leash
            loss = (
                loss + self.config.margin_weight * losses.margin + self.config.outlook_weight * losses.outlook
            )
            self.optimiser.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(self.policy.parameters(), self.config.gradient_norm)
            self.optimiser.step()
            sums += torch.stack(losses).detach()
        return Losses(*(sums / steps))

    def _losses(self, lessons: Lessons) -> Losses:
        with autocast(self.device):
            logits = masked(self.policy(lessons.tokens, lessons.overview).logits, lessons.words)
            kept = self._kept()
        learnt = functional.kl_div(logits.log_softmax(-1), lessons.chances, reduction="batchmean")
        return Losses(learnt, *kept)

    def _kept(self) -> tuple[Tensor, Tensor, Tensor]:
        """How far the policy has gone from where it started, at positions that move on with each question."""
        seen: Observation = self._seen
        self._ordinary.observe(seen)
        with torch.no_grad():
            before = self.start(seen.tokens, seen.overview)
        now = self.policy(seen.tokens, seen.overview)
        right, own = masked(before.logits, seen.words), masked(now.logits, seen.words)
        stays = ~self._searched | ~in_doubt(right.softmax(-1), self.doubts.least)
        apart = (right.softmax(-1) * (right.log_softmax(-1) - own.log_softmax(-1))).sum(-1)
        self._ordinary.play(sample(right), self._ends)
        return (
            (apart * stays).mean(),
            divergence(now.margin, before.margin),
            functional.smooth_l1_loss(now.outlook, before.outlook),
        )

    def improve(self, out: Path, minutes: float, iterations: float = float("inf")) -> None:
        """Search and learn for so long, or for so many iterations if they take less, and save."""
        if (out / LOG).exists():
            raise LabError("lab.taken", path=out / LOG)
        settings, labels, iteration = self.settings, 0, 0
        self.play.warm_up(self.policy, settings.temperature, settings.warm_up)
        held_out, true = Gains(self.device), Gains(self.device)
        begun = before = evaluated = time.perf_counter()
        over = False
        while not over:
            spent = (time.perf_counter() - begun) / 60
            found = self.search(iteration)
            losses = self.learn(
                found.lessons,
                between(settings.learning_rate, settings.last_learning_rate, min(1.0, spent / minutes)),
            )
            here = Gains(self.device)
            for gains in (held_out, here):
                gains.add(found.pile, found.held_out)
            true.add(found.pile, found.true)
            iteration += 1
            labels += found.pile.numel()
            facts: dict[str, Any] = {
                "labels": labels,
                "changed": float(found.changed.float().mean()),
                **{name: float(value) for name, value in losses._asdict().items()},
                "held_out": [figure.points for figure in here.a_round(self.play.often)],
            }
            now = time.perf_counter()
            facts["minutes"] = (now - begun) / 60
            facts["per_second"] = found.pile.numel() / (now - before)
            over = facts["minutes"] >= minutes or iteration >= iterations
            _tell(iteration, facts)
            if over or (now - evaluated) / 60 >= settings.evaluate_minutes:
                columns = {"held out": held_out, "true hands": true}
                print(table("what search wins, points a round", columns, self.play.often), flush=True)
                facts["evaluation"] = self._evaluate()
                held_out, true = Gains(self.device), Gains(self.device)
                progress = {"minutes": facts["minutes"], "iterations": iteration, "labels": labels}
                checkpoint.save_policy(out, self.policy, self.config, progress)
                evaluated = time.perf_counter()
            out.mkdir(parents=True, exist_ok=True)
            with (out / LOG).open("a", encoding="utf-8") as log:
                log.write(json.dumps(facts) + "\n")
            before = time.perf_counter()

    def _evaluate(self) -> dict[str, dict[str, float]]:
        """Greedy mirrored rounds against the policy at the start."""
        now, before = net_player(self.policy), net_player(self.start)
        scores = {}
        for variant in self.variants:
            score = play_sets(variant, now, before, self.settings.evaluate_sets, self.device)
            print(f"{variant} against the start: {score}", flush=True)
            scores[str(variant)] = score.figures
        return scores


def _tell(iteration: int, facts: dict[str, Any]) -> None:
    *by_class, together = facts["held_out"]
    shares = " ".join(f"{name}:{points:+.2f}" for name, points in zip(NAMES, by_class, strict=True))
    print(
        f"{facts['minutes']:6.2f} min  {iteration}  {facts['per_second']:.0f} labels/s  "
        f"changed {facts['changed']:.1%}  loss {facts['lesson']:.4f}  leash {facts['leash']:.5f}  "
        f"margin {facts['margin']:.5f}  held out {together:+.2f} a round ({shares})",
        flush=True,
    )

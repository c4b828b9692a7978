"""A small student of a trained policy, for where speed counts more than the last point.

It learns what its teacher would do. At half of the tables the teacher plays and shows what its play leads to;
at the others the student plays, so that it also learns how to go on from its own mistakes.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn

from lostcities.lab import checkpoint
from lostcities.lab.config import Config
from lostcities.lab.environment import Observation
from lostcities.lab.network import Policy, masked
from lostcities.lab.rollout import autocast, sample
from lostcities.lab.run import between, start_rounds

AVERAGED = (
    0.999  # of the running mean of the weights that is kept at each step: a calmer player than the last
)
REPORTS = 20


class Lesson(NamedTuple):
    """How far the student is from its teacher at some positions; all of it means."""

    divergence: Tensor
    """Of the student's chances from the teacher's (Kullback–Leibler)."""
    margin: Tensor
    """Likewise of what they expect of the margin."""
    outlook: Tensor
    agreement: Tensor
    """How often both would play the same card."""


def compare(student: Policy, teacher: Policy, seen: Observation) -> tuple[Lesson, Tensor, Tensor]:
    """What there is to learn, and the logits of both."""
    with (
        torch.no_grad(),
        torch.autocast(seen.tokens.device.type, torch.bfloat16),
    ):  # exact enough to learn from
        said = teacher(seen.tokens, seen.overview)
    out = student(seen.tokens, seen.overview)
    right, own = masked(said.logits, seen.words), masked(out.logits, seen.words)
    lesson = Lesson(
        _divergence(own, right),
        _divergence(out.margin, said.margin),
        nn.functional.smooth_l1_loss(out.outlook, said.outlook),
        (own.argmax(-1) == right.argmax(-1)).float().mean(),
    )
    return lesson, own.detach(), right


def _divergence(own: Tensor, right: Tensor) -> Tensor:
    return nn.functional.kl_div(
        own.log_softmax(-1), right.log_softmax(-1), reduction="batchmean", log_target=True
    )


def distil(teacher: Policy, config: Config, out: Path, minutes: float, device: torch.device) -> Lesson:
    """Train a student of the config's size for so long and save it; returns its last lessons' mean.

    Each decision of all slots is one lesson, seen once.
    """
    torch.manual_seed(config.seed)
    rounds = start_rounds(config, 0, device).environment
    student = Policy(config.width, config.blocks, config.game.shape).to(device)
    calm = torch.optim.swa_utils.AveragedModel(
        student, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(AVERAGED)
    )
    optimiser = torch.optim.AdamW(student.parameters(), lr=config.learning_rate, weight_decay=1e-4)
    seen, ends = rounds.empty_observation(), rounds.empty_ends()
    plays_itself = torch.arange(config.slots, device=device) % 2 == 0
    begun, decisions, fraction = time.perf_counter(), 0, 0.0
    means, reported = Lesson(*torch.zeros(len(Lesson._fields), device=device)), 0
    while fraction < 1.0:
        for group in optimiser.param_groups:
            group["lr"] = between(config.learning_rate, config.last_learning_rate, fraction)
        rounds.observe(seen)
        with autocast(device):
            lesson, own, right = compare(student, teacher, seen)
        loss = (
            lesson.divergence + config.margin_weight * lesson.margin + config.outlook_weight * lesson.outlook
        )
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(student.parameters(), config.gradient_norm)
        optimiser.step()
        calm.update_parameters(student)
        rounds.play(sample(torch.where(plays_itself.unsqueeze(1), own, right)), ends)

        decisions += config.slots
        means = Lesson(
            *(
                a + (b.detach() - a) * max(0.01, config.slots / decisions)
                for a, b in zip(means, lesson, strict=True)
            )
        )
        fraction = (time.perf_counter() - begun) / 60 / minutes
        if fraction * REPORTS >= reported + 1:
            reported += 1
            print(
                f"{fraction * minutes:6.2f} min  {decisions / 1e6:.2f} M decisions  "
                f"divergence {means.divergence:.4f}  same choice {means.agreement:.1%}",
                flush=True,
            )
    student.load_state_dict(calm.module.state_dict())
    checkpoint.save_policy(out, student, config, {"minutes": minutes, "decisions": decisions})
    return means

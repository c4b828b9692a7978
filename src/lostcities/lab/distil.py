"""A small student of a trained policy, for where speed counts more than the last point.

It learns what its teacher would do. At half of the tables the teacher plays and shows what its play leads to;
at the others the student plays, so that it also learns how to go on from its own mistakes. And it learns to
tell which cards the others hold who play as its teacher does.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from lostcities.errors import LabError
from lostcities.kernel.row import CARDS_OF_A_COLOUR
from lostcities.lab import checkpoint
from lostcities.lab.config import Config
from lostcities.lab.environment import Observation
from lostcities.lab.families import ROW
from lostcities.lab.network import Policy, Student, masked
from lostcities.lab.rollout import autocast, sample
from lostcities.lab.run import between, start_rounds
from lostcities.net.features import place
from lostcities.net.observation import SECRET_BLOCKS, TOKEN_BLOCKS
from lostcities.net.outputs import OTHERS

WAGERS_OF_A_COLOUR = 3
UNSEEN = place(TOKEN_BLOCKS, "unseen")
SHOWN = place(TOKEN_BLOCKS, "next shown")  # the previous and the partner follow
HANDS = place(SECRET_BLOCKS, "next hand")  # likewise
HANDS_WEIGHT = 0.3
AVERAGED = 0.999  # of the mean of the weights that is kept at each step: calmer than the last ones
REPORTS = 20


class Lesson(NamedTuple):
    """How far the student is from its teacher at some positions; all of it means."""

    divergence: Tensor
    """Of the student's chances from the teacher's (Kullback–Leibler)."""
    margin: Tensor
    """Likewise of what they expect of the margin."""
    outlook: Tensor
    hands: Tensor
    """Minus the logarithm of the chance that it gives to where an unseen card is."""
    agreement: Tensor
    """How often both would make the same choice."""


def compare(
    student: Student, teacher: Policy, seen: Observation, taught: Tensor
) -> tuple[Lesson, Tensor, Tensor]:
    """What there is to learn, and the logits of both. Hands are read at tables where the teacher plays."""
    with torch.no_grad(), torch.autocast(seen.tokens.device.type, torch.bfloat16):  # exact enough
        said = teacher(seen.tokens, seen.overview)
    out, held = student.read(seen.tokens, seen.overview)
    right, own = masked(said.logits, seen.words), masked(out.logits, seen.words)
    lesson = Lesson(
        divergence(own, right),
        divergence(out.margin, said.margin),
        functional.smooth_l1_loss(out.outlook, said.outlook),
        _hands_loss(held[taught], seen.at(taught)),
        (own.argmax(-1) == right.argmax(-1)).float().mean(),
    )
    return lesson, own.detach(), right


def divergence(own: Tensor, right: Tensor) -> Tensor:
    """Of some logits' chances from the right ones (Kullback–Leibler): the mean."""
    return functional.kl_div(
        own.log_softmax(-1), right.log_softmax(-1), reduction="batchmean", log_target=True
    )


def _hands_loss(held: Tensor, seen: Observation) -> Tensor:
    unseen = _of_kinds(seen.tokens[..., UNSEEN : UNSEEN + CARDS_OF_A_COLOUR])
    in_hands = _of_others(seen.secret, HANDS) - _of_others(seen.tokens, SHOWN)
    share = (in_hands / unseen.clamp(min=1).unsqueeze(1)).clamp(0, 1)
    loss = functional.binary_cross_entropy_with_logits(held, share, reduction="none")
    return (loss * unseen.unsqueeze(1)).sum() / unseen.sum()


def _of_others(features: Tensor, start: int) -> Tensor:
    """The cards of each other seat, colour and value."""
    sets = features[..., start : start + OTHERS * CARDS_OF_A_COLOUR]
    return _of_kinds(sets.reshape(*sets.shape[:-1], OTHERS, CARDS_OF_A_COLOUR)).transpose(1, 2)


def _of_kinds(sets: Tensor) -> Tensor:
    """How many cards of each value there are in sets of bits."""
    wagers = sets[..., :WAGERS_OF_A_COLOUR].sum(-1, keepdim=True)
    return torch.cat([wagers, sets[..., WAGERS_OF_A_COLOUR:]], -1).float()


def distil(
    teacher: Policy,
    config: Config,
    out: Path,
    minutes: float,
    device: torch.device,
    lessons: float = float("inf"),
) -> Lesson:
    """Train a student of the config's size for so long, or for so many lessons if they take less, and save
    it; returns the mean of its last ones. A decision of all slots is a lesson, seen once."""
    if config.game is not ROW:
        raise LabError("lab.distil-row", variant=next(iter(config.variants)))
    torch.manual_seed(config.seed)
    rounds = start_rounds(config, 0, device).environment
    student = Student(config.width, config.blocks).to(device)
    calm = AveragedModel(student, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED))  # type: ignore[no-untyped-call]
    optimiser = torch.optim.AdamW(student.parameters(), lr=config.learning_rate, weight_decay=1e-4)
    seen, ends = rounds.empty_observation(), rounds.empty_ends()
    taught = torch.arange(config.slots, device=device) % 2 == 0
    begun, decisions, fraction, reported = time.perf_counter(), 0, 0.0, 0
    means = torch.zeros(len(Lesson._fields), device=device)
    while fraction < 1.0 and decisions < lessons * config.slots:
        for group in optimiser.param_groups:
            group["lr"] = between(config.learning_rate, config.last_learning_rate, fraction)
        rounds.observe(seen)
        with autocast(device):
            lesson, own, right = compare(student, teacher, seen, taught)
        loss = lesson.divergence + HANDS_WEIGHT * lesson.hands
        loss = loss + config.margin_weight * lesson.margin + config.outlook_weight * lesson.outlook
        optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(student.parameters(), config.gradient_norm)
        optimiser.step()
        calm.update_parameters(student)
        rounds.play(sample(torch.where(taught.unsqueeze(1), right, own)), ends)

        decisions += config.slots
        means += (torch.stack(lesson).detach() - means) * max(0.005, config.slots / decisions)
        fraction = (time.perf_counter() - begun) / 60 / minutes
        if fraction * REPORTS >= reported + 1:
            reported = int(fraction * REPORTS)
            mean = Lesson(*means)
            print(
                f"{fraction * minutes:6.2f} min  {decisions / 1e6:.2f} M decisions  divergence "
                f"{mean.divergence:.4f}  same choice {mean.agreement:.1%}  hands {mean.hands:.4f}",
                flush=True,
            )
    student.load_state_dict(calm.module.state_dict())
    checkpoint.save_policy(out, student, config, {"minutes": minutes, "decisions": decisions})
    return Lesson(*means)

"""A small student of a trained policy, for where speed counts more than the last point.

It learns what its teacher would do. At half of the tables the teacher plays and shows what its play leads to;
at the others the student plays, so that it also learns how to go on from its own mistakes. And it learns to
tell which cards the others hold who play as its teacher does.

Its draw head learns to say before a play what the teacher, who looks again, says after it.
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
from lostcities.kernel import row
from lostcities.kernel.cards import WAGERS_OF_A_COLOUR
from lostcities.lab import checkpoint
from lostcities.lab.config import Config
from lostcities.lab.environment import Environment, Observation
from lostcities.lab.families import ROW
from lostcities.lab.network import ILLEGAL, Outputs, Policy, Student, legal_sources, masked, only_draws
from lostcities.lab.rollout import autocast, sample
from lostcities.lab.run import between, start_rounds
from lostcities.net.features import place
from lostcities.net.observation import SECRET_BLOCKS, TOKEN_BLOCKS
from lostcities.net.outputs import OTHERS

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
    draw_divergence: Tensor
    """Of what the draw head says before a play from what the teacher says after it; 0 where no draw
    follows, as in the next one."""
    draw_agreement: Tensor
    draws: Tensor
    """How often a draw follows."""


class School:
    """Tables at which a decision is made in each lesson: at every other one by the teacher."""

    def __init__(self, teacher: Policy, rounds: Environment) -> None:
        self._teacher, self._rounds = teacher, rounds
        self._taught = torch.arange(rounds.slots, device=rounds.device) % 2 == 0
        self._seen, self._spare = rounds.empty_observation(), rounds.empty_observation()
        self._ends = rounds.empty_ends()
        self._said = self._look(self._seen)

    def _look(self, seen: Observation) -> Outputs:
        """Observe the tables; returns what the teacher says of them."""
        self._rounds.observe(seen)
        with torch.no_grad(), torch.autocast(seen.tokens.device.type, torch.bfloat16):  # exact enough
            said: Outputs = self._teacher(seen.tokens, seen.overview)
        return said

    def lesson(self, student: Student) -> Lesson:
        """Let the student look at the tables, make a decision at each, and see what there was to learn. Hands
        are read where the teacher plays."""
        seen, said, taught = self._seen, self._said, self._taught
        out, held = student.read(seen.tokens, seen.overview)
        right, own = masked(said.logits, seen.words), masked(out.logits, seen.words)
        actions = sample(torch.where(taught.unsqueeze(1), right, own.detach()))
        self._rounds.play(actions, self._ends)
        self._seen, self._spare = self._spare, seen
        self._said = self._look(self._seen)
        return Lesson(
            divergence(own, right),
            divergence(out.margin, said.margin),
            functional.smooth_l1_loss(out.outlook, said.outlook),
            _hands_loss(held[taught], seen.at(taught)),
            _same(own, right).mean(),
            *self._draws(student, out, actions),
        )

    def _draws(self, student: Student, out: Outputs, actions: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """What a lesson says of the draws that follow these actions."""
        words = self._seen.words
        follow = (actions < row.TAKE) & only_draws(words)
        right = masked(self._said.logits, words)[:, row.TAKE : row.STOP]
        own = student.decisions(out, actions)[-1].masked_fill(~legal_sources(words), ILLEGAL)
        known = torch.where(follow.unsqueeze(1), own, right)  # elsewhere there is nothing to learn
        return divergence(known, right), (_same(own, right) * follow).mean(), follow.float().mean()


def divergence(own: Tensor, right: Tensor) -> Tensor:
    """Of some logits' chances from the right ones (Kullback–Leibler): the mean."""
    return functional.kl_div(
        own.log_softmax(-1), right.log_softmax(-1), reduction="batchmean", log_target=True
    )


def _same(own: Tensor, right: Tensor) -> Tensor:
    """1 where both would make the same choice."""
    return (own.argmax(-1) == right.argmax(-1)).float()


def _hands_loss(held: Tensor, seen: Observation) -> Tensor:
    unseen = _of_kinds(seen.tokens[..., UNSEEN : UNSEEN + row.CARDS_OF_A_COLOUR])
    in_hands = _of_others(seen.secret, HANDS) - _of_others(seen.tokens, SHOWN)
    share = (in_hands / unseen.clamp(min=1).unsqueeze(1)).clamp(0, 1)
    loss = functional.binary_cross_entropy_with_logits(held, share, reduction="none")
    return (loss * unseen.unsqueeze(1)).sum() / unseen.sum()


def _of_others(features: Tensor, start: int) -> Tensor:
    """The cards of each other seat, colour and value."""
    sets = features[..., start : start + OTHERS * row.CARDS_OF_A_COLOUR]
    return _of_kinds(sets.reshape(*sets.shape[:-1], OTHERS, row.CARDS_OF_A_COLOUR)).transpose(1, 2)


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
    if config.sees_hands:
        raise LabError("lab.distil-hands")
    torch.manual_seed(config.seed)
    school = School(teacher, start_rounds(config, 0, device).environment)
    student = Student(config.width, config.blocks).to(device)
    calm = AveragedModel(student, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED))  # type: ignore[no-untyped-call]
    optimiser = torch.optim.AdamW(student.parameters(), lr=config.learning_rate, weight_decay=1e-4)
    begun, decisions, fraction, reported = time.perf_counter(), 0, 0.0, 0
    means = torch.zeros(len(Lesson._fields), device=device)
    while fraction < 1.0 and decisions < lessons * config.slots:
        for group in optimiser.param_groups:
            group["lr"] = between(config.learning_rate, config.last_learning_rate, fraction)
        with autocast(device):
            lesson = school.lesson(student)
        loss = lesson.divergence + lesson.draw_divergence + HANDS_WEIGHT * lesson.hands
        loss = loss + config.margin_weight * lesson.margin + config.outlook_weight * lesson.outlook
        optimiser.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(student.parameters(), config.gradient_norm)
        optimiser.step()
        calm.update_parameters(student)

        decisions += config.slots
        means += (torch.stack(lesson).detach() - means) * max(0.005, config.slots / decisions)
        fraction = (time.perf_counter() - begun) / 60 / minutes
        if fraction * REPORTS >= reported + 1:
            reported = int(fraction * REPORTS)
            mean = Lesson(*means)
            print(
                f"{fraction * minutes:6.2f} min  {decisions / 1e6:.2f} M decisions  divergence "
                f"{mean.divergence:.4f}  same choice {mean.agreement:.1%}  hands {mean.hands:.4f}  "
                f"draws ahead {mean.draw_divergence / mean.draws:.4f}  "
                f"same draw {mean.draw_agreement / mean.draws:.1%}",
                flush=True,
            )
    student.load_state_dict(calm.module.state_dict())
    checkpoint.save_policy(out, student, config, {"minutes": minutes, "decisions": decisions})
    return Lesson(*means)

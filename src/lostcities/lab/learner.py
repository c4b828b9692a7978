"""Proximal policy optimisation: one pass over a rollout, for the policy and for the critic."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from lostcities.kernel import row
from lostcities.lab.config import Config
from lostcities.lab.environment import Observation
from lostcities.lab.network import ILLEGAL, Critic, Policy, legal_mask, legal_sources
from lostcities.lab.rollout import Draws, Rollout, autocast
from lostcities.lab.targets import Targets, targets
from lostcities.net.outputs import BINS

LEAST_SPREAD = 0.02


class Pace(NamedTuple):
    """What changes as a run goes on. Entropy and curiosity are meant against advantages in units of value.

    Entropy can't bring back an action whose chance has vanished, and wagers vanish at once, because they cost
    a beginner dearly. Curiosity can: it pushes every legal action up, the more the rarer it is.
    """

    learning_rate: float
    entropy: float
    curiosity: float
    magnet: float

    def against(self, spread: float) -> Pace:
        """The weights beside standardised advantages."""
        return Pace(self.learning_rate, self.entropy / spread, self.curiosity / spread, self.magnet / spread)


class Losses(NamedTuple):
    policy: Tensor
    entropy: Tensor
    neglect: Tensor
    """How far the policy is from trying everything: the mean of −log of the chances of all legal actions."""
    strain: Tensor
    """How far the policy is from its magnet, as a Kullback–Leibler divergence."""
    margin: Tensor
    outlook: Tensor
    value: Tensor
    drift: Tensor
    """How far the policy moved: an estimate of the Kullback–Leibler divergence."""
    clipped: Tensor


def in_bins(margins: Tensor, most: float) -> Tensor:
    """Each margin as weights of the two bins around it. The last bin is that of the margin `most`."""
    place = ((margins / most + 1) * (BINS - 1) / 2).clamp(0, BINS - 1)
    bins = torch.arange(BINS, device=margins.device)
    return (1 - (place.unsqueeze(-1) - bins).abs()).clamp(min=0)


def log_chances_of(decisions: list[Tensor], legal: list[Tensor]) -> list[Tensor]:
    """The logarithms of the chances of all actions, for each decision."""
    return [
        logits.masked_fill(~may, ILLEGAL).log_softmax(-1)
        for logits, may in zip(decisions, legal, strict=True)
    ]


def policy_losses(
    policy: Policy,
    magnet: Policy | None,
    tokens: Tensor,
    overview: Tensor,
    secret: Tensor,
    words: Tensor,
    actions: Tensor,
    draws: Draws | None,
    log_chances: Tensor,
    advantages: Tensor,
    learns: Tensor,
    margin_weights: Tensor,
    outlooks: Tensor,
    clip: float,
) -> tuple[Tensor, ...]:
    """The parts of the policy's loss, and two figures that tell how it moves. A turn's play and draw are one
    action: their logarithms of chances, their entropies and so on add up."""
    out = policy(tokens, overview, secret)
    legal, chosen = [legal_mask(words, out.logits.shape[1])], [actions]
    if draws is not None:
        legal.append(legal_sources(draws.words))
        chosen.append(draws.actions - row.TAKE)
    log_all = log_chances_of(policy.decisions(out, actions), legal)
    log_now = torch.zeros_like(log_chances)
    entropy, neglect, strain = (torch.zeros_like(log_chances) for _ in range(3))
    for log, may, action in zip(log_all, legal, chosen, strict=True):
        log_now = log_now + log.gather(1, action.unsqueeze(1)).squeeze(1)
        entropy = entropy - (log.exp() * log).sum(-1)
        neglect = neglect - torch.where(may, log, 0).sum(-1) / may.sum(-1)
    change = log_now - log_chances
    ratio = change.exp()
    gain = torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)
    own = learns / learns.sum().clamp(min=1)
    if magnet is not None:
        with torch.no_grad():
            there = log_chances_of(magnet.decisions(magnet(tokens, overview, secret), actions), legal)
        for log, other in zip(log_all, there, strict=True):
            strain = strain + (log.exp() * (log - other)).sum(-1)
    margin = -(margin_weights * out.margin.log_softmax(-1)).sum(-1).mean()
    outlook = nn.functional.smooth_l1_loss(out.outlook, outlooks)
    drift = ((ratio - 1) - change).detach()
    clipped = ((ratio.detach() - 1).abs() > clip).float()
    return (
        -(gain * own).sum(),
        (entropy * own).sum(),
        (neglect * own).sum(),
        (strain * own).sum(),
        margin,
        outlook,
        (drift * own).sum(),
        (clipped * own).sum(),
    )


def value_loss(
    critic: Critic, tokens: Tensor, overview: Tensor, secret: Tensor, worth: Tensor, there: Tensor
) -> Tensor:
    error = (critic(tokens, overview, secret) - worth) ** 2
    loss: Tensor = (error * there).sum() / there.sum()
    return loss


class Learner:
    def __init__(self, config: Config, policy: Policy, critic: Critic, device: torch.device) -> None:
        self.config = config
        self.policy, self.critic, self.device = policy, critic, device
        self.shape = config.game.shape
        self.magnet: Policy | None = None
        self.place_magnet()
        self.optimiser = torch.optim.AdamW(
            [*policy.parameters(), *critic.parameters()],
            lr=config.learning_rate,
            weight_decay=1e-4,
            eps=1e-7,
            fused=device.type == "cuda",
        )
        self._policy_losses: Any = policy_losses
        self._value_loss: Any = value_loss
        self._critic: Any = critic
        if config.compile:
            self._policy_losses = torch.compile(policy_losses, dynamic=False)
            self._value_loss = torch.compile(value_loss, dynamic=False)
            self._critic = torch.compile(critic, dynamic=False)

    def place_magnet(self) -> None:
        """Put the magnet where the policy is."""
        if self.config.magnet > 0:
            self.magnet = deepcopy(self.policy).requires_grad_(False)

    @torch.no_grad()
    def values(self, seen: Observation) -> Tensor:
        """The critic's opinion of flat observations, a minibatch at a time."""
        rows = seen.tokens.shape[0]
        found = torch.empty(rows, self.shape.sides, device=self.device)
        size = min(self.config.minibatch, rows)
        with autocast(self.device):
            for start in range(0, rows, size):
                # The last part overlaps the one before, so that all have the same size.
                part = slice(min(start, rows - size), min(start, rows - size) + size)
                found[part] = self._critic(seen.tokens[part], seen.overview[part], seen.secret[part])
        return found

    def learn(
        self, rollout: Rollout, sides: Tensor, pace: Pace, *, critic_alone: bool = False
    ) -> dict[str, float]:
        """Update both networks from a rollout, or the critic alone; returns the means of the losses."""
        config = self.config
        for group in self.optimiser.param_groups:
            group["lr"] = pace.learning_rate
        steps, slots = rollout.actions.shape
        seen = rollout.observations.flat()
        values = self.values(seen).view(steps + 1, slots, -1)
        found = targets(
            rollout.ends, rollout.observations.sides, values, sides, config.trace, self.shape.points,
            config.haste,
        )  # fmt: skip
        noise = (found.values - values[:-1])[..., 0].var() / found.values[..., 0].var().clamp(min=1e-6)
        own = found.advantages[rollout.learns]
        spread = own.std().clamp(min=LEAST_SPREAD)
        advantages = (found.advantages - own.mean()) / spread
        weights = pace.against(float(spread))
        order = torch.randperm(steps * slots, device=self.device)
        sums = torch.zeros(len(Losses._fields), device=self.device)
        batches = order.view(-1, config.minibatch)
        for rows in batches:
            losses = self._step(seen, rollout, found, advantages, sides, rows, weights, critic_alone)
            sums += torch.stack(losses).detach()
        if self.magnet is not None:
            for slow, fast in zip(self.magnet.parameters(), self.policy.parameters(), strict=True):
                slow.lerp_(fast.detach(), config.magnet_pace)
        means = dict(zip(Losses._fields, (sums / len(batches)).tolist(), strict=True))
        return {**means, "explained": 1 - float(noise), "spread": float(spread)}

    def _step(
        self,
        seen: Observation,
        rollout: Rollout,
        found: Targets,
        advantages: Tensor,
        sides: Tensor,
        rows: Tensor,
        weights: Pace,
        critic_alone: bool,
    ) -> Losses:
        config = self.config
        slot = rows % rollout.actions.shape[1]
        batch = seen.at(rows)
        known = found.known.flatten()[rows]
        margins = torch.where(
            known.unsqueeze(-1),
            in_bins(found.margins.flatten()[rows], self.shape.most),
            rollout.last_margins[slot, batch.sides],
        )
        colours = batch.tokens.shape[1]
        outlooks = torch.where(
            known[:, None, None],
            found.outlooks.flatten(0, 1)[rows, :colours],
            rollout.last_outlooks[slot, batch.sides],
        )
        draws = rollout.draws
        if draws is not None:
            draws = Draws(*(part.flatten(0, 1)[rows] for part in draws))
        there = torch.arange(self.shape.sides, device=self.device) < sides[slot].unsqueeze(-1)
        with autocast(self.device):
            policy, entropy, neglect, strain, margin, outlook, drift, clipped = self._policy_losses(
                self.policy,
                self.magnet,
                batch.tokens,
                batch.overview,
                batch.secret,
                batch.words,
                rollout.actions.flatten()[rows],
                draws,
                rollout.log_chances.flatten()[rows],
                advantages.flatten()[rows],
                rollout.learns.flatten()[rows].float(),
                margins,
                outlooks,
                config.clip,
            )
            value = self._value_loss(
                self.critic,
                batch.tokens,
                batch.overview,
                batch.secret,
                found.values.flatten(0, 1)[rows],
                there.float(),
            )
        loss = policy - weights.entropy * entropy + weights.curiosity * neglect + value
        loss = loss + weights.magnet * strain
        loss = loss + config.margin_weight * margin + config.outlook_weight * outlook
        if critic_alone:
            loss = value
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), config.gradient_norm)
        nn.utils.clip_grad_norm_(self.critic.parameters(), config.gradient_norm)
        self.optimiser.step()
        return Losses(policy, entropy, neglect, strain, margin, outlook, value, drift, clipped)

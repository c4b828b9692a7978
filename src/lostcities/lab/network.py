"""The networks in PyTorch. What `lostcities.net.forward` computes without it has the same names and shapes.

A token for each colour runs through shared weights beside one global stream; each block lets every token see
the stream and the stream see the mean of the tokens. So a colour has no identity: exchanging two colours
exchanges their outputs and changes nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from lostcities.kernel import rivals, row
from lostcities.kernel.cards import VALUES
from lostcities.net.observation import FIRST_COMMON_EXPLOIT, SIX_COLOURS
from lostcities.net.outputs import BINS, OTHERS, OUTLOOK
from lostcities.net.shape import ROW, Shape
from lostcities.variant import Family

ILLEGAL = -1e9


class Norm(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.rms_norm(x, (x.shape[-1],), self.gain.to(x.dtype), 1e-5)


class Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.token_norm = Norm(width)
        self.global_norm = Norm(width)
        self.token_in = nn.Linear(width, width)
        self.token_from_global = nn.Linear(width, width, bias=False)
        self.token_out = nn.Linear(width, width)
        self.global_in = nn.Linear(width, width)
        self.global_from_tokens = nn.Linear(width, width, bias=False)
        self.global_out = nn.Linear(width, width)
        for last in (self.token_out, self.global_out):
            nn.init.normal_(last.weight, std=0.3 * width**-0.5)
            nn.init.zeros_(last.bias)

    def forward(self, tokens: Tensor, stream: Tensor, share: Tensor) -> tuple[Tensor, Tensor]:
        a, b = self.token_norm(tokens), self.global_norm(stream)
        mean = (a * share).sum(1)
        hidden = functional.relu(self.token_in(a) + self.token_from_global(b).unsqueeze(1))
        above = functional.relu(self.global_in(b) + self.global_from_tokens(mean))
        return tokens + self.token_out(hidden), stream + self.global_out(above)


class Trunk(nn.Module):
    def __init__(self, token_features: int, overview_features: int, width: int, blocks: int) -> None:
        super().__init__()
        self.token_first = nn.Linear(token_features, width)
        self.global_first = nn.Linear(overview_features, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.token_norm = Norm(width)
        self.global_norm = Norm(width)

    def forward(self, tokens: Tensor, overview: Tensor, share: Tensor) -> tuple[Tensor, Tensor]:
        t, g = self.token_first(tokens), self.global_first(overview)
        for block in self.blocks:
            t, g = block(t, g, share)
        return self.token_norm(t), self.global_norm(g)


class Outputs(NamedTuple):
    """What a policy says of a batch of positions, in 32-bit numbers."""

    logits: Tensor
    """For each action of the kernel."""
    margin: Tensor
    """Logits over the bins of the final margin."""
    outlook: Tensor
    """For each colour, what the own and the next side's expedition will score, in the unit of value."""
    tokens: Tensor
    """What the heads read of each colour, for a draw head to read too."""
    stream: Tensor
    """Likewise of all."""


def share_of(overview: Tensor, colours: int) -> Tensor:
    """The weight of each token in their mean: none for a sixth colour that an edition lacks."""
    if colours < row.MAX_COLOURS:
        return overview.new_full((1, colours, 1), 1 / colours, dtype=torch.float32)
    sixth = (overview[:, SIX_COLOURS] != 0).float()
    others = torch.ones_like(sixth)
    exists = torch.stack([*[others] * (colours - 1), sixth], 1)
    return (exists / exists.sum(1, keepdim=True)).unsqueeze(-1)


class DrawHead(nn.Module):
    """Where to draw from after a play, by what was thought before it: so a turn takes one pass.

    The card that was played marks the token of its colour, which then tells the stream.
    """

    plays: Tensor

    def __init__(self, width: int) -> None:
        super().__init__()
        self.played = nn.Linear(2 * VALUES, width, bias=False)
        self.global_from_played = nn.Linear(width, width, bias=False)
        self.token_in = nn.Linear(width, width)
        self.token_from_global = nn.Linear(width, width, bias=False)
        self.global_in = nn.Linear(width, width)
        self.take = nn.Linear(width, 1)
        self.draw = nn.Linear(width, 1)
        for head in (self.take, self.draw):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)
        cards = torch.arange(row.MAX_COLOURS * VALUES).view(row.MAX_COLOURS, VALUES)
        self.register_buffer("plays", torch.cat([row.LAY + cards, row.DISCARD + cards], 1), persistent=False)

    def forward(self, tokens: Tensor, stream: Tensor, plays: Tensor) -> Tensor:
        """The logits of each source: the discard piles, then the draw pile, as `row.legal_draws` has them."""
        colours = tokens.shape[1]
        played = (plays[:, None, None] == self.plays[:colours]).to(tokens.dtype)
        tokens = tokens + self.played(played)
        stream = stream + self.global_from_played((tokens * played.sum(-1, keepdim=True)).sum(1))
        hidden = functional.relu(self.token_in(tokens) + self.token_from_global(stream).unsqueeze(1))
        takes = self.take(hidden).squeeze(-1).float()
        draw = self.draw(functional.relu(self.global_in(stream))).float()
        return torch.cat([_spread(takes, row.DRAW - row.TAKE), draw], 1)


class Policy(nn.Module):
    """The player: what to do, and what will come of it, from the mover's own information.

    With `one_pass` it makes the play and the draw of a turn together. With `sees_hands` it cheats: it must be
    given the secrets of each position too, and reads the other hands there.
    """

    draw_head: DrawHead | None
    token_scale: Tensor
    overview_scale: Tensor

    def __init__(
        self,
        width: int = 256,
        blocks: int = 4,
        shape: Shape = ROW,
        *,
        one_pass: bool = False,
        sees_hands: bool = False,
    ) -> None:
        super().__init__()
        self.hand_secrets = shape.hand_secrets if sees_hands else 0
        scale = np.concatenate([shape.token_scale, shape.secret_scale[: self.hand_secrets]])
        self.trunk = Trunk(scale.size, shape.overview_scale.size, width, blocks)
        self.colour_head = nn.Linear(width, shape.of_a_colour)
        self.global_head = nn.Linear(width, shape.of_all)
        self.margin_head = nn.Linear(width, BINS)
        self.outlook_head = nn.Linear(width, OUTLOOK)
        for head in (self.colour_head, self.global_head, self.margin_head, self.outlook_head):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)
        self.one_pass = one_pass
        self.draw_head = DrawHead(width) if one_pass else None
        self.register_buffer("token_scale", torch.from_numpy(scale), persistent=False)
        self.register_buffer("overview_scale", torch.from_numpy(shape.overview_scale), persistent=False)
        self._action_logits = row_logits if shape.family is Family.ROW else rivals_logits

    def forward(self, tokens: Tensor, overview: Tensor, secret: Tensor | None = None) -> Outputs:
        return self.say(*self.think(tokens, overview, secret))

    def think(self, tokens: Tensor, overview: Tensor, secret: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """The tokens and the stream that the heads read."""
        if self.hand_secrets and secret is not None:
            tokens = torch.cat([tokens, secret[..., : self.hand_secrets]], -1)
        share = share_of(overview, tokens.shape[1])
        found: tuple[Tensor, Tensor] = self.trunk(
            tokens * self.token_scale, overview * self.overview_scale, share
        )
        return found

    def say(self, t: Tensor, g: Tensor) -> Outputs:
        of_colours, of_all = self.colour_head(t).float(), self.global_head(g).float()
        return Outputs(
            self._action_logits(of_colours, of_all),
            self.margin_head(g).float(),
            self.outlook_head(t).float(),
            t,
            g,
        )

    def decisions(self, said: Outputs, actions: Tensor) -> list[Tensor]:
        """The logits of each decision that a pass makes, if the first is decided by these actions."""
        if self.draw_head is None:
            return [said.logits]
        return [said.logits, self.draw_head(said.tokens, said.stream, actions)]


class Student(Policy):
    """A policy of the row game that also says which cards the others hold.

    It can tell every draw by a pass of its own, and with a draw head also by the pass before the play.
    """

    def __init__(self, width: int, blocks: int, *, draw_head: bool = True) -> None:
        super().__init__(width, blocks)
        self.hands_head = nn.Linear(width, OTHERS * VALUES)
        self.draw_head = DrawHead(width) if draw_head else None

    def read(self, tokens: Tensor, overview: Tensor) -> tuple[Outputs, Tensor]:
        """What it says as a player, and for each other seat, colour and value the logit of the chance that a
        card that was not seen is in that hand."""
        t, g = self.think(tokens, overview)
        held = self.hands_head(t).float()
        return self.say(t, g), held.view(*held.shape[:-1], OTHERS, VALUES).transpose(1, 2)


def _spread(values: Tensor, length: int) -> Tensor:
    return functional.pad(values, (0, length - values.shape[1]), value=ILLEGAL)


def row_logits(of_colours: Tensor, of_all: Tensor) -> Tensor:
    """The heads' numbers in the order of the row kernel's actions."""
    colours = of_colours.shape[1]
    lays = of_colours[:, :, :VALUES].flatten(1)
    discards = of_colours[:, :, VALUES : 2 * VALUES].flatten(1)
    takes = of_colours[:, :, 2 * VALUES]
    claims = of_colours[:, : min(colours, FIRST_COMMON_EXPLOIT), 2 * VALUES + 1]
    return torch.cat(
        [
            _spread(lays, row.DISCARD - row.LAY),
            _spread(discards, row.TAKE - row.DISCARD),
            _spread(takes, row.DRAW - row.TAKE),
            of_all[:, :2],
            claims,
            of_all[:, 2:],
        ],
        1,
    )


def rivals_logits(of_colours: Tensor, of_all: Tensor) -> Tensor:
    """The heads' numbers in the order of the Rivals kernel's actions."""
    lays = of_colours[:, :, :VALUES].flatten(1)
    puts_out = of_colours[:, :, VALUES:].flatten(1)
    return torch.cat(
        [
            _spread(lays, rivals.PUT_OUT - rivals.LAY),
            _spread(puts_out, rivals.DISCOVER - rivals.PUT_OUT),
            of_all,
        ],
        1,
    )


class Critic(nn.Module):
    """What a position is worth to each side, counted from the mover's, for training: it sees every card."""

    token_scale: Tensor
    overview_scale: Tensor

    def __init__(self, width: int = 256, blocks: int = 3, sees_deck: bool = True, shape: Shape = ROW) -> None:
        super().__init__()
        of_a_colour = shape.token_scale.size + shape.secret_scale.size
        self.trunk = Trunk(of_a_colour, shape.overview_scale.size, width, blocks)
        self.value_head = nn.Linear(width, shape.sides)
        nn.init.normal_(self.value_head.weight, std=0.01)
        nn.init.zeros_(self.value_head.bias)
        secret = torch.from_numpy(shape.secret_scale).clone()
        if not sees_deck:
            secret[-shape.deck_secrets :] = 0
        scale = torch.cat([torch.from_numpy(shape.token_scale), secret])
        self.register_buffer("token_scale", scale, persistent=False)
        self.register_buffer("overview_scale", torch.from_numpy(shape.overview_scale), persistent=False)

    def forward(self, tokens: Tensor, overview: Tensor, secret: Tensor) -> Tensor:
        share = share_of(overview, tokens.shape[1])
        seen = torch.cat([tokens, secret], -1) * self.token_scale
        _, g = self.trunk(seen, overview * self.overview_scale, share)
        values: Tensor = self.value_head(g).float()
        return values


def legal_mask(words: Tensor, actions: int) -> Tensor:
    """The kernel's words of bits as a truth value for each action."""
    each = torch.arange(actions, device=words.device)
    return (words[:, each >> 6] >> (each & 63) & 1).bool()


def legal_sources(words: Tensor) -> Tensor:
    """The same words as a truth value for each source of a draw."""
    return legal_mask(words[:, row.TAKE >> 6 :], row.STOP - row.TAKE)


def only_draws(words: Tensor) -> Tensor:
    """Whether each row's legal actions are all draws."""
    return legal_sources(words).sum(1) == legal_mask(words, row.ACTIONS).sum(1)


def masked(logits: Tensor, words: Tensor) -> Tensor:
    return logits.masked_fill(~legal_mask(words, logits.shape[1]), ILLEGAL)

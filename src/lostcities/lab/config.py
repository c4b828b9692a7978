"""A run's settings, as a TOML file says them."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from inspect import formatannotation
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from lostcities.errors import LabError
from lostcities.game.row import rules_of
from lostcities.lab.families import ROW, Game, game_of
from lostcities.net.shape import Shape
from lostcities.variant import Variant

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

S = TypeVar("S", bound="DataclassInstance")
T = TypeVar("T")
Positive = Annotated[T, "above 0"]
"""A setting whose numbers are above 0; no setting has any below."""


def settings_of(kind: type[S], values: dict[str, Any]) -> S:
    """A dataclass with some of its fields set otherwise."""
    types, limited = get_type_hints(kind), get_type_hints(kind, include_extras=True)
    for name, value in values.items():
        if name not in types:
            raise LabError("lab.config-name", name=name, names=list(types))
        if not _suits(value, types[name]):
            raise LabError(
                "lab.config-type", name=name, value=repr(value), type=formatannotation(types[name])
            )
        numbers, positive = _numbers_in(value), get_origin(limited[name]) is Annotated
        if positive and (value == [] or not all(number > 0 for number in numbers)):
            raise LabError("lab.config-positive", name=name, value=repr(value))
        if not all(number >= 0 for number in numbers):
            raise LabError("lab.config-negative", name=name, value=repr(value))
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in values.items()})


def _suits(value: Any, wanted: Any) -> bool:
    """Whether a value that was read is of a type. A whole number will do where any number does."""
    if get_origin(wanted) is dict:
        return isinstance(value, dict) and all(_suits(v, get_args(wanted)[1]) for v in value.values())
    if get_origin(wanted) is tuple:
        return isinstance(value, list | tuple) and all(_suits(v, get_args(wanted)[0]) for v in value)
    return type(value) is wanted or (wanted is float and type(value) is int)


def _numbers_in(value: Any) -> list[float]:
    """All that a setting consists of."""
    each = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else [value]
    )
    return [number for number in each if isinstance(number, int | float)]


def read_settings(kind: type[S], lines: Sequence[str]) -> S:
    """The same, each written as a line of TOML."""
    return settings_of(kind, _read_lines(lines))


def _read_lines(lines: Sequence[str]) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        raise LabError("lab.config-set", why=error) from None


def require_play_and_draw(variant: Variant) -> None:
    """Refuse a variant in which something else than a play and a draw may be decided in a turn."""
    rules = rules_of(variant) if game_of(variant) is ROW else None
    if rules is None or rules.extra_cards > 0 or rules.announced:
        raise LabError("lab.one-pass-variant", variant=str(variant))


@dataclass(frozen=True, kw_only=True)
class Config:
    """Figures that go from one value to another do so over `schedule_minutes` of training."""

    variants: Positive[dict[str, float]] = field(default_factory=lambda: {"classic": 1.0})
    """The share of the slots that each variant gets."""
    match_share: float = 0.0
    """Of the slots where two sides meet, the share that play for the match around the round."""
    seed: int = 1
    schedule_minutes: Positive[float] = 10.0

    slots: Positive[int] = 32_768
    steps: Positive[int] = 64
    """Decisions of each slot in an iteration, or turns."""
    minibatch: Positive[int] = 65_536

    width: Positive[int] = 256
    blocks: Positive[int] = 4
    one_pass: bool = False
    """Make the play and the draw of a turn in one pass of the network. For variants in which every turn is
    these two decisions."""
    sees_hands: bool = False
    """Show the policy the other hands as well, but not the order of the draw pile: nobody who plays by the
    rules can do better than the best who cheats like this. It can be trained on and evaluated, no more."""
    critic_width: Positive[int] = 256
    critic_blocks: Positive[int] = 3
    critic_sees_deck: bool = False
    """It always sees the hands. The order of the draw pile on top made it learn more slowly."""
    blind: tuple[str, ...] = ()
    """Blocks of what a net is shown (`lostcities.net.observation`) that look like 0 to it, policy and critic:
    to see what they are worth."""
    compile: bool = True
    """Let PyTorch fuse the networks: a minute at the start for a faster run."""

    critic_minutes: float = 0.0
    """How long the critic learns alone, where a run goes on from an exported net, which has none."""

    learning_rate: Positive[float] = 6e-4
    last_learning_rate: float = 1e-5
    entropy: float = 0.02
    last_entropy: float = 0.002
    """The weight of entropy beside advantages that are counted in units of value."""
    curiosity: float = 0.004
    last_curiosity: float = 0.0
    """The weight of trying every legal action, likewise."""
    magnet: float = 0.0
    """The weight of staying near the magnet, a slow follower of the policy, likewise: against going round in
    circles. A resumed run's magnet begins where the policy is."""
    magnet_pace: float = 0.02
    """How far the magnet follows in an iteration."""
    clip: float = 0.2
    trace: float = 0.95
    """λ of the advantage estimate, from decision to decision, or from turn to turn."""
    haste: float = 0.0
    """Points that every decision costs, or every turn with `one_pass`. In cooperation nobody minds a long
    round, so players would exchange cards for ever."""
    margin_weight: float = 0.1
    outlook_weight: float = 0.1
    gradient_norm: float = 1.0

    scattered: bool = False
    """Let the first rounds begin in their midst, played up to there by explorers. Where rounds are long and
    of equal length, all slots would otherwise be at their openings, and then all at their ends."""
    explorer_share: float = 0.0
    """The share of the slots in which explorers sit at the table."""
    loner_share: float = 0.0
    """The share of the slots in which explorers who think of themselves alone, in cooperation as well, sit at
    the table."""
    pool_share: float = 0.1
    """The share of the slots in which a past self sits at the table."""
    pool_temperature: Positive[float] = 1.0
    """How freely it chooses there: at temperatures from 1 to this one, from slot to slot. Above 1 it errs as
    weaker players do."""
    pool_reach: float = math.inf
    """Actions whose logarithm of chances is this far below the best it does not think of."""
    pool_forgets: bool = False
    """Whether it knows, in the half of these slots where it chooses most freely, no covered discard."""
    pool_size: int = 3
    pool_minutes: float = 1.5
    """How often the pool takes in the present self."""
    evaluate_minutes: float = 1.5
    evaluate_sets: Positive[int] = 2048

    @property
    def played(self) -> list[Variant]:
        return [Variant.parse(text) for text in self.variants]

    @property
    def game(self) -> Game:
        """What all the variants are played by."""
        return game_of(self.played[0])

    @property
    def shape(self) -> Shape:
        """What its nets are made for."""
        return self.game.shape.blind_to(self.blind)

    @classmethod
    def read(cls, path: Path, settings: Sequence[str] = ()) -> Config:
        """A file's settings, with some set otherwise, each written as a line of TOML."""
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError:
            raise LabError("lab.config-missing", path=path) from None
        except ValueError as error:  # no TOML, or no text at all
            raise LabError("lab.config-toml", path=path, why=error) from None
        return cls.of(values | _read_lines(settings))

    @classmethod
    def of(cls, values: dict[str, Any]) -> Config:
        config = settings_of(cls, values)
        if not config.variants:
            raise LabError("lab.config-variants")
        for variant in config.played:
            if game_of(variant) is not config.game:
                raise LabError("lab.config-family", variant=str(variant), first=str(config.played[0]))
        if config.match_share > 0 and config.game is not ROW:
            raise LabError("lab.config-match", share=config.match_share)
        if config.match_share > 1:
            raise LabError("lab.config-share", share=config.match_share)
        if config.one_pass:
            for variant in config.played:
                require_play_and_draw(variant)
        shape = config.game.shape
        blocks = [name for name, _, _ in (*shape.token_blocks, *shape.overview_blocks)]
        for name in config.blind:
            if name not in blocks:
                raise LabError("lab.config-blind", name=name, names=blocks)
        if config.slots * config.steps % config.minibatch:
            raise LabError(
                "lab.config-minibatch", minibatch=config.minibatch, all=config.slots * config.steps
            )
        shares = (config.explorer_share, config.loner_share, config.pool_share)
        if math.fsum(shares) > 1:
            raise LabError("lab.config-shares", shares=shares)
        if config.pool_size < 2:
            raise LabError("lab.config-pool", size=config.pool_size)
        if config.pool_forgets and config.game is not ROW:
            raise LabError("lab.config-forgets")
        if config.sees_hands and not shape.hand_secrets:
            raise LabError("lab.config-hands")
        return config

    @property
    def decisions(self) -> int:
        """Those of an iteration."""
        return self.slots * self.steps * (2 if self.one_pass else 1)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def require_game(config: Config, name: object, variant: Variant) -> None:
    """Refuse a variant that a net which was trained with this config can't play."""
    if game_of(variant) is not config.game:
        raise LabError("lab.other-game", name=name, variant=str(variant))
    if config.one_pass:
        require_play_and_draw(variant)

"""`python -m lostcities.lab`: train nets, measure them, and export them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import torch

from lostcities.errors import LabError, LostCitiesError
from lostcities.lab.ceiling import Survey, survey
from lostcities.lab.checkpoint import EXPORTED, load_plain, load_policy, require_free
from lostcities.lab.config import Config, read_settings, require_game
from lostcities.lab.distil import distil
from lostcities.lab.expert import Expert, Settings
from lostcities.lab.export import export
from lostcities.lab.families import ROW
from lostcities.lab.grow import grow
from lostcities.lab.matches import explorer_player, loner_player, net_player, play_sets, random_player
from lostcities.lab.network import Student
from lostcities.lab.rollout import Player
from lostcities.lab.run import Rival, Run
from lostcities.variant import Variant

EXPLORER, LONER, RANDOM = "explorer", "loner", "random"
RULED = {EXPLORER: explorer_player, LONER: loner_player, RANDOM: random_player}
CLASSIC = Path(__file__).parent / "configs" / "classic.toml"
SAVED = "a run's folder, policy file or exported net"
PICTURES = ".svg", ".png", ".pdf"
MOST = 2**31 - 1


def _number(
    read: Callable[[str], float], suits: Callable[[float], bool], says: str
) -> Callable[[str], float]:
    """What reads an option's number and refuses one that doesn't suit."""

    def number(text: str) -> float:
        try:
            value = read(text)
        except ValueError:
            value = nan
        if not suits(value):
            raise argparse.ArgumentTypeError(f"{text} is not {says}")
        return value

    return number


COUNT = _number(int, lambda number: 0 < number <= MOST, f"a whole number from 1 to {MOST}")
SEED = _number(int, lambda number: 0 <= number <= MOST, f"a whole number from 0 to {MOST}")
MINUTES = _number(float, lambda number: number > 0, "a number above 0")
TEMPERATURE = _number(float, lambda number: number >= 0, "0, for the best move, or a number above")


def _file(*endings: str) -> Callable[[str], Path]:
    """What reads the name of a file that is to be written."""

    def file(text: str) -> Path:
        if not text.endswith(endings):
            raise argparse.ArgumentTypeError(f"{text} does not end in {' or '.join(endings)}")
        return Path(text)

    return file


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _train(options: argparse.Namespace) -> None:
    run = Run(Config.read(options.config, options.set), options.out, _device())
    if options.resume is not None and options.resume.suffix == EXPORTED:
        run.start_from(options.resume)
    elif options.resume is not None:
        run.resume(options.resume)
    run.train(options.minutes)


def _grow(options: argparse.Namespace) -> None:
    require_free(options.out)
    grow(options.run, options.out, options.blocks)


def _distil(options: argparse.Namespace) -> None:
    """Train a small net to play as a trained one does."""
    require_free(options.out)
    device = _device()
    teacher, taught, _ = load_plain(options.teacher, device)
    config = Config.read(options.config, options.set)
    require_game(taught, options.teacher, config.played[0])
    distil(teacher, config, options.out, options.minutes, device)


def _improve(options: argparse.Namespace) -> None:
    """Teach a policy what search prefers, or only measure what search could win."""
    device = _device()
    policy, config, _ = load_plain(options.teacher, device)
    quick, _, _ = load_policy(options.quick, device)
    if config.game is not ROW:
        raise LabError("lab.improve-row", name=options.teacher)
    if not isinstance(quick, Student):
        raise LabError("lab.improve-quick", name=options.quick)
    variants = options.variant or ["classic"]
    for text in variants:
        require_game(config, options.teacher, Variant.parse(text))
    if options.measure:
        measured = read_settings(Survey, options.set)
        survey(policy, quick, [Variant.parse(text) for text in variants], measured, device, sys.stdout)
    else:
        require_free(options.out)
        expert = Expert(policy, config, quick, variants, read_settings(Settings, options.set), device)
        expert.improve(options.out, options.minutes)


def _best_response(options: argparse.Namespace) -> None:
    """Train against a frozen player for a while; what it wins by is how far that player can be exploited."""
    device = _device()
    policy = None
    if options.rival == EXPLORER:
        config = Config.read(options.config)
        rival = Rival(explorer_player, explorer_player)
    else:
        policy, config, _ = load_policy(Path(options.rival), device)
        fused: Any = torch.compile(policy, dynamic=False) if config.compile else policy
        rival = Rival(net_player(fused, 1.0), net_player(policy))
    variant = options.variant or next(iter(config.variants))
    if policy is not None:
        require_game(config, options.rival, Variant.parse(variant))
    settings = config.as_dict() | {"variants": {variant: 1.0}, "schedule_minutes": options.minutes}
    if policy is not None and not options.from_scratch:
        # It knows the game already: small steps, and less to try out.
        settings |= {"learning_rate": config.learning_rate / 2, "entropy": config.last_entropy * 2}
    run = Run(Config.of(settings), options.out, device, rival=rival)
    if policy is not None and not options.from_scratch:
        run.begin_as(options.rival, policy, config)
    run.train(options.minutes)
    score = play_sets(
        Variant.parse(variant), net_player(run.policy), rival.at_its_best, options.sets, device, seed=7
    )
    print(f"best response against {options.rival}, {variant}: {score}")


def _player(name: str, temperature: float, device: torch.device) -> tuple[Player, Config | None]:
    """A player, and the settings that it was trained with."""
    if name in RULED:
        return RULED[name], None
    policy, config, _ = load_policy(Path(name), device)
    return net_player(policy, temperature), config


def _evaluate(options: argparse.Namespace) -> None:
    """Without a variant, the first that a net was trained for."""
    device = _device()
    first, of_first = _player(options.first, options.temperature, device)
    second, of_second = _player(options.second, options.temperature, device)
    trained = of_first or of_second or Config()
    variants = [Variant.parse(text) for text in options.variant] if options.variant else trained.played[:1]
    for variant in variants:
        for name, config in ((options.first, of_first), (options.second, of_second)):
            if config:
                require_game(config, name, variant)
    for variant in variants:
        score = play_sets(variant, first, second, options.pairs, device, options.seed)
        print(f"{variant}: {options.first} against {options.second}: {score}", flush=True)


def _calibrate(options: argparse.Namespace) -> None:
    """Whether a policy's forecasts come true in fresh rounds: without a variant, of the first that it was
    trained for."""
    from lostcities.lab.calibration import calibrate, draw

    device = _device()
    policy, config, _ = load_plain(options.checkpoint, device)
    variant = Variant.parse(options.variant) if options.variant else config.played[0]
    require_game(config, options.checkpoint, variant)
    found = calibrate(policy, variant, options.rounds, device)
    print(found)
    if options.file:
        draw(found, options.file)


def _export(options: argparse.Namespace) -> None:
    export(options.checkpoint, options.file, options.temperature)
    print(f"{options.file}: {options.file.stat().st_size / 1e6:.1f} MB")


def _plot(options: argparse.Namespace) -> None:
    from lostcities.lab.plot import plot

    plot(options.run, options.file)


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(prog="python -m lostcities.lab", description=__doc__)
    commands = whole.add_subparsers(required=True)

    train = commands.add_parser("train", help="train by self-play")
    train.add_argument("config", type=Path)
    train.add_argument("--out", type=Path, required=True)
    train.add_argument("--minutes", type=MINUTES, required=True)
    train.add_argument("--set", action="append", default=[], help="a setting, as in slots=4096")
    train.add_argument("--resume", type=Path, help="the folder of a run to go on with, or an exported net")
    train.set_defaults(command=_train)

    larger = commands.add_parser("grow", help="a net of twice the width that plays as a run's does")
    larger.add_argument("run", type=Path)
    larger.add_argument("--blocks", type=COUNT, required=True)
    larger.add_argument("--out", type=Path, required=True)
    larger.set_defaults(command=_grow)

    student = commands.add_parser("distil", help="train a small net to play as a trained one does")
    student.add_argument("teacher", type=Path, help=SAVED)
    student.add_argument("config", type=Path)
    student.add_argument("--out", type=Path, required=True)
    student.add_argument("--minutes", type=MINUTES, required=True)
    student.add_argument("--set", action="append", default=[], help="a setting, as in width=64")
    student.set_defaults(command=_distil)

    expert = commands.add_parser("improve", help="teach a policy what search prefers")
    expert.add_argument("teacher", type=Path, help=SAVED)
    expert.add_argument("--quick", type=Path, required=True, help="its student, which reads hands")
    expert.add_argument("--variant", action="append", help="what to search in; classic if none is given")
    expert.add_argument("--set", action="append", default=[], help="a setting, as in worlds=64")
    aim = expert.add_mutually_exclusive_group(required=True)
    aim.add_argument("--out", type=Path, help="the folder of the improved policy")
    aim.add_argument("--measure", action="store_true", help="only say what search could win")
    expert.add_argument("--minutes", type=MINUTES, default=10.0)
    expert.set_defaults(command=_improve)

    evaluate = commands.add_parser("evaluate", help="mirrored rounds between two players")
    evaluate.add_argument("first", help=f"{SAVED}, or one of {', '.join(RULED)}")
    evaluate.add_argument("second")
    evaluate.add_argument("--pairs", type=COUNT, default=4096, help="deals, each played with every seating")
    evaluate.add_argument("--variant", action="append")
    evaluate.add_argument("--temperature", type=TEMPERATURE, default=0.0, help="0 for the best move")
    evaluate.add_argument("--seed", type=SEED, default=1)
    evaluate.set_defaults(command=_evaluate)

    probe = commands.add_parser("best-response", help="how far a player can be exploited")
    probe.add_argument("rival", help=f"{SAVED}, or {EXPLORER}")
    probe.add_argument("--config", type=Path, default=CLASSIC, help=f"how to train against {EXPLORER}")
    probe.add_argument("--minutes", type=MINUTES, default=5.0)
    probe.add_argument("--out", type=Path, required=True)
    probe.add_argument("--variant")
    probe.add_argument("--from-scratch", action="store_true")
    probe.add_argument("--sets", type=COUNT, default=16_384)
    probe.set_defaults(command=_best_response)

    honest = commands.add_parser("calibrate", help="compare a policy's forecasts with fresh rounds")
    honest.add_argument("checkpoint", type=Path, help=SAVED)
    honest.add_argument("--variant")
    honest.add_argument("--rounds", type=COUNT, default=2048)
    honest.add_argument("--file", type=_file(*PICTURES), help="a picture")
    honest.set_defaults(command=_calibrate)

    write = commands.add_parser("export", help="a policy as a file for play without PyTorch")
    write.add_argument("checkpoint", type=Path, help=SAVED)
    write.add_argument("file", type=_file(EXPORTED))
    write.add_argument("--temperature", type=float, default=1.0, help="above 1 for less sharp chances")
    write.set_defaults(command=_export)

    draw = commands.add_parser("plot", help="a run's log as a picture")
    draw.add_argument("run", type=Path)
    draw.add_argument("file", type=_file(*PICTURES), help="the picture")
    draw.set_defaults(command=_plot)
    return whole


def main(arguments: list[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except LostCitiesError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

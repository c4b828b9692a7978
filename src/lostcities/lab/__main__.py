"""`python -m lostcities.lab`: train, evaluate, probe, export, plot."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import torch

from lostcities.errors import LostCitiesError
from lostcities.lab.checkpoint import load_policy
from lostcities.lab.config import Config
from lostcities.lab.export import export
from lostcities.lab.matches import Player, net_player, plain_player, play_sets, random_player
from lostcities.lab.run import Run
from lostcities.variant import Variant


def _device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def _train(options: argparse.Namespace) -> None:
    run = Run(Config.read(options.config, options.set), options.out, _device())
    if options.resume is not None:
        run.resume(options.resume)
    run.train(options.minutes)


def _best_response(options: argparse.Namespace) -> None:
    """Train against a frozen policy for a while; what it wins by is how far that policy can be exploited."""
    device = _device()
    rival, config, _ = load_policy(options.checkpoint, device)
    variant = options.variant or next(iter(config.variants))
    config = replace(
        config,
        variants={variant: 1.0},
        schedule_minutes=options.minutes,
        learning_rate=config.learning_rate / 2,
        entropy=config.last_entropy * 2,
    )
    run = Run(config, options.out, device, rival=rival)
    if not options.from_scratch:
        run.policy.load_state_dict(rival.state_dict())
    run.train(options.minutes)
    score = play_sets(
        Variant.parse(variant), net_player(run.policy), net_player(rival), options.sets, device, seed=7
    )
    print(f"best response against {options.checkpoint}, {variant}: {score}")


def _player(name: str, temperature: float, device: torch.device) -> Player:
    if name == "plain":
        return plain_player
    if name == "random":
        return random_player
    return net_player(load_policy(Path(name), device)[0], temperature)


def _evaluate(options: argparse.Namespace) -> None:
    device = _device()
    first = _player(options.first, options.temperature, device)
    second = _player(options.second, options.temperature, device)
    for text in options.variant or ["classic"]:
        score = play_sets(Variant.parse(text), first, second, options.pairs, device, options.seed)
        print(f"{text}: {options.first} against {options.second}: {score}", flush=True)


def _export(options: argparse.Namespace) -> None:
    export(options.checkpoint, options.file)
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
    train.add_argument("--minutes", type=float, required=True)
    train.add_argument("--set", action="append", default=[], help="a setting, as in slots=4096")
    train.add_argument("--resume", type=Path, help="the folder of a run to go on with")
    train.set_defaults(command=_train)

    evaluate = commands.add_parser("evaluate", help="mirrored rounds between two players")
    evaluate.add_argument("first", help="a run's folder or policy file, or 'plain' or 'random'")
    evaluate.add_argument("second")
    evaluate.add_argument("--pairs", type=int, default=4096, help="deals, each played with every seating")
    evaluate.add_argument("--variant", action="append")
    evaluate.add_argument("--temperature", type=float, default=0.0)
    evaluate.add_argument("--seed", type=int, default=1)
    evaluate.set_defaults(command=_evaluate)

    probe = commands.add_parser("best-response", help="how far a policy can be exploited")
    probe.add_argument("checkpoint", type=Path)
    probe.add_argument("--minutes", type=float, default=5.0)
    probe.add_argument("--out", type=Path, required=True)
    probe.add_argument("--variant")
    probe.add_argument("--from-scratch", action="store_true")
    probe.add_argument("--sets", type=int, default=16_384)
    probe.set_defaults(command=_best_response)

    write = commands.add_parser("export", help="a policy as a file for play without PyTorch")
    write.add_argument("checkpoint", type=Path)
    write.add_argument("file", type=Path)
    write.set_defaults(command=_export)

    draw = commands.add_parser("plot", help="a run's log as a picture")
    draw.add_argument("run", type=Path)
    draw.add_argument("file", type=Path, help="an .svg, .png or .pdf file")
    draw.set_defaults(command=_plot)
    return whole


def main(arguments: list[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    try:
        options.command(options)
    except LostCitiesError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()

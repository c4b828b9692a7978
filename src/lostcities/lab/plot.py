"""A run's log as a picture: strength against time, and the signs of drift."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from lostcities.errors import LabError
from lostcities.lab.run import LOG

SIGNS = {
    "turns_95": "turns of a round, 95 %",
    "takes": "discards drawn a round",
    "auctions": "auctions a game",
    "price": "coins paid in an auction",
}
"""Facts in which drift shows first, two of each family."""


def plot(run: Path, file: Path) -> None:
    try:
        lines = [json.loads(line) for line in (run / LOG).read_text(encoding="utf-8").splitlines()]
    except (FileNotFoundError, NotADirectoryError):
        raise LabError("lab.checkpoint-missing", path=run / LOG) from None
    except ValueError:
        raise LabError("lab.no-log", path=run / LOG) from None
    figure = Figure(figsize=(11, 7), layout="constrained")
    (strength, score, first), (second, entropy, critic) = figure.subplots(2, 3)
    _evaluations(strength, lines)
    _variants(score, lines, "score", "points a side, sampled play")
    logged = {fact for line in lines for facts in line["variants"].values() for fact in facts}
    for axes, fact in zip((first, second), (fact for fact in SIGNS if fact in logged), strict=False):
        _variants(axes, lines, fact, SIGNS[fact])
    _line(entropy, lines, "entropy", "entropy of a decision")
    _line(critic, lines, "explained", "share of the outcome that the critic explains")
    with mpl.rc_context({"svg.hashsalt": "lostcities"}):
        figure.savefig(file)


def _evaluations(axes: Any, lines: list[dict[str, Any]]) -> None:
    axes.set_title("points a round against, greedy, mirrored")
    measured = [line for line in lines if "evaluation" in line]
    for name in ("explorer", "eldest", "latest", "rival"):
        points = [
            (line["minutes"], line["evaluation"][name]) for line in measured if name in line["evaluation"]
        ]
        if points:
            minutes, scores = zip(*points, strict=True)
            axes.errorbar(
                minutes, [s["margin"] for s in scores], [s["error"] for s in scores], label=name, marker="."
            )
    if measured:
        axes.legend()
    axes.set_xlabel("minutes")


def _variants(axes: Any, lines: list[dict[str, Any]], fact: str, title: str) -> None:
    axes.set_title(title)
    names = list(dict.fromkeys(name for line in lines for name in line["variants"]))
    for name in names:
        points = [
            (line["minutes"], line["variants"][name][fact]) for line in lines if name in line["variants"]
        ]
        axes.plot(*zip(*points, strict=True), label=name, linewidth=1)
    if names:
        axes.legend(fontsize="x-small")
    axes.set_xlabel("minutes")


def _line(axes: Any, lines: list[dict[str, Any]], fact: str, title: str) -> None:
    axes.set_title(title)
    axes.plot([line["minutes"] for line in lines], [line[fact] for line in lines], linewidth=1)
    axes.set_xlabel("minutes")

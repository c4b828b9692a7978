"""How much search one decision ahead can win at all: measured, without learning.

A proposal is chosen in some worlds and judged in others. Held-out worlds say what search believes to win.
Worlds with the true hands say what it wins: in them only the order of the draw pile is by chance. If such
worlds choose, too, they say what it would be worth to know the hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TextIO

import torch
from torch import Tensor

from lostcities.bots.search_contest import Belief
from lostcities.lab.config import Positive
from lostcities.lab.gains import Gains, SelfPlay, table
from lostcities.lab.labels import by_mean, gain, judge
from lostcities.lab.network import Policy, Student
from lostcities.lab.playouts import playouts
from lostcities.lab.trying import Doubts, Roots, find_roots, try_out
from lostcities.variant import Variant

CHOOSING, HELD_OUT, TRUE, TOLD = range(4)  # kinds of worlds
KINDS = 4


@dataclass(frozen=True, kw_only=True)
class Survey:
    """How much to measure."""

    roots: Positive[int] = 512
    """Decisions in doubt at a time."""
    rounds: Positive[int] = 1
    """How many times; the table is printed after each."""
    slots: Positive[int] = 4096
    """Rounds of self-play that the decisions are taken from."""
    counted: Positive[int] = 256
    """Decisions of each of them, to see how many are in doubt."""
    worlds: Positive[tuple[int, ...]] = (16, 64, 256, 1024)
    """How many decide between proposals."""
    judges: Positive[int] = 256
    """Worlds that judge the choice: so many held out, so many with the true hands."""
    playouts: Positive[int] = 65_536
    """Rounds played out side by side."""
    proposals: Positive[int] = 4
    least: float = 0.01
    """A chance below which an action is no proposal."""
    seed: int = 1


def survey(
    policy: Policy,
    quick: Student,
    variants: list[Variant],
    size: Survey,
    device: torch.device,
    out: TextIO,
) -> dict[str, dict[str, Gains]]:
    """Tables by who chooses and who judges: the quick net or the policy itself plays the worlds out."""
    doubts, belief = Doubts(size.proposals, size.least), Belief()
    torch.manual_seed(size.seed)
    play = SelfPlay(variants, size.slots, doubts, size.seed, device)
    play.warm_up(policy, 0.0, play.rounds.game.long_round)
    trials = playouts(play.rounds, size.playouts)
    tables: dict[str, dict[str, Gains]] = {}
    for time in range(size.rounds):
        play.play(policy, 0.0, size.counted)
        roots = find_roots(play.rounds, policy, size.roots, doubts)

        def worlds(net: Policy, kind: int, number: int, roots: Roots = roots, time: int = time) -> Tensor:
            seed, true_hands = (size.seed * size.rounds + time) * KINDS + kind, kind in (TRUE, TOLD)
            return try_out(trials, roots, quick, net, number, seed=seed, true_hands=true_hands)

        nets = {"the quick net": quick, "the policy": policy}
        held_out = {name: worlds(net, HELD_OUT, size.judges) for name, net in nets.items()}
        true = worlds(policy, TRUE, size.judges)
        for name, net in nets.items():
            choosing = worlds(net, CHOOSING, max(size.worlds))
            judges = {f"held-out worlds of {name}": held_out[name]}
            judges["held-out worlds of the policy"] = held_out["the policy"]
            judges["worlds of the policy with the true hands"] = true
            for whose, judged in judges.items():
                columns = tables.setdefault(f"worlds of {name} choose, {whose} judge", {})
                _add(columns, roots, choosing, judged, size.worlds, belief)
        told = tables.setdefault("worlds of the policy with the true hands choose, others of these judge", {})
        _add(told, roots, worlds(policy, TOLD, max(size.worlds)), true, size.worlds, belief)
        print(f"\n{sum(next(iter(next(iter(tables.values())).values())).decisions)} decisions", file=out)
        for title, columns in tables.items():
            print("\n" + table(title, columns, play.often), file=out, flush=True)
    return tables


def _add(
    columns: dict[str, Gains],
    roots: Roots,
    worth: Tensor,
    judged: Tensor,
    worlds: tuple[int, ...],
    belief: Belief,
) -> None:
    """Every group of so many worlds chooses once; their mean counts."""

    def column(name: str) -> Gains:
        return columns.setdefault(name, Gains(worth.device))

    for number in worlds:
        groups = worth.unfold(-1, number, number).unbind(-2)
        gained = torch.stack([gain(judge(roots, group, belief).choice, judged) for group in groups])
        column(f"{number} worlds").add(roots.pile, gained.mean(0))
    column("by mean alone").add(roots.pile, gain(by_mean(roots, worth), judged))

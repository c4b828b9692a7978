"""Score sheets on a terminal, with the lines of the printed ones."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from lostcities.cli.symbols import STYLES, row_text
from lostcities.game import RivalsSheet, RowSheet, Sheet
from lostcities.variant import Variant
from lostcities.words import Speaker

ROW_LINES = ("sum", "cost", "result", "factor", "multiplied", "bonus", "total")
RIVALS_LINES = ("footprints", "factor", "multiplied", "bonus", "total")
WIDEST_ROW = 24
BESIDE_ROWS = 60
"""What the other columns take of the width."""


def sheet_table(variant: Variant, sheet: Sheet, say: Speaker, title: str, width: int) -> Table:
    """One side's sheet: a line for each expedition, then what else counts, then the total."""
    lines = ROW_LINES if isinstance(sheet, RowSheet) else RIVALS_LINES
    table = Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        title=title,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("")
    table.add_column(say.say("cli.sheet.cards"))
    for name in lines:
        table.add_column(say.say(f"cli.sheet.{name}"), justify="right")
    for expedition in sheet.expeditions:
        numbers = (_number(name, getattr(expedition, name)) for name in lines)
        empty = not expedition.cards
        table.add_row(
            Text(say.name(expedition.colour), STYLES[expedition.colour]),
            row_text(expedition.cards, min(WIDEST_ROW, width - BESIDE_ROWS)),
            *(Text("·", "dim") if empty else Text(number) for number in numbers),
        )
    gap = [""] * (len(lines) - 1)
    for label, points in _further_lines(variant, sheet, say):
        table.add_row("", label, *gap, str(points))
    table.add_row("", say.say("cli.sheet.score"), *gap, Text(str(sheet.total), "bold"))
    return table


def _number(name: str, value: int) -> str:
    return f"×{value}" if name == "factor" else str(value)


def _further_lines(variant: Variant, sheet: Sheet, say: Speaker) -> list[tuple[str, int]]:
    if isinstance(sheet, RivalsSheet):
        return [(say.say("cli.sheet.coins"), sheet.coins)]
    found = []
    if sheet.exploits:
        found.append((say.say("cli.sheet.exploits", exploits=sheet.exploits), sheet.exploit_points))
    if variant.nothing_in_hand:
        found.append((say.say("cli.sheet.hand"), sheet.hand))
    return found


def rounds_table(
    names: Sequence[str], scores: Sequence[Sequence[int]], totals: Sequence[int], say: Speaker
) -> Table:
    """The points of each round and the grand total."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for number, points in enumerate(scores, 1):
        table.add_row(say.say("cli.sheet.round", number=str(number)), *map(str, points))
    table.add_row(say.say("cli.sheet.grand-total"), *(Text(str(total), "bold") for total in totals))
    return table

"""The same cards in every run of the tests, dealt as fairly as ever.

What chance decides at a table follows from its secret and its cuts: the cards, the lots, what its bots do.
Run as a program this is `lostcities` with the same of both at every table, so that two tables of one variant
tell the same story, and "Verify the deal" finds nothing wrong with it.
"""

from __future__ import annotations

from lostcities.cli.main import main
from lostcities.fair import FairDeal
from lostcities.server.table import decisions
from lostcities.server.table.events import Joined
from lostcities.server.table.state import Table

SECRET = "10" * 32
CUT = "cut"
SAME_CUT = """crypto.getRandomValues = (bytes) => bytes.fill(7);"""
"""For the pages: their cut is one that they make and seal themselves."""


def repeat() -> None:
    """From now on nobody at a table of this process decides anything by chance."""
    join = decisions.join

    def join_with_the_same_cut(
        table: Table, guest: str, nickname: str, _: str | None, seat: int | None, seal: str | None = None
    ) -> Joined | None:
        return join(table, guest, nickname, None if seal else CUT, seat, seal)

    setattr(FairDeal, "new", staticmethod(lambda: FairDeal(SECRET)))  # noqa: B010
    setattr(decisions, "join", join_with_the_same_cut)  # noqa: B010


if __name__ == "__main__":
    repeat()
    main()

"""`lostcities` of a version to come, with one kind of event more: whoever leaves a table brings rain."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from lostcities.server.table import events


class Rained(events._Event):
    kind: Literal["rained"] = "rained"


def learn() -> None:
    """Before any other part of the server is loaded."""
    events.LANGUAGE += 1
    any_event: Any = Annotated[events.Event | Rained, Field(discriminator="kind")]
    events._EVENT = TypeAdapter(any_event)

    from lostcities.server.table import decisions
    from lostcities.server.table.state import Table

    take = Table._take

    def take_rain(table: Table, event: Any, at: int) -> None:
        if not isinstance(event, Rained):
            take(table, event, at)

    setattr(Table, "_take", take_rain)  # noqa: B010
    setattr(decisions, "leave", lambda *_: Rained())  # noqa: B010


if __name__ == "__main__":
    learn()

    from lostcities.cli.main import main

    main()

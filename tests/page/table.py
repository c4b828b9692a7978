"""A person at the page: what tests do with mouse, keyboard and touch, in the words of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

PATIENCE_MS = 60_000
"""Longer than anything takes, be the machine ever so busy: waiting costs nothing where all is well."""
Pick = Callable[[dict[str, Any]], str]
"""Chooses among the legal moves of a view."""


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.context.set_default_timeout(PATIENCE_MS)
        self.url = url
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.console: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))

    def open(self, path: str = "/") -> Page:
        self.page.goto(self.url + path)
        return self.page

    # The home page

    def plan(self, edition: str, *choices: str, options: tuple[str, ...] = ()) -> Locator:
        """Open the set-up of an edition and choose; the dialog is left open."""
        self.open()
        self.page.locator(".editions").get_by_role("button", name=re.compile(f"^{edition}")).click()
        dialog = self.page.get_by_role("dialog")
        for choice in choices:
            dialog.get_by_text(choice, exact=True).first.click()
        if options:
            folded = dialog.locator("details")
            folded.locator("summary").click()
            for option in options:
                folded.get_by_text(re.compile(f"^{option}")).first.click()
        return dialog

    def start(self, edition: str, *choices: str, options: tuple[str, ...] = ()) -> None:
        self.plan(edition, *choices, options=options).locator("[type=submit]").click()
        self.page.wait_for_url("**/table/*")

    def create(self, variant: dict[str, Any], seats: list[dict[str, str]], **wishes: Any) -> str:
        """Set up a table without the page, and sit down."""
        self.introduce("Ada")
        answer = self.request("tables", {"variant": variant, "seats": seats, **wishes})
        table: str = answer["table"]["id"]
        self.request(f"tables/{table}/join", {})
        return table

    def introduce(self, nickname: str) -> None:
        """Become a guest of the server, unless it knows this browser."""
        if not self.context.request.get(f"{self.url}/api/me").ok:
            self.request("guests", {"nickname": nickname})

    def request(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        """Ask the server for something as the page would."""
        answer = self.context.request.post(f"{self.url}/api/{what}", data=body, headers={"Origin": self.url})
        told: dict[str, Any] = answer.json()
        return told

    @property
    def table_id(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    # What the page shows, and what the server says

    def state(self, seat: int | None = None) -> dict[str, Any]:
        query = "" if seat is None else f"?seat={seat}"
        answer = self.context.request.get(f"{self.url}/api/tables/{self.table_id}{query}")
        table: dict[str, Any] = answer.json()["table"]
        return table

    def asked(self) -> dict[str, Any]:
        """The table as soon as this person can move or the round is over."""
        deadline = monotonic() + PATIENCE_MS / 1000
        while monotonic() < deadline:
            table = self.state()
            if table["status"] != "playing" or "move" in table["you"]["can"]:
                return table
            self.page.wait_for_timeout(5)
        raise AssertionError("the others do not move")

    def caught_up(self) -> dict[str, Any]:
        """The same, once the page shows it too. The end of a match is followed by its secret."""
        deadline = monotonic() + PATIENCE_MS / 1000
        while monotonic() < deadline:
            table = self.asked()
            if self.page.locator(f'.table[data-seq="{table["seq"]}"]').count():
                return table
            self.page.wait_for_timeout(5)
        raise AssertionError("the page does not show what is so")

    def gone_on(self, table: dict[str, Any]) -> None:
        """Wait until the page no longer shows this state of the table."""
        self.page.locator(f'.table[data-seq="{table["seq"]}"]').wait_for(state="detached")

    @property
    def hand(self) -> Locator:
        return self.page.locator(".hand button")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'.hand [data-card="{card}"]').first

    @property
    def my_row(self) -> Locator:
        """The row that takes the chosen card."""
        return self.page.locator(".side.ours .expedition.target")

    @property
    def pile(self) -> Locator:
        return self.page.locator('[data-pile="draw"]')

    def discard_pile(self, colour: str) -> Locator:
        return self.page.locator(f'[data-pile="{colour}"]')

    @property
    def sheet(self) -> Locator:
        return self.page.locator("#end-title")

    def until(self, *goals: str) -> str:
        """Wait for the first of: `play`, `draw` on the own turn, `end`; at one device `cover`, `done`."""
        where = {
            "play": ".hand.active button",
            "draw": ".pile.target",
            "end": "#end-title",
            "cover": ".cover .button",
            "done": ".hand:has(.fresh)",
        }
        self.page.locator(", ".join(where[goal] for goal in goals)).first.wait_for()
        return next(goal for goal in goals if self.page.locator(where[goal]).count())

    # By mouse

    def play_by_mouse(self) -> None:
        """Lay what can go on an own row without a gap of more than two, else discard the first card."""
        self.click(choose(self.state()["game"]))

    def draw_by_mouse(self) -> None:
        self.pile.click()
        self.page.locator(".pile.target").wait_for(state="detached")

    def turn_by_mouse(self) -> None:
        self.until("play")
        self.play_by_mouse()
        self.pile.and_(self.page.locator(".target")).wait_for()
        self.draw_by_mouse()

    def click(self, move: str) -> None:
        """Carry out a move of any edition as somebody with a mouse does."""
        kind, what = move[0], move[1:]
        if self.page.locator(".river").count():
            self._click_in_rivals(move)
        elif kind in "+-":
            self.card(what).click()
            (self.my_row if kind == "+" else self.discard_pile(what[0])).click()
        elif kind == "@":
            (self.discard_pile(what) if what else self.pile).click()
        elif move == ".":
            self.page.get_by_role("button", name="Stop", exact=True).click()
        else:
            self.page.get_by_role("button", name=re.compile("^Claim")).first.click()

    def _click_in_rivals(self, move: str) -> None:
        ways, name = self.page.locator(".auction .ways"), move.partition(":")[0]
        if move[0] in "+-":
            self.page.locator(f'.river [data-card="{move[1:]}"]').first.click()
        elif move == ".":
            ways.locator(".button").last.click()
        elif name == "bid":
            while (
                bid := ways.get_by_role("button", name=re.compile("^Bid"))
            ).inner_text() != f"Bid {move[4:]}":
                ways.get_by_role("button", name="more").click()
            bid.click()
        else:
            ways.get_by_role("button", name=name.capitalize()).click()

    def round_by_mouse(self, pick: Pick | None = None) -> list[str]:
        """Play on by mouse until the score sheet is shown; gives the own moves."""
        moves: list[str] = []
        for _ in range(400):
            table = self.caught_up()
            if table["status"] != "playing":
                self.sheet.wait_for()
                return moves
            moves.append((pick or sensible)(table["game"]))
            self.click(moves[-1])
            self.gone_on(table)
        raise AssertionError("the round does not end")

    def hurry(self, left: int = 1, pick: Pick | None = None) -> None:
        """Let the round go on without the mouse until so many cards are left in the draw pile."""
        for _ in range(400):
            table = self.asked()
            game = table["game"]
            if table["status"] != "playing" or game["pile"] + 20 * game.get("piles_left", 0) <= left:
                self.caught_up()
                return
            move = (pick or quick)(game)
            self.post("moves", {"seq": table["seq"], "move": move, "seat": game["seat"]})
        raise AssertionError("the round does not end")

    def post(self, what: str, body: dict[str, Any]) -> None:
        self.request(f"tables/{self.table_id}/{what}", body)


def quick(game: dict[str, Any]) -> str:
    """A move that brings the end nearer."""
    legal: list[str] = game["legal_moves"]
    if game["phase"] == "play":
        return choose(game)
    if game["phase"] == "lay" or (game["phase"] == "turn" and len(game["river"]) > 5):
        return next((move for move in legal if move[0] in "+b"), legal[-1])
    return next(move for move in ("@", "discover", "pass", ".") if move in legal)


def sensible(game: dict[str, Any]) -> str:
    """A move that a person might make, whatever the edition."""
    legal: list[str] = game["legal_moves"]
    rows = game["expeditions"][game["seat"] % len(game["expeditions"])]
    match game["phase"]:
        case "play":
            return choose(game)
        case "draw":
            claims = [move for move in legal if move.startswith("claim")]
            wanted = [move for move in legal if move[1:] and fits(rows, game["discard_tops"].get(move[1:]))]
            return (claims or wanted or ["@"])[0]
        case "turn" | "bid":
            bids = [move for move in legal if move.startswith("bid:")]
            worth = sum(fits(rows, card) for card in game["river"])
            if bids and int(bids[0][4:]) <= worth:
                return bids[min(1, len(bids) - 1)]
            return "pass" if "pass" in legal else "discover"
    return legal[0]


def fits(rows: dict[str, list[str]], card: str | None) -> bool:
    """A card that goes on with a row which was started."""
    if not card or not rows[card[0]]:
        return False
    last = rows[card[0]][-1][1:]
    return last == "X" or (card[1:] != "X" and int(card[1:]) > int(last))


def choose(game: dict[str, Any]) -> str:
    """A sensible move among the legal ones: a row that was started grows by the lowest card."""
    legal: list[str] = [move for move in game["legal_moves"] if move[0] in "+-"]
    rows = game["expeditions"][game["seat"] % len(game["expeditions"])]

    def worth(move: str) -> tuple[bool, bool, int]:
        value = 1 if move[2:] == "X" else int(move[2:])
        lays = move[0] == "+"
        return (lays and bool(rows[move[1]]), lays and value < 5, -value if lays else value - 20)

    return max(legal, key=worth)

"""What the API sends of a view: the same as the library, but the points for the lines of the sheets."""

from __future__ import annotations

import json
import random

import pytest

from lostcities.cli.seat import with_sheets
from lostcities.match import Match
from lostcities.plain import plain
from lostcities.server.live.views import as_json, seen, seen_by_all, seen_by_one
from lostcities.variant import Variant
from variants import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_programs_are_shown_what_the_library_shows(variant: Variant) -> None:
    match, rng = Match.random(variant, seed=7), random.Random(7)
    while not match.over:
        if match.between_rounds:
            match.next_round()
        for seat in (None, *range(variant.players)):
            view = match.view(seat)
            sent = json.loads(as_json(seen(view)))
            assert (sent["sheets"] is None) == (not view.over)
            assert [side["total"] for side in sent["points"]] == [sheet.total for sheet in view.sheets]
            assert with_sheets(variant, sent) == plain(view)
        match.play(rng.choice(match.game.legal_moves))


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_is_made_once_for_all_is_the_same_for_all(variant: Variant) -> None:
    match, rng = Match.random(variant, seed=8), random.Random(8)
    while not match.game.over:
        shared = as_json(seen_by_all(match.view()))
        for seat in range(variant.players):
            view = match.view(seat)
            assert as_json(seen_by_all(view)) == shared
            assert seen_by_all(view).keys() | seen_by_one(view).keys() == seen(view).keys()
        match.play(rng.choice(match.game.legal_moves))

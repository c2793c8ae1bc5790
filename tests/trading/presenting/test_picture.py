"""The picture of a development: growth, the luck of many tries, the sealed part."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.variants import opened_variant, played_variant
from trading.domain.luck import expected_maximum
from trading.presenting.picture import SIZE, Picture, picture
from trading.presenting.series import gained
from trading.services.replay import Replay, replay_variant

pytestmark = pytest.mark.django_db


@pytest.fixture
def replay() -> Replay:
    return replay_variant(variant=played_variant())


def drawn(replay: Replay, tries: int = 10) -> Picture:
    found = picture(replay, tries)
    assert found is not None
    return found


def points(text: str) -> list[tuple[float, float]]:
    pairs = [one.split(",") for one in text.split()]
    return [(float(x), float(y)) for x, y in pairs]


def test_growth_is_that_of_all_segments_one_after_the_other(replay: Replay):
    worth = [part.equity[-1] / part.equity[0] for part in replay.parts]
    held = [part.hold[-1] / part.hold[0] for part in replay.parts]
    shown = drawn(replay)
    assert shown.gained == pytest.approx(np.prod(worth) - 1)
    assert shown.hold == pytest.approx(np.prod(held) - 1)


def test_the_band_widens_from_one_to_the_best_of_so_many_walks_without_skill(replay: Replay):
    moves = gained(replay)
    spread = expected_maximum(10, moves.std() * np.sqrt(len(moves)))
    best = np.exp(spread - moves.var() * len(moves) / 2) - 1
    assert drawn(replay).luck == pytest.approx(best)
    edge = [y for _x, y in points(drawn(replay).band)]
    assert edge[0] == edge[-1]  # it begins at the start, where nothing was won or lost
    assert max(edge) - min(edge) > 100


def test_more_tries_reach_further_and_one_alone_has_no_band(replay: Replay):
    assert drawn(replay, 100).luck > drawn(replay, 10).luck
    assert drawn(replay, 1).band == ""


def test_nothing_is_drawn_in_the_sealed_part(replay: Replay):
    shown = drawn(replay)
    *seen, sealed = shown.columns
    assert (sealed.sealed, sealed.since, [one.sealed for one in seen]) == (True, "", [False] * 2)
    begins = float(sealed.at.removesuffix("%")) / 100 * SIZE
    for curve in (shown.own, shown.benchmark, shown.band):
        assert max(x for x, _y in points(curve)) <= begins


def test_an_opened_holdout_is_drawn_to_its_end():
    shown = drawn(replay_variant(variant=opened_variant()))
    assert not shown.sealed
    assert max(x for x, _y in points(shown.own)) == SIZE


def test_the_rows_are_multiples_of_the_start_within_the_drawing(replay: Replay):
    rows = drawn(replay).rows
    assert "× 1" in [row.text for row in rows]
    assert all(0 <= float(row.at.removesuffix("%")) <= 100 for row in rows)
    assert 2 <= len(rows) <= 7

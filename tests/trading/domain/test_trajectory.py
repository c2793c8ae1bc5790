"""Where a development is heading, from its best gate scores."""

from __future__ import annotations

import pytest

from config.runs.ledger import require_plain
from trading.domain.routing import trajectory


@pytest.mark.parametrize("scores", [[], [0.5], [None]])
def test_before_the_second_iteration_there_is_none(scores: list[float | None]):
    assert trajectory(scores) is None


@pytest.mark.parametrize(
    ("scores", "status"),
    [
        ([0.50, 0.55], "CONVERGING"),  # a step to the hair
        ([0.55, 0.60], "CONVERGING"),  # .6 - .55 is less than .05 in binary
        ([0.50, 0.549], "STAGNANT"),
        ([0.50, 0.50], "STAGNANT"),
        ([0.50, 0.451], "STAGNANT"),
        ([0.50, 0.45], "DIVERGING"),
        ([0.60, 0.55], "DIVERGING"),
        ([0.30, 0.35, 0.40], "CONVERGING"),
        ([0.30, 0.40, 0.40], "CONVERGING"),  # .05 an iteration on average
        ([0.30, 0.39, 0.40], "CONVERGING"),
        ([0.30, 0.30, 0.39], "STAGNANT"),
        ([0.60, 0.50, 0.50], "DIVERGING"),
        ([0.50, 0.60, 0.50], "OSCILLATING"),
        ([0.50, 0.40, 0.50], "OSCILLATING"),
        ([0.50, 0.55, 0.50], "OSCILLATING"),
        ([0.50, 0.55, 0.51], "STAGNANT"),  # the way back is no step
        ([0.50, 0.54, 0.49], "STAGNANT"),  # the way out is no step
        ([0.20, 0.80, 0.30], "OSCILLATING"),
        ([0.10, 0.90, 0.90, 0.90], "STAGNANT"),  # only the newest two changes count
        ([0.90, 0.10, 0.20, 0.30], "CONVERGING"),
        ([None, 0.05], "CONVERGING"),  # a missing score is the worst
        ([0.05, None], "DIVERGING"),
        ([0.3, None, 0.3], "OSCILLATING"),
        ([None, None, None], "STAGNANT"),
    ],
)
def test_statuses(scores: list[float | None], status: str):
    found = trajectory(scores)
    assert found is not None
    assert found.convergence_status == status


def test_it_tells_its_numbers():
    found = trajectory([0.2, 0.5, None, 0.4])
    assert found is not None
    assert found.slope == pytest.approx((-0.5 + 0.4) / 2)
    assert found.changes == pytest.approx((-0.5, 0.4))
    assert found.best_score == 0.5


def test_it_is_plain_json():
    found = trajectory([0.1, 1 / 3])
    assert found is not None
    require_plain("trajectory", found.as_dict())
    assert found.as_dict()["convergence_status"] == "CONVERGING"

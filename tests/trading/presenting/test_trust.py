"""The curve of what developments find."""

from __future__ import annotations

import pytest

from tests.trading.presenting.test_power import MEASURED
from trading.presenting.trust import curve, interval


@pytest.mark.parametrize(
    ("found", "runs", "low", "high"),
    [(2, 326, 0.00074, 0.0220), (0, 13, 0.0, 0.247), (13, 13, 0.753, 1.0), (24, 51, 0.329, 0.615)],
)
def test_the_exact_interval_of_known_shares(found: int, runs: int, low: float, high: float) -> None:
    assert interval(found, runs) == pytest.approx((low, high), abs=6e-4)


def test_the_curve_goes_from_noise_to_the_strongest_edge() -> None:
    edges = [{"sharpe": 3.0, "runs": 10, "found": 10}, {"sharpe": 1.0, "runs": 80, "found": 40}]
    drawn = curve(MEASURED | {"edges": edges})
    assert [point.sharpe for point in drawn.points] == [0.0, 1.0, 3.0]
    assert (drawn.noise.at, drawn.edges[0].top, drawn.edges[1].top) == ("0.00%", "50.00%", "0.00%")
    assert drawn.edges[1].at == "90.91%"
    assert drawn.line.endswith("909.1,0.0")

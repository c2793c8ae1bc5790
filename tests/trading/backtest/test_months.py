"""Returns by month and year compound the returns a bar."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from trading.backtest.relative import by_year, compounded


def test_months_and_years_compound_their_bars():
    times = pd.DatetimeIndex(["2010-01-04", "2010-01-29", "2010-03-01", "2011-01-03"])
    first, second = by_year(times, np.array([0.1, 0.1, -0.5, 0.2]))
    assert first.months == pytest.approx({1: 0.21, 3: -0.5})
    assert first.total == pytest.approx(1.21 * 0.5 - 1)
    assert second.year == 2011
    assert second.total == pytest.approx(0.2)


def test_all_months_compound_to_the_whole():
    rng = np.random.default_rng(1)
    times = pd.bdate_range("2001-02-03", periods=900)
    gained = rng.normal(0, 0.01, 900)
    years = by_year(times, gained)
    whole = np.prod([1 + value for year in years for value in year.months.values()]) - 1
    assert whole == pytest.approx(compounded(gained))
    assert np.prod([1 + year.total for year in years]) - 1 == pytest.approx(compounded(gained))


def test_nothing_has_no_years():
    assert by_year(pd.DatetimeIndex([]), np.empty(0)) == []

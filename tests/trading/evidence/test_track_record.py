"""How long a record must be, against the papers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trading.domain.luck import expected_maximum
from trading.evidence.sharpe import (
    Moments,
    minimum_backtest_years,
    minimum_track_record,
    probabilistic_sharpe_ratio,
)


@pytest.mark.parametrize(
    ("a_year", "skew", "kurtosis", "years"),
    [(250, 0, 3, 2.73), (52, 0, 3, 2.83), (12, 0, 3, 3.24), (12, -0.72, 5.78, 4.99)],
)
def test_the_papers_examples(a_year: int, skew: float, kurtosis: float, years: float) -> None:
    # Bailey & Lopez de Prado 2012, section 5: an annual ratio of 2 against one of 1, at 95 %.
    known = Moments(2 / math.sqrt(a_year), 100, skew, kurtosis)
    found = minimum_track_record(known, target=1 / math.sqrt(a_year)).value
    assert found is not None
    assert found / a_year == pytest.approx(years, abs=0.005)


def test_purgedcv_rounds_it_up() -> None:
    from purgedcv import min_track_record_length

    found = minimum_track_record(Moments(0.11, 100, -1, 7), target=0.02).value
    assert found is not None
    assert math.ceil(found) == min_track_record_length(0.11, 0.02, 0.05, -1, 7)


def test_psr_reaches_the_confidence_at_that_length() -> None:
    known = Moments(0.09, 10_000, -0.5, 8)
    needed = minimum_track_record(known, confidence=0.9).value
    assert needed is not None
    assert probabilistic_sharpe_ratio(known._replace(bars=math.ceil(needed))) >= 0.9  # type: ignore[operator]
    assert probabilistic_sharpe_ratio(known._replace(bars=math.floor(needed))) <= 0.9  # type: ignore[operator]


def test_it_says_whether_there_are_enough_bars() -> None:
    short, long = (minimum_track_record(Moments(0.1, bars, 0, 3)) for bars in (200, 400))
    assert (short.details["enough"], long.details["enough"]) == (0, 1)


def test_no_length_is_enough_below_the_target() -> None:
    assert minimum_track_record(Moments(-0.1, 900, 0, 3)).reason == "not_above"
    assert minimum_track_record(Moments(0.1, 900, 0, 3), target=0.1).reason == "not_above"


def test_an_undefined_ratio_has_none() -> None:
    assert minimum_track_record(None).reason == "constant"
    assert minimum_track_record(Moments(2.0, 100, 3.0, 1.0)).reason == "no_spread"


@settings(max_examples=60, deadline=None)
@given(st.floats(0.01, 0.5), st.floats(0.01, 0.5))
def test_it_falls_as_the_ratio_of_normal_returns_grows(low: float, more: float) -> None:
    one, other = (minimum_track_record(Moments(r, 9, 0, 3)).value for r in (low, low + more))
    assert one is not None
    assert other is not None
    assert other < one


def test_the_papers_years_of_backtest() -> None:
    # Bailey, Borwein, Lopez de Prado & Zhu 2014: five years of data allow 45 trials.
    assert minimum_backtest_years(45) == pytest.approx(4.998, abs=5e-4)


def test_after_those_years_luck_shows_the_target() -> None:
    years = minimum_backtest_years(300, target=1.5)
    assert expected_maximum(300, 1 / math.sqrt(years)) == pytest.approx(1.5)


def test_one_trial_needs_no_years() -> None:
    assert minimum_backtest_years(1) == 0


@pytest.mark.parametrize(("trials", "target"), [(0, 1.0), (5, 0.0), (5, math.inf), (5, math.nan)])
def test_what_makes_no_sense_is_refused(trials: int, target: float) -> None:
    with pytest.raises(ValueError, match="trials|target"):
        minimum_backtest_years(trials, target=target)

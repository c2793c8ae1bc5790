"""How long bars are."""

from __future__ import annotations

import pandas as pd
import pytest

from trading.market.frequency import Mixed, Unknown, infer
from trading.market.storage import calendar_in_words


def times(*ranges: pd.DatetimeIndex) -> pd.DatetimeIndex:
    return pd.DatetimeIndex([time for each in ranges for time in each])


def sessions(freq: str, begin: str, end: str, days: int = 30) -> pd.DatetimeIndex:
    """A market's hours on business days."""
    return times(
        *(
            pd.date_range(f"{day:%Y-%m-%d} {begin}", f"{day:%Y-%m-%d} {end}", freq=freq)
            for day in pd.bdate_range("2020-01-06", periods=days)
        )
    )


@pytest.mark.parametrize(
    ("index", "name", "bars_per_year"),
    [
        (pd.bdate_range("2020-01-01", periods=60), "1d", 252),
        (pd.date_range("2020-01-01", periods=60), "1d", 365),  # weekends too
        (pd.date_range("2020-01-03", periods=60, freq="7D"), "1w", 52),
        (pd.date_range("2020-01-31", periods=60, freq="ME"), "1mo", 12),
        (pd.date_range("2020-01-01", periods=60, freq="BMS"), "1mo", 12),
        (pd.date_range("2020-01-01", periods=24 * 30, freq="h"), "1h", 24 * 365),
        (pd.date_range("2020-01-01", periods=6 * 60, freq="4h"), "4h", 6 * 365),
        (sessions("h", "10:00", "16:00"), "1h", 7 * 252),
        (sessions("30min", "09:30", "15:30"), "30min", 13 * 252),
        (sessions("min", "09:30", "09:59"), "1min", 30 * 252),
    ],
)
def test_a_usual_frequency_is_told(index, name, bars_per_year):
    found = infer(index)
    assert (found.name, found.bars_per_year, len(found.gaps)) == (name, bars_per_year, 0)


def test_a_market_that_opens_on_sunday_evening_has_five_whole_days():
    hours = pd.date_range("2020-01-05", "2020-03-01", freq="h")
    hour, day = hours.hour, hours.day_of_week
    index = hours[((day == 6) & (hour >= 22)) | (day < 4) | ((day == 4) & (hour < 22))]
    found = infer(index)
    assert (found.name, found.bars_per_year, len(found.gaps)) == ("1h", 24 * 252, 0)
    said = calendar_in_words(found.calendar.as_plain(), found.bars_per_year)
    assert "make 5 whole days (on Mon, Tue, Wed, Thu, Fri, Sun), 24 bars a day" in said


def test_a_holiday_is_no_gap():
    index = pd.bdate_range("2020-01-01", periods=60).delete([10, 30])
    assert len(infer(index).gaps) == 0


def test_missing_bars_are_gaps():
    index = pd.bdate_range("2020-01-06", periods=60).delete(range(10, 20))
    assert infer(index).gaps.tolist() == [9]


def test_a_week_of_a_holiday_is_still_a_week():
    index = pd.date_range("2020-01-03", periods=60, freq="7D")
    moved = index.delete(9).insert(9, index[9] - pd.Timedelta(days=1))
    assert infer(moved).name == "1w"


@pytest.mark.parametrize(
    ("index", "bar"),
    [
        # days, then weeks
        (times(pd.bdate_range("2020-01-06", periods=60),
               pd.date_range("2020-04-03", periods=30, freq="7D")), 60),
        # weeks, then days
        (times(pd.date_range("2019-01-04", periods=53, freq="7D"),
               pd.bdate_range("2020-01-06", periods=20)), 53),
        # hours, then half hours
        (times(pd.date_range("2020-01-06", periods=48, freq="h"),
               pd.date_range("2020-01-08", periods=20, freq="30min")), 49),
        # minutes, then quarters
        (times(pd.date_range("2020-01-06", periods=90, freq="min"),
               pd.date_range("2020-01-06 02:00", periods=30, freq="15min")), 90),
    ],
)  # fmt: skip
def test_mixed_bars_are_found_where_they_begin(index, bar):
    with pytest.raises(Mixed) as error:
        infer(index)
    assert error.value.bar == bar


@pytest.mark.parametrize(
    "index",
    [
        pd.date_range("2020-01-01", periods=30, freq="2D"),
        pd.date_range("2020-01-01", periods=30, freq="YE"),
        pd.date_range("2020-01-01", periods=30, freq="7min"),
        pd.date_range("2020-01-01", periods=30, freq="10s"),
        pd.date_range("2020-01-01", periods=2),
    ],
)
def test_an_unusual_frequency_is_refused(index):
    with pytest.raises(Unknown):
        infer(index)

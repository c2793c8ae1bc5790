"""How long bars are."""

from __future__ import annotations

import pandas as pd
import pytest

from trading.market.frequency import Mixed, Unknown, infer
from trading.storage import calendar_in_words


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


CLOSED = {
    # Exchanges, as they were: their days of the week, and from when to when they were closed.
    "Shanghai": ("Mon Tue Wed Thu Fri", """2018-02-15/21 2018-10-01/05 2019-02-04/08 2019-05-01/03
        2019-10-01/07 2020-01-24/31 2020-05-01/05 2020-10-01/08 2021-02-11/17 2021-05-03/05
        2021-10-01/07"""),
    "Riyadh": ("Sun Mon Tue Wed Thu", """2021-05-12/15 2021-07-18/22 2022-04-28/2022-05-08
        2022-07-07/13 2023-04-18/25 2023-06-27/2023-07-02 2024-04-07/15 2024-06-13/23"""),
    "Tokyo": ("Mon Tue Wed Thu Fri", """2018-12-31/2019-01-03 2019-04-30/2019-05-02 2019-05-03/06
        2019-12-31/2020-01-03 2020-05-04/06 2020-12-31/2021-01-01 2021-05-03/05"""),
    "Frankfurt": ("Mon Tue Wed Thu Fri", """2018-12-24/26 2018-12-31/2019-01-01 2019-12-24/26
        2019-12-31/2020-01-01 2020-04-10/13 2020-12-24/25"""),
}  # fmt: skip


def exchange(name: str) -> pd.DatetimeIndex:
    """The days on which it traded, about three years."""
    week, closed = CLOSED[name]
    spans = [span.split("/") for span in closed.split()]
    away = [
        pd.date_range(first, last if "-" in last else first[:8] + last) for first, last in spans
    ]
    begin = pd.Timestamp(spans[0][0]) - pd.Timedelta(days=60)
    every = pd.date_range(begin, periods=3 * 365)
    open_days = every[every.strftime("%a").isin(week.split())]
    return open_days.difference(times(*away))


@pytest.mark.parametrize("name", CLOSED)
def test_holidays_that_come_every_year_are_no_gaps(name):
    found = infer(exchange(name))
    assert (found.name, found.bars_per_year, len(found.gaps)) == ("1d", 252, 0)


@pytest.mark.parametrize("name", CLOSED)
def test_a_week_that_is_missing_beside_holidays_is_a_gap(name):
    assert infer(exchange(name).delete(range(140, 145))).gaps.tolist() == [139]


@pytest.mark.parametrize("day", ["first", "last"])
@pytest.mark.parametrize(("length", "found"), [("W", ("1w", 52)), ("M", ("1mo", 12))])
@pytest.mark.parametrize("name", CLOSED)
def test_weeks_and_months_may_bear_the_first_or_last_day_that_traded(name, length, found, day):
    days = pd.Series(exchange(name)[10:])
    index = pd.DatetimeIndex(getattr(days.groupby(days.dt.to_period(length)), day)())
    frequency = infer(index)
    assert (frequency.name, frequency.bars_per_year) == found


def test_two_bars_in_a_week_or_a_month_are_mixed():
    weeks = pd.date_range("2020-01-03", periods=60, freq="7D")
    with pytest.raises(Mixed) as error:
        infer(weeks.insert(30, weeks[29] + pd.Timedelta(days=2)))
    assert error.value.bar == 30
    months = pd.date_range("2015-01-01", periods=60, freq="MS")
    with pytest.raises(Mixed) as error:
        infer(months.insert(30, months[29] + pd.Timedelta(days=14)))
    assert error.value.bar == 30


def test_a_missing_month_is_a_gap():
    months = pd.date_range("2015-01-01", periods=60, freq="ME").delete(20)
    assert infer(months).gaps.tolist() == [19]


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

"""Dates: their order, the names of months, and zones."""

from __future__ import annotations

from datetime import date, timedelta

import pandas as pd
import pytest

from tests.trading.market.files import FEW, days, file, rows
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError


def dated(stamps: list[str]) -> bytes:
    """The sound prices under other dates; quoted, for a date may hold a comma."""
    numbers = [row.split(",", 1)[1] for row in rows(len(stamps))]
    return file([f'"{stamp}",{rest}' for stamp, rest in zip(stamps, numbers, strict=True)])


def index(stamps: list[str], options: Options = FEW) -> pd.DatetimeIndex:
    return pd.DatetimeIndex(read_prices(dated(stamps), options).frame.index)


@pytest.mark.parametrize(
    "form",
    [
        "%d/%m/%Y",
        "%m/%d/%Y",
        "%Y/%m/%d",
        "%Y%m%d",
        "%d %b %Y",
        "%d-%b-%Y",
        "%b %d, %Y",
        "%B %d, %Y",
    ],
)
def test_a_date_is_read_in_its_form(form):
    found = index([day.strftime(form) for day in days(40)])
    assert [time.date() for time in found] == days(40)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1 de março de 2020", date(2020, 3, 1)),
        ("01 de Abril de 2020", date(2020, 4, 1)),
        ("5 fev 2020", date(2020, 2, 5)),
        ("07-ago-2020", date(2020, 8, 7)),
        ("9 de out. de 2020", date(2020, 10, 9)),
        ("Sept 4, 2020", date(2020, 9, 4)),
        ("DEC 31 2020", date(2020, 12, 31)),
    ],
)
def test_months_have_names(text, day):
    following = [str(day + timedelta(days=n)) for n in range(1, 40)]
    assert index([text, *following])[0].date() == day


AMBIGUOUS = [f"{day:02d}/{month:02d}/2020" for month in range(1, 4) for day in range(1, 13)]


def test_dates_that_may_be_either_way_are_refused():
    with pytest.raises(MarketError) as error:
        index(AMBIGUOUS)
    assert error.value.code == "ambiguous_dates"
    assert str(error.value) == (
        "line 3, column Date: 02/01/2020 may be day/month or month/day, and no other row tells: "
        "say which with --date-order dmy or --date-order mdy"
    )


def test_the_option_resolves_them():
    stamps = [f"{n:02d}/01/2020" for n in range(1, 13)]
    days_first = index(stamps, Options(date_order="dmy", min_bars=3))
    months_first = index(stamps, Options(date_order="mdy", min_bars=3))
    assert days_first[-1].date() == date(2020, 1, 12)
    assert months_first[-1].date() == date(2020, 12, 1)


def test_one_number_above_12_resolves_all():
    stamps = [f"{n:02d}/01/2020" for n in range(1, 14)]
    assert index(stamps)[-1].date() == date(2020, 1, 13)


def test_an_option_that_contradicts_the_data_is_refused_with_the_line():
    with pytest.raises(MarketError, match="line 14, column Date: 13/01/2020 is not a date"):
        index([f"{n:02d}/01/2020" for n in range(1, 14)], Options(date_order="mdy", min_bars=3))


def test_rows_that_contradict_each_other_are_refused():
    stamps = [f"{n:02d}/01/2020" for n in range(1, 15)]
    stamps[13] = "01/14/2020"
    with pytest.raises(MarketError) as error:
        index(stamps)
    assert str(error.value) == (
        "line 15, column Date: 01/14/2020 contradicts 13/01/2020 of line 14: one has the day "
        "first, the other the month"
    )


class TestZones:
    def test_daily_bars_keep_their_date_on_the_spot(self):
        found = index([f"{day}T00:00:00-05:00" for day in days(40)])
        assert [time.date() for time in found] == days(40)
        assert (found == found.normalize()).all()

    def test_daily_bars_have_no_hour(self):
        assert [time.date() for time in index([f"{day} 16:00" for day in days(40)])] == days(40)

    def test_daily_bars_in_utc_get_the_date_of_the_zone_asked_for(self):
        tokyo = Options(timezone="Asia/Tokyo", min_bars=3)
        found = index([f"{day}T15:00:00Z" for day in days(40)], tokyo)  # midnight of the next day
        assert [time.date() for time in found] == [day + timedelta(days=1) for day in days(40)]

    @pytest.mark.parametrize(
        ("zone", "hour"),
        [("-03:00", 13), ("-0300", 13), ("-03", 13), (" +05:30", 4), ("Z", 10), (" UTC", 10)],
    )
    def test_shorter_bars_keep_the_hour_of_their_own_zone(self, zone, hour):
        stamps = [
            f"2020-01-0{day}T10:{minute}0:00{zone}" for day in (6, 7, 8) for minute in range(6)
        ]
        found = index(stamps)
        assert found[0].hour == 10
        in_utc = found if found.tz is None else found.tz_convert("UTC")
        assert in_utc[0].hour == hour

    def test_offsets_that_change_with_the_season_are_of_one_place(self):
        days = [
            *pd.bdate_range("2020-03-02", "2020-03-06"),
            *pd.bdate_range("2020-03-09", periods=5),
        ]
        offsets = ["-05:00"] * 5 + ["-04:00"] * 5
        stamps = [
            f"{day:%Y-%m-%d}T{hour}:00:00{offset}"
            for day, offset in zip(days, offsets, strict=True)
            for hour in range(10, 16)
        ]
        found = index(stamps)
        assert str(found.tz) == "America/New_York"
        assert set(found.hour) == set(range(10, 16))

    def test_shorter_bars_are_of_the_zone_asked_for(self):
        stamps = [f"2020-01-0{day} {hour}:00" for day in (6, 7, 8) for hour in range(10, 16)]
        found = index(stamps, Options(timezone="America/Sao_Paulo", min_bars=3))
        assert found[0] == pd.Timestamp("2020-01-06 13:00", tz="UTC")
        assert found[0].hour == 10

    def test_without_a_zone_they_are_utc(self):
        stamps = [f"2020-01-0{day} {hour}:00" for day in (6, 7, 8) for hour in range(10, 16)]
        assert index(stamps)[0] == pd.Timestamp("2020-01-06 10:00")

    def test_the_hour_that_comes_twice_is_told_by_its_order(self):
        hours = ["00:00", "01:00", "01:00", "02:00", "03:00"]
        stamps = [f"2020-11-01 {hour}" for hour in hours]
        found = index(stamps, Options(timezone="America/New_York", min_bars=3))
        assert [time.hour for time in found.tz_convert("UTC")] == [4, 5, 6, 7, 8]
        assert [time.hour for time in found] == [0, 1, 1, 2, 3]

    def test_the_hour_that_is_left_out_is_refused(self):
        stamps = [f"2020-03-08 {hour}:00" for hour in range(5)]
        with pytest.raises(MarketError) as error:
            index(stamps, Options(timezone="America/New_York", min_bars=3))
        assert str(error.value) == (
            "line 4, column Date: 2020-03-08 2:00 does not exist in America/New_York: the clocks "
            "were put forward"
        )

    def test_date_and_time_may_stand_apart(self):
        lines = [
            f"2020.01.0{day},{hour}:00,1,2,1,1,5" for day in (6, 7, 8) for hour in range(10, 16)
        ]
        header = "<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<TICKVOL>"
        found = read_prices(file(lines, header), FEW)
        assert (found.frequency, found.frame.index[1].hour) == ("1h", 11)

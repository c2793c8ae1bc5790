"""The last bar of a week or month that is not over, by the time it is."""

from __future__ import annotations

from datetime import datetime

import pandas as pd
import pytest

from tests.trading.market.files import file, rows
from trading.market.csv_reader import Options, read_prices
from trading.market.errors import MarketError
from trading.market.prices import Prices

WEDNESDAY = "2025-06-11"
# How bars are dated, how many there are before the last one, and its date.
LAST = {
    "by their Monday": ("W-MON", "2025-06-09"),
    "by their Sunday, the first day": ("W-SUN", "2025-06-08"),
    "by their Friday": ("W-FRI", "2025-06-13"),
    "by their Sunday, the last day": ("W-SUN", "2025-06-15"),
    "by today": ("W-MON", "2025-06-11"),
    "by the first of the month": ("MS", "2025-06-01"),
    "by the last of the month": ("ME", "2025-06-30"),
    "months, by today": ("MS", "2025-06-11"),
}


def prices(dates: pd.DatetimeIndex, now: str, *, keep_partial: bool = False) -> Prices:
    lines = [row.split(",", 1)[1] for row in rows(len(dates))]
    text = [f"{day:%Y-%m-%d},{rest}" for day, rest in zip(dates, lines, strict=True)]
    options = Options(min_bars=3, now=datetime.fromisoformat(now), keep_partial=keep_partial)
    return read_prices(file(text), options)


def dated(freq: str, last: str) -> pd.DatetimeIndex:
    before = pd.date_range(end=pd.Timestamp(last) - pd.Timedelta(days=1), periods=40, freq=freq)
    return pd.DatetimeIndex([*before, pd.Timestamp(last)])


@pytest.mark.parametrize("name", LAST)
def test_it_is_left_out_with_a_word(name: str) -> None:
    freq, last = LAST[name]
    found = prices(dated(freq, last), WEDNESDAY)
    assert len(found.frame) == 40
    (caution,) = found.cautions
    assert caution.code == ("partial_month" if freq[0] == "M" else "partial_week")
    assert caution.params == {"at": last}


@pytest.mark.parametrize("name", [name for name in LAST if "today" not in name])
def test_it_may_be_kept(name: str) -> None:
    freq, last = LAST[name]
    found = prices(dated(freq, last), WEDNESDAY, keep_partial=True)
    assert len(found.frame) == 41
    assert [caution.code[-5:] for caution in found.cautions] == ["_kept"]


@pytest.mark.parametrize("name", LAST)
def test_one_that_is_over_is_a_bar(name: str) -> None:
    freq, last = LAST[name]
    found = prices(dated(freq, last)[:40], "2025-07-01")
    assert (len(found.frame), found.cautions) == (40, ())


@pytest.mark.parametrize(("freq", "last"), [("W-MON", "2025-06-23"), ("MS", "2025-07-01")])
def test_one_that_has_not_begun_is_refused(freq: str, last: str) -> None:
    with pytest.raises(MarketError, match="line 4[12], column Date: .* is after today"):
        prices(dated(freq, last), WEDNESDAY)

"""Market data as the rest sees it."""

from __future__ import annotations

import pytest

from tests.trading.market.files import walk
from trading.market import canonical
from trading.market.data import MarketData, split
from trading.market.errors import MarketError


@pytest.fixture
def data() -> MarketData:
    segments = split(100)
    return MarketData(
        ticker="T", sha256="0" * 64, source="", licence="", adjusted=False, frequency="1d",
        bars_per_year=252.0, frame=walk(100).iloc[: segments.holdout[0]], segments=segments,
        peers={}, auxiliary={},
    )  # fmt: skip


def test_train_is_the_first_60_percent(data):
    assert data.train.equals(walk(100).iloc[:60])


@pytest.mark.parametrize(
    ("segment", "warmup", "rows", "trade_from"),
    [
        ("train", 0, (0, 60), 0),
        ("train", 20, (0, 60), 0),  # there is nothing before it
        ("validation", 0, (60, 80), 0),
        ("validation", 20, (40, 80), 20),
        ("validation", 1000, (0, 80), 60),
        ("validation", -5, (60, 80), 0),
    ],
)
def test_a_window_begins_with_its_past(data, segment, warmup, rows, trade_from):
    frame, begin = data.window(segment, warmup)
    assert begin == trade_from
    assert frame.equals(walk(100).iloc[slice(*rows)])


@pytest.mark.parametrize("segment", ["holdout", "", "test"])
def test_there_is_no_window_on_the_holdout(data, segment):
    with pytest.raises(ValueError, match="no segment"):
        data.window(segment)


def test_a_changed_window_changes_nothing_else(data):
    window, train = data.window("validation", 10)[0], data.train
    window.iloc[:] = 0.0
    train.iloc[:] = 0.0
    assert data.frame.equals(walk(100).iloc[:80])


def test_the_hash_of_train_is_of_train_alone(data):
    assert data.train_sha256 == canonical.sha256(canonical.encode(walk(100).iloc[:60]))


def test_too_short_a_history_is_refused_with_what_would_do(data):
    data.require(100)
    with pytest.raises(MarketError, match="100 bars are too few: at least 101 are needed"):
        data.require(101)

"""Indicators against their definitions written out plainly, and against the future."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.trading.strategies.bars import made_up
from trading.strategies.indicators import KINDS
from trading.strategies.parse import parse_spec
from trading.strategies.table import IndicatorCache, IndicatorTable, Plan

FRAME = made_up(320, seed=3)
CLOSE = FRAME["Close"].to_numpy()
HIGH, LOW = FRAME["High"].to_numpy(), FRAME["Low"].to_numpy()
each = pytest.mark.parametrize("kind", KINDS)


def outputs(frame: pd.DataFrame, kind: str, **arguments: object) -> dict[str, np.ndarray]:
    """An indicator by output, as a spec that uses it computes it."""
    spec = parse_spec(
        {
            "name": "One",
            "indicators": {"one": {"kind": kind, **arguments}},
            "long_entry": {"op": ">", "left": "one", "right": 0},
            "stops": {"time_stop": 5},
        }
    )
    found = IndicatorTable(Plan(spec), {}, IndicatorCache(frame)).outputs["one"]
    return {name: output.values for name, output in found.items()}


def only(kind: str, **arguments: object):
    return next(iter(outputs(FRAME, kind, **arguments).values()))


def by_bar(function, length: int) -> np.ndarray:
    """A definition applied to each window of closes of a length, newest last."""
    found = np.full(len(CLOSE), np.nan)
    for at in range(length - 1, len(CLOSE)):
        found[at] = function(CLOSE[at - length + 1 : at + 1])
    return found


def smoothed(values: np.ndarray, weight: float, first: int) -> np.ndarray:
    """Exponential smoothing from the first defined value, shown from bar `first` on."""
    found = np.full(len(values), np.nan)
    mean = np.nan
    for at, value in enumerate(values):
        if not np.isnan(value):
            mean = value if np.isnan(mean) else mean + weight * (value - mean)
        found[at] = mean if at >= first else np.nan
    return found


def close_to(found: np.ndarray, expected: np.ndarray) -> None:
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@each
def test_an_indicator_uses_no_bar_after_its_own(kind: str):
    whole = outputs(FRAME, kind)
    for bars in (150, 262, 319):
        part = outputs(FRAME.iloc[:bars], kind)
        for name, values in whole.items():
            np.testing.assert_array_equal(part[name], values[:bars], err_msg=name)


@each
def test_the_first_value_comes_when_the_look_back_says(kind: str):
    defaults = {name: item.default for name, item in KINDS[kind].arguments.items()}
    expected = KINDS[kind].lookback(**defaults)

    found = [int(np.isnan(values).argmin()) for values in outputs(FRAME, kind).values()]

    assert max(found) == expected


@each
def test_flat_prices_give_no_infinity_and_no_warning(kind: str, recwarn):
    flat = FRAME.assign(Open=5.0, High=5.0, Low=5.0, Close=5.0, Volume=0.0)

    for values in outputs(flat, kind).values():
        assert not np.isinf(values).any()
    assert not [found for found in recwarn if issubclass(found.category, RuntimeWarning)]


@each
def test_a_kind_says_what_it_computes_and_where_it_comes_from(kind: str):
    found = KINDS[kind]

    assert len(found.formula) > 20
    assert found.title
    assert found.reference


def test_simple_average():
    close_to(only("sma", length=7), by_bar(np.mean, 7))


def test_weighted_average():
    weights = np.arange(1, 7) / 21

    close_to(only("wma", length=6), by_bar(lambda window: window @ weights, 6))


def test_exponential_average():
    close_to(only("ema", length=9), smoothed(CLOSE, 2 / 10, 8))


def test_z_score():
    close_to(
        only("zscore", length=12),
        by_bar(lambda window: (window[-1] - window.mean()) / window.std(ddof=1), 12),
    )


def test_bollinger_bands():
    found = outputs(FRAME, "bollinger", length=10, width=1.5)

    close_to(found["upper"], by_bar(lambda window: window.mean() + 1.5 * window.std(), 10))
    close_to(found["percent"], (CLOSE - found["lower"]) / (found["upper"] - found["lower"]))


def test_relative_strength_index():
    change = np.diff(CLOSE, prepend=np.nan)
    rise = smoothed(np.where(np.isnan(change), np.nan, np.maximum(change, 0)), 1 / 14, 14)
    fall = smoothed(np.where(np.isnan(change), np.nan, np.maximum(-change, 0)), 1 / 14, 14)

    close_to(only("rsi", length=14), 100 - 100 / (1 + rise / fall))


def test_macd():
    line = smoothed(CLOSE, 2 / 6, 11) - smoothed(CLOSE, 2 / 13, 11)
    found = outputs(FRAME, "macd", fast=5, slow=12, signal=4)

    close_to(found["line"], line)
    close_to(found["signal"], smoothed(line, 2 / 5, 14))
    close_to(found["histogram"], found["line"] - found["signal"])


def true_ranges():
    before = np.concatenate([[np.nan], CLOSE[:-1]])
    return np.max([HIGH - LOW, np.abs(HIGH - before), np.abs(LOW - before)], axis=0)


def test_average_true_range():
    close_to(only("atr", length=8), smoothed(true_ranges(), 1 / 8, 8))


def test_directional_movement():
    up, down = np.diff(HIGH, prepend=np.nan), -np.diff(LOW, prepend=np.nan)
    plus = np.where((up > down) & (up > 0), up, 0.0)
    minus = np.where((down > up) & (down > 0), down, 0.0)
    plus[0] = minus[0] = np.nan
    ranges = smoothed(true_ranges(), 1 / 5, 5)
    plus, minus = (100 * smoothed(moves, 1 / 5, 5) / ranges for moves in (plus, minus))
    found = outputs(FRAME, "adx", length=5)

    close_to(found["plus"], plus)
    close_to(found["adx"], smoothed(100 * np.abs(plus - minus) / (plus + minus), 1 / 5, 9))


def test_a_channel_leaves_out_its_own_bar():
    found = outputs(FRAME, "donchian", length=4)

    assert found["high"][10] == HIGH[6:10].max()
    assert found["low"][10] == LOW[6:10].min()
    assert found["mid"][10] == (HIGH[6:10].max() + LOW[6:10].min()) / 2


def test_highest_and_lowest_take_in_their_own_bar():
    close_to(only("highest", length=5), by_bar(np.max, 5))
    close_to(only("lowest", length=5), by_bar(np.min, 5))


def test_changes():
    assert only("roc", length=3)[10] == pytest.approx(CLOSE[10] / CLOSE[7] - 1)
    assert only("return")[10] == pytest.approx(CLOSE[10] / CLOSE[9] - 1)
    assert only("momentum", length=3)[10] == CLOSE[10] - CLOSE[7]
    assert only("lag", length=3)[10] == CLOSE[7]


def test_realised_volatility():
    expected = np.diff(np.log(CLOSE))[5:15].std(ddof=1) * np.sqrt(252)

    assert only("realised_volatility", length=10)[15] == pytest.approx(expected)


def test_stochastic():
    found = outputs(FRAME, "stochastic", length=5, smooth=1, signal=3)
    top, bottom = HIGH[16:21].max(), LOW[16:21].min()

    assert found["k"][20] == pytest.approx(100 * (CLOSE[20] - bottom) / (top - bottom))
    assert found["d"][20] == pytest.approx(found["k"][18:21].mean())


def test_keltner_channel():
    found = outputs(FRAME, "keltner", length=6, width=1.5)

    close_to(found["upper"] - found["middle"], 1.5 * smoothed(true_ranges(), 1 / 6, 6))


def test_volume():
    volume = FRAME["Volume"].to_numpy()
    signs = np.sign(np.diff(CLOSE))

    assert only("obv")[30] == pytest.approx((signs[:30] * volume[1:31]).sum())
    assert only("volume_sma", length=5)[30] == pytest.approx(volume[26:31].mean())
    assert only("relative_volume", length=5)[30] == pytest.approx(volume[30] / volume[25:30].mean())


def test_a_random_walk_has_a_variance_ratio_near_one_and_a_trending_one_above():
    walk = outputs(made_up(3000, seed=1), "variance_ratio", length=1000, horizon=5)["value"][-1]
    trending = made_up(3000, seed=1, phi=0.35)
    trend = outputs(trending, "variance_ratio", length=1000, horizon=5)["value"][-1]

    assert 0.8 < walk < 1.2
    assert trend > 1.4


def test_the_calendar_knows_the_end_of_the_month():
    dates = pd.to_datetime(["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-30"])
    found = outputs(made_up(4).set_index(dates), "calendar")

    assert found["weekdays_left"].tolist() == [1, 0, 20, 0]
    assert found["weekday_of_month"].tolist() == [20, 21, 1, 21]
    assert found["day_of_week"].tolist() == [2, 3, 4, 5]
    assert found["month"].tolist() == [2, 2, 3, 3]


def test_indicators_of_indicators():
    table = outputs(FRAME, "sma", length=3)["value"]
    spec = parse_spec(
        {
            "name": "Chain",
            "indicators": {
                "a": {"kind": "lag", "source": "z", "length": 2},
                "z": {"kind": "sma", "length": 3},
            },
            "long_entry": {"op": ">", "left": "a", "right": 0},
            "stops": {"time_stop": 5},
        }
    )
    found = IndicatorTable(Plan(spec), {}, IndicatorCache(FRAME)).series("a")

    np.testing.assert_array_equal(found[2:], table[:-2])
    assert spec.lookback() == 4

"""The indicators a spec may use, by name. Each is causal: a value uses bars up to its own only."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators import formulae
from trading.strategies.indicators.arithmetic import divide, lag, log
from trading.strategies.indicators.formulae import sma, stdev
from trading.strategies.indicators.kinds import Argument, IndicatorKind, length

# Where a value stands among those before it.

Array = NDArray[np.float64]


def zscore(source: Array, length: int) -> Array:
    """Z-score: (x - mean) / deviation of the last `length` values (divisor length - 1)."""
    return divide(np.asarray(source, dtype=float) - sma(source, length), stdev(source, length))


def median(source: Array, length: int) -> Array:
    """The median of the last `length` values."""
    return pd.Series(source).rolling(length).median().to_numpy()


def variance_ratio(source: Array, length: int, horizon: int) -> Array:
    """Variance of returns over `horizon` bars / (horizon * variance of one-bar returns).

    Over the last `length` bars, from overlapping log returns: above 1 moves go on, below 1 they
    turn back.
    """
    logs = log(np.asarray(source, dtype=float))
    short = stdev(logs - lag(logs, 1), length)
    long = stdev(logs - lag(logs, horizon), length)
    return divide(long * long, horizon * short * short)


_SOURCE = ("source",)
_YEAR = Argument("float", None, 1.0, 1_000_000.0)

_AVERAGES = (
    IndicatorKind(
        "sma", formulae.sma, _SOURCE, "Simple moving average",
        "Brock, Lakonishok & LeBaron 1992",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "ema", formulae.ema, _SOURCE, "Exponential moving average",
        "Roberts 1959; Appel 2005",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "wma", formulae.wma, _SOURCE, "Weighted moving average",
        "Kaufman 2013, chapter 7",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
)  # fmt: skip

_MOMENTUM = (
    IndicatorKind(
        "roc", formulae.roc, _SOURCE, "Rate of change",
        "Jegadeesh & Titman 1993",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "return", formulae.one_bar_return, _SOURCE, "Return of one bar",
        "Jegadeesh 1990", {}, lambda: 1,
    ),
    IndicatorKind(
        "momentum", formulae.momentum, _SOURCE, "Momentum",
        "Murphy 1999, chapter 10",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "rsi", formulae.rsi, _SOURCE, "Relative strength index",
        "Wilder 1978",
        {"length": length(14)}, lambda length: length,
    ),
    IndicatorKind(
        "macd", formulae.macd, _SOURCE, "Moving average convergence/divergence",
        "Appel 2005",
        {"fast": length(12), "slow": length(26), "signal": length(9)},
        lambda fast, slow, signal: max(fast, slow) + signal - 2,
        ("line", "signal", "histogram"),
    ),
)  # fmt: skip

_STATISTICS = (
    IndicatorKind(
        "zscore", zscore, _SOURCE, "Z-score",
        "Chan 2013, chapter 2",
        {"length": length(20)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "stdev", formulae.stdev, _SOURCE, "Standard deviation",
        "sample standard deviation",
        {"length": length(20)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "median", median, _SOURCE, "Moving median",
        "sample median",
        {"length": length(252)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "highest", formulae.highest, _SOURCE, "Highest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "lowest", formulae.lowest, _SOURCE, "Lowest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "lag", lag, _SOURCE, "Value some bars ago",
        "definition", {"length": length(1, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "realised_volatility", formulae.realised_volatility, _SOURCE, "Realised volatility",
        "Moreira & Muir 2017",
        {"length": length(20), "bars_per_year": _YEAR}, lambda length, bars_per_year=None: length,
    ),
    IndicatorKind(
        "variance_ratio", variance_ratio, _SOURCE, "Variance ratio",
        "Lo & MacKinlay 1988",
        {"length": length(120, low=10), "horizon": length(5)},
        lambda length, horizon: horizon + length - 1,
    ),
)  # fmt: skip

PRICE_KINDS = (*_AVERAGES, *_MOMENTUM, *_STATISTICS)


# Where a bar stands in the week, the month and the year.


def calendar(dates: pd.DatetimeIndex) -> tuple[Array, Array, Array, Array, Array]:
    """Day of the week (Monday 0), day of the month, month (1-12), weekday of the month, and left.

    The last two count Mondays to Fridays: 1 is the first of the month, 0 left is its last. Both
    are known in advance from the date alone; holidays are not taken out.
    """
    index = pd.DatetimeIndex(dates).tz_localize(None)  # the day where it trades
    days = index.values.astype("datetime64[D]")
    months = days.astype("datetime64[M]")
    first, following = months.astype("datetime64[D]"), (months + 1).astype("datetime64[D]")
    weekday_of_month = np.busday_count(first, days + 1).astype(float)
    weekdays_left = np.busday_count(days + 1, following).astype(float)
    return (
        index.day_of_week.to_numpy(dtype=float),
        index.day.to_numpy(dtype=float),
        index.month.to_numpy(dtype=float),
        weekday_of_month,
        weekdays_left,
    )


# Indicators of several columns: ranges, bands, channels, volume and the calendar.

_BARS = ("high", "low", "close")
_WIDTH = Argument("float", 2.0, 0.1, 10.0)

_RANGES = (
    IndicatorKind(
        "atr", formulae.atr, _BARS, "Average true range",
        "Wilder 1978",
        {"length": length(14, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "bollinger", formulae.bollinger, ("source",), "Bollinger bands",
        "Bollinger 2001",
        {"length": length(20), "width": _WIDTH}, lambda length, width: length - 1,
        ("middle", "upper", "lower", "percent", "bandwidth"),
    ),
    IndicatorKind(
        "keltner", formulae.keltner, _BARS, "Keltner channel",
        "Keltner 1960; Raschke & Connors 1995",
        {"length": length(20), "width": _WIDTH}, lambda length, width: length,
        ("middle", "upper", "lower"),
    ),
    IndicatorKind(
        "donchian", formulae.donchian, ("high", "low"), "Donchian channel",
        "Donchian 1960; Faith 2007",
        {"length": length(20)}, lambda length: length,
        ("high", "low", "mid"),
    ),
    IndicatorKind(
        "adx", formulae.adx, _BARS, "Average directional index",
        "Wilder 1978",
        {"length": length(14)}, lambda length: 2 * length - 1,
        ("adx", "plus", "minus"),
    ),
    IndicatorKind(
        "stochastic", formulae.stochastic, _BARS, "Stochastic oscillator",
        "Lane 1984",
        {"length": length(14), "smooth": length(3, low=1), "signal": length(3, low=1)},
        lambda length, smooth, signal: length + smooth + signal - 3,
        ("k", "d"),
    ),
)  # fmt: skip

_VOLUME = (
    IndicatorKind(
        "obv", formulae.obv, ("close", "volume"), "On-balance volume",
        "Granville 1963",
    ),
    IndicatorKind(
        "volume_sma", formulae.volume_sma, ("volume",), "Mean volume",
        "Blume, Easley & O'Hara 1994",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "relative_volume", formulae.relative_volume, ("volume",), "Relative volume",
        "Gervais, Kaniel & Mingelgrin 2001",
        {"length": length(20)}, lambda length: length,
    ),
)  # fmt: skip

_CALENDAR = (
    IndicatorKind(
        "calendar", calendar, ("dates",), "Calendar",
        "Lakonishok & Smidt 1988",
        outputs=("day_of_week", "day_of_month", "month", "weekday_of_month", "weekdays_left"),
    ),
)  # fmt: skip

RANGE_KINDS = (*_RANGES, *_VOLUME, *_CALENDAR)

KINDS: Mapping[str, IndicatorKind] = {kind.name: kind for kind in (*PRICE_KINDS, *RANGE_KINDS)}

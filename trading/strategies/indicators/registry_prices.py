"""Indicators of one series: averages, momentum and statistics."""

from __future__ import annotations

from trading.strategies.indicators import averages, channels, momentum, statistics, volatility
from trading.strategies.indicators.arithmetic import lag
from trading.strategies.indicators.kinds import Argument, Kind, length

_SOURCE = ("source",)
_YEAR = Argument("float", None, 1.0, 1_000_000.0)

_AVERAGES = (
    Kind(
        "sma", averages.sma, _SOURCE, "Simple moving average",
        "Brock, Lakonishok & LeBaron 1992",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    Kind(
        "ema", averages.ema, _SOURCE, "Exponential moving average",
        "Roberts 1959; Appel 2005",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    Kind(
        "wma", averages.wma, _SOURCE, "Weighted moving average",
        "Kaufman 2013, chapter 7",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
)  # fmt: skip

_MOMENTUM = (
    Kind(
        "roc", momentum.roc, _SOURCE, "Rate of change",
        "Jegadeesh & Titman 1993",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    Kind(
        "return", momentum.one_bar_return, _SOURCE, "Return of one bar",
        "Jegadeesh 1990", {}, lambda: 1,
    ),
    Kind(
        "momentum", momentum.momentum, _SOURCE, "Momentum",
        "Murphy 1999, chapter 10",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    Kind(
        "rsi", momentum.rsi, _SOURCE, "Relative strength index",
        "Wilder 1978",
        {"length": length(14)}, lambda length: length,
    ),
    Kind(
        "macd", momentum.macd, _SOURCE, "Moving average convergence/divergence",
        "Appel 2005",
        {"fast": length(12), "slow": length(26), "signal": length(9)},
        lambda fast, slow, signal: max(fast, slow) + signal - 2,
        ("line", "signal", "histogram"),
    ),
)  # fmt: skip

_STATISTICS = (
    Kind(
        "zscore", statistics.zscore, _SOURCE, "Z-score",
        "Chan 2013, chapter 2",
        {"length": length(20)}, lambda length: length - 1,
    ),
    Kind(
        "stdev", volatility.stdev, _SOURCE, "Standard deviation",
        "sample standard deviation",
        {"length": length(20)}, lambda length: length - 1,
    ),
    Kind(
        "median", statistics.median, _SOURCE, "Moving median",
        "sample median",
        {"length": length(252)}, lambda length: length - 1,
    ),
    Kind(
        "highest", channels.highest, _SOURCE, "Highest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    Kind(
        "lowest", channels.lowest, _SOURCE, "Lowest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    Kind(
        "lag", lag, _SOURCE, "Value some bars ago",
        "definition", {"length": length(1, low=1)}, lambda length: length,
    ),
    Kind(
        "realised_volatility", volatility.realised_volatility, _SOURCE, "Realised volatility",
        "Moreira & Muir 2017",
        {"length": length(20), "bars_per_year": _YEAR}, lambda length, bars_per_year=None: length,
    ),
    Kind(
        "variance_ratio", statistics.variance_ratio, _SOURCE, "Variance ratio",
        "Lo & MacKinlay 1988",
        {"length": length(120, low=10), "horizon": length(5)},
        lambda length, horizon: horizon + length - 1,
    ),
)  # fmt: skip

PRICE_KINDS = (*_AVERAGES, *_MOMENTUM, *_STATISTICS)

"""Indicators of one series: averages, momentum and statistics."""

from __future__ import annotations

from trading.strategies.indicators import averages, channels, momentum, statistics, volatility
from trading.strategies.indicators.arithmetic import lag
from trading.strategies.indicators.kinds import Argument, IndicatorKind, length

_SOURCE = ("source",)
_YEAR = Argument("float", None, 1.0, 1_000_000.0)

_AVERAGES = (
    IndicatorKind(
        "sma", averages.sma, _SOURCE, "Simple moving average",
        "Brock, Lakonishok & LeBaron 1992",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "ema", averages.ema, _SOURCE, "Exponential moving average",
        "Roberts 1959; Appel 2005",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "wma", averages.wma, _SOURCE, "Weighted moving average",
        "Kaufman 2013, chapter 7",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
)  # fmt: skip

_MOMENTUM = (
    IndicatorKind(
        "roc", momentum.roc, _SOURCE, "Rate of change",
        "Jegadeesh & Titman 1993",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "return", momentum.one_bar_return, _SOURCE, "Return of one bar",
        "Jegadeesh 1990", {}, lambda: 1,
    ),
    IndicatorKind(
        "momentum", momentum.momentum, _SOURCE, "Momentum",
        "Murphy 1999, chapter 10",
        {"length": length(20, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "rsi", momentum.rsi, _SOURCE, "Relative strength index",
        "Wilder 1978",
        {"length": length(14)}, lambda length: length,
    ),
    IndicatorKind(
        "macd", momentum.macd, _SOURCE, "Moving average convergence/divergence",
        "Appel 2005",
        {"fast": length(12), "slow": length(26), "signal": length(9)},
        lambda fast, slow, signal: max(fast, slow) + signal - 2,
        ("line", "signal", "histogram"),
    ),
)  # fmt: skip

_STATISTICS = (
    IndicatorKind(
        "zscore", statistics.zscore, _SOURCE, "Z-score",
        "Chan 2013, chapter 2",
        {"length": length(20)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "stdev", volatility.stdev, _SOURCE, "Standard deviation",
        "sample standard deviation",
        {"length": length(20)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "median", statistics.median, _SOURCE, "Moving median",
        "sample median",
        {"length": length(252)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "highest", channels.highest, _SOURCE, "Highest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "lowest", channels.lowest, _SOURCE, "Lowest value",
        "George & Hwang 2004",
        {"length": length(252, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "lag", lag, _SOURCE, "Value some bars ago",
        "definition", {"length": length(1, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "realised_volatility", volatility.realised_volatility, _SOURCE, "Realised volatility",
        "Moreira & Muir 2017",
        {"length": length(20), "bars_per_year": _YEAR}, lambda length, bars_per_year=None: length,
    ),
    IndicatorKind(
        "variance_ratio", statistics.variance_ratio, _SOURCE, "Variance ratio",
        "Lo & MacKinlay 1988",
        {"length": length(120, low=10), "horizon": length(5)},
        lambda length, horizon: horizon + length - 1,
    ),
)  # fmt: skip

PRICE_KINDS = (*_AVERAGES, *_MOMENTUM, *_STATISTICS)

"""Indicators of several columns: ranges, bands, channels, volume and the calendar."""

from __future__ import annotations

from trading.strategies.indicators import channels, dates, momentum, trend, volatility, volume
from trading.strategies.indicators.kinds import Argument, IndicatorKind, length

_BARS = ("high", "low", "close")
_WIDTH = Argument("float", 2.0, 0.1, 10.0)

_RANGES = (
    IndicatorKind(
        "atr", volatility.atr, _BARS, "Average true range",
        "Wilder 1978",
        {"length": length(14, low=1)}, lambda length: length,
    ),
    IndicatorKind(
        "bollinger", volatility.bollinger, ("source",), "Bollinger bands",
        "Bollinger 2001",
        {"length": length(20), "width": _WIDTH}, lambda length, width: length - 1,
        ("middle", "upper", "lower", "percent", "bandwidth"),
    ),
    IndicatorKind(
        "keltner", volatility.keltner, _BARS, "Keltner channel",
        "Keltner 1960; Raschke & Connors 1995",
        {"length": length(20), "width": _WIDTH}, lambda length, width: length,
        ("middle", "upper", "lower"),
    ),
    IndicatorKind(
        "donchian", channels.donchian, ("high", "low"), "Donchian channel",
        "Donchian 1960; Faith 2007",
        {"length": length(20)}, lambda length: length,
        ("high", "low", "mid"),
    ),
    IndicatorKind(
        "adx", trend.adx, _BARS, "Average directional index",
        "Wilder 1978",
        {"length": length(14)}, lambda length: 2 * length - 1,
        ("adx", "plus", "minus"),
    ),
    IndicatorKind(
        "stochastic", momentum.stochastic, _BARS, "Stochastic oscillator",
        "Lane 1984",
        {"length": length(14), "smooth": length(3, low=1), "signal": length(3, low=1)},
        lambda length, smooth, signal: length + smooth + signal - 3,
        ("k", "d"),
    ),
)  # fmt: skip

_VOLUME = (
    IndicatorKind(
        "obv", volume.obv, ("close", "volume"), "On-balance volume",
        "Granville 1963",
    ),
    IndicatorKind(
        "volume_sma", volume.volume_sma, ("volume",), "Mean volume",
        "Blume, Easley & O'Hara 1994",
        {"length": length(20, low=1)}, lambda length: length - 1,
    ),
    IndicatorKind(
        "relative_volume", volume.relative_volume, ("volume",), "Relative volume",
        "Gervais, Kaniel & Mingelgrin 2001",
        {"length": length(20)}, lambda length: length,
    ),
)  # fmt: skip

_CALENDAR = (
    IndicatorKind(
        "calendar", dates.calendar, ("dates",), "Calendar",
        "Lakonishok & Smidt 1988",
        outputs=("day_of_week", "day_of_month", "month", "weekday_of_month", "weekdays_left"),
    ),
)  # fmt: skip

RANGE_KINDS = (*_RANGES, *_VOLUME, *_CALENDAR)

"""What has risen goes on rising: over months, to a new high, or out of a range."""

from __future__ import annotations

from trading.strategies.templates.template import Template, compare, real, whole

TIME_SERIES_MOMENTUM = Template(
    "time_series_momentum",
    "Time-series momentum",
    "momentum",
    "Moskowitz, Ooi & Pedersen (2012), Time series momentum, Journal of Financial Economics 104(2)",
    {
        "direction": "both",
        "parameters": {"lookback": whole(252, 21, 273, 21)},
        "indicators": {"past": {"kind": "roc", "length": "$lookback"}},
        "long_entry": compare("past", ">", 0),
        "short_entry": compare("past", "<", 0),
    },
    {
        "en": ("momentum", "time-series momentum", "absolute momentum", "winners"),
        "pt": ("momentum", "momento", "vencedoras", "força do preço"),
    },
)

HIGH_52_WEEKS = Template(
    "high_52_weeks",
    "Near the high of 252 bars",
    "momentum",
    "George & Hwang (2004), The 52-week high and momentum investing, Journal of Finance 59(5)",
    {
        "parameters": {
            "near": real(0.95, 0.9, 0.99, 0.01),
            "far": real(0.85, 0.7, 0.89, 0.01),
        },
        "indicators": {"top": {"kind": "highest", "source": "high", "length": 252}},
        "long_entry": compare(compare("close", "/", "top"), ">", "$near"),
        "long_exit": compare(compare("close", "/", "top"), "<", "$far"),
    },
    {
        "en": ("52-week high", "new high", "all-time high", "momentum", "strength"),
        "pt": ("máxima de 52 semanas", "nova máxima", "topo histórico", "momentum", "força"),
    },
)

DONCHIAN_BREAKOUT = Template(
    "donchian_breakout",
    "Channel breakout (turtles)",
    "breakout",
    "Donchian (1960), High finance in copper; Faith (2007), Way of the turtle",
    {
        "direction": "both",
        "parameters": {"entry": whole(20, 10, 100, 5), "leave": whole(10, 5, 50, 5)},
        "indicators": {
            "outer": {"kind": "donchian", "length": "$entry"},
            "inner": {"kind": "donchian", "length": "$leave"},
        },
        "long_entry": compare("close", ">", "outer.high"),
        "long_exit": compare("close", "<", "inner.low"),
        "short_entry": compare("close", "<", "outer.low"),
        "short_exit": compare("close", ">", "inner.high"),
    },
    {
        "en": ("breakout", "break out", "channel", "turtle", "donchian"),
        "pt": ("rompimento", "breakout", "canal", "tartaruga", "donchian"),
    },
)

SQUEEZE_BREAKOUT = Template(
    "squeeze_breakout",
    "Breakout from a quiet range",
    "breakout",
    "Bollinger (2001), Bollinger on Bollinger bands, chapter 16 (the squeeze)",
    {
        "parameters": {"length": whole(20, 10, 40, 5), "memory": whole(120, 60, 240, 20)},
        "indicators": {
            "bands": {"kind": "bollinger", "length": "$length", "width": 2.0},
            "usual": {"kind": "median", "source": "bands.bandwidth", "length": "$memory"},
            "quiet": {"kind": "lag", "source": "bands.bandwidth", "length": 1},
        },
        "long_entry": {
            "op": "and",
            "conditions": [
                compare("close", ">", "bands.upper"),
                compare("quiet", "<", "usual"),
            ],
        },
        "long_exit": compare("close", "<", "bands.middle"),
    },
    {
        "en": ("squeeze", "volatility breakout", "breakout", "quiet range"),
        "pt": ("squeeze", "rompimento de volatilidade", "rompimento", "compressão"),
    },
)

MOMENTUM_TEMPLATES = (TIME_SERIES_MOMENTUM, HIGH_52_WEEKS, DONCHIAN_BREAKOUT, SQUEEZE_BREAKOUT)

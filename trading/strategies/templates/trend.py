"""Following a trend for as long as it lasts."""

from __future__ import annotations

from trading.strategies.templates.template import Template, both, compare, real, whole

_WORDS = {
    "en": ("trend", "trend following", "moving average", "crossover", "ma cross"),
    "pt": (
        *("tendência", "seguir tendência", "seguir a tendência", "seguidor de tendência"),
        *("média móvel", "cruzamento"),
    ),
}
_CROSS = {
    "parameters": {"fast": whole(20, 5, 60, 5), "slow": whole(100, 20, 240, 10)},
    "ordered": [["fast", "slow"]],
    "indicators": {
        "fast_average": {"kind": "sma", "length": "$fast"},
        "slow_average": {"kind": "sma", "length": "$slow"},
    },
}
_UP = compare("fast_average", "crosses_above", "slow_average")
_DOWN = compare("fast_average", "crosses_below", "slow_average")
_CROSS_SOURCE = (
    "Brock, Lakonishok & LeBaron (1992), Simple technical trading rules and the stochastic "
    "properties of stock returns, Journal of Finance 47(5)"
)

SMA_REVERSAL = Template(
    "sma_reversal",
    "Moving average crossover, long and short",
    "trend",
    _CROSS_SOURCE,
    {**_CROSS, "direction": "both", "long_entry": _UP, "short_entry": _DOWN},
    _WORDS,
)

SMA_LONG = Template(
    "sma_long",
    "Moving average crossover, long only",
    "trend",
    _CROSS_SOURCE,
    {
        **_CROSS,
        "long_entry": compare("fast_average", ">", "slow_average"),
        "long_exit": compare("fast_average", "<", "slow_average"),
    },
    _WORDS,
)

MACD_TREND = Template(
    "macd_trend",
    "MACD above its signal, in a rising market",
    "trend",
    "Appel (2005), Technical analysis: power tools for active investors",
    {
        "parameters": {
            "fast": whole(12, 4, 24, 2),
            "slow": whole(26, 26, 60, 2),
            "trend": whole(100, 50, 250, 25),
        },
        "indicators": {
            "macd": {"kind": "macd", "fast": "$fast", "slow": "$slow", "signal": 9},
            "average": {"kind": "ema", "length": "$trend"},
        },
        "long_entry": both(
            compare("macd.line", ">", "macd.signal"), compare("close", ">", "average")
        ),
        "long_exit": compare("macd.line", "<", "macd.signal"),
    },
    {
        "en": ("macd", "exponential moving average", "ema", "trend"),
        "pt": ("macd", "média móvel exponencial", "mme", "tendência"),
    },
)

ADX_TREND = Template(
    "adx_trend",
    "Directional movement in strong trends",
    "trend",
    "Wilder (1978), New concepts in technical trading systems",
    {
        "parameters": {
            "length": whole(14, 6, 40, 2),
            "strong": whole(20, 10, 40, 5),
            "trend": whole(50, 20, 200, 10),
        },
        "indicators": {
            "direction": {"kind": "adx", "length": "$length"},
            "average": {"kind": "sma", "length": "$trend"},
        },
        "long_entry": both(
            compare("direction.adx", ">", "$strong"),
            compare("direction.plus", ">", "direction.minus"),
            compare("close", ">", "average"),
        ),
        "long_exit": compare("close", "<", "average"),
    },
    {
        "en": ("adx", "directional movement", "strong trend", "trend filter"),
        "pt": ("adx", "movimento direcional", "tendência forte", "filtro de tendência"),
    },
)

TREND_TEMPLATES = (SMA_REVERSAL, SMA_LONG, MACD_TREND, ADX_TREND)


# What has risen goes on rising: over months, to a new high, or out of a range.

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

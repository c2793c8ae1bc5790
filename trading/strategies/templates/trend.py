"""Following a trend for as long as it lasts."""

from __future__ import annotations

from trading.strategies.templates.template import Template, both, compare, whole

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

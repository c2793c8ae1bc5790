"""What has fallen too far comes back."""

from __future__ import annotations

from trading.strategies.templates.template import Template, both, compare, real, whole

_WORDS = {
    "en": (
        "mean reversion",
        "mean reverting",
        "reversion",
        "revert",
        "oversold",
        "buy the dip",
        "contrarian",
    ),
    "pt": ("reversão à média", "reversão", "sobrevendido", "comprar na queda", "contrária"),
}


def _words(*also: str) -> dict[str, tuple[str, ...]]:
    return {language: (*words, *also) for language, words in _WORDS.items()}


RSI_REVERSION = Template(
    "rsi_reversion",
    "RSI out of oversold",
    "mean_reversion",
    "Wilder (1978), New concepts in technical trading systems",
    {
        "parameters": {
            "length": whole(14, 5, 30),
            "oversold": whole(30, 15, 45, 5),
            "recovered": whole(55, 50, 75, 5),
        },
        "indicators": {"rsi": {"kind": "rsi", "length": "$length"}},
        "long_entry": compare("rsi", "<", "$oversold"),
        "long_exit": compare("rsi", ">", "$recovered"),
    },
    _words("rsi", "ifr"),
)

RSI2_PULLBACK = Template(
    "rsi2_pullback",
    "Short pullback in a rising market (RSI 2)",
    "mean_reversion",
    "Connors & Alvarez (2008), Short term trading strategies that work",
    {
        "parameters": {
            "oversold": whole(10, 5, 30, 5),
            "trend": whole(200, 100, 250, 25),
            "leave": whole(5, 3, 15),
        },
        "indicators": {
            "rsi": {"kind": "rsi", "length": 2},
            "long_average": {"kind": "sma", "length": "$trend"},
            "short_average": {"kind": "sma", "length": "$leave"},
        },
        "long_entry": both(compare("rsi", "<", "$oversold"), compare("close", ">", "long_average")),
        "long_exit": compare("close", ">", "short_average"),
    },
    _words("pullback", "rsi2", "rsi 2", "correção"),
)

BOLLINGER_REVERSION = Template(
    "bollinger_reversion",
    "Back from the lower Bollinger band",
    "mean_reversion",
    "Bollinger (2001), Bollinger on Bollinger bands",
    {
        "parameters": {"length": whole(20, 10, 60, 5), "width": real(2.0, 1.0, 3.0, 0.25)},
        "indicators": {"bands": {"kind": "bollinger", "length": "$length", "width": "$width"}},
        "long_entry": compare("close", "<", "bands.lower"),
        "long_exit": compare("close", ">", "bands.middle"),
    },
    _words("bollinger", "bands", "bandas"),
)

ZSCORE_REVERSION = Template(
    "zscore_reversion",
    "Z-score reversion, long and short",
    "mean_reversion",
    "Chan (2013), Algorithmic trading: winning strategies and their rationale, chapter 2",
    {
        "direction": "both",
        "parameters": {
            "length": whole(260, 10, 510, 25),
            "far": real(1.5, 0.5, 3.0, 0.25),
            "near": real(0.0, 0.0, 0.75, 0.25),
        },
        "indicators": {"z": {"kind": "zscore", "length": "$length"}},
        "long_entry": compare("z", "<", compare(0, "-", "$far")),
        "long_exit": compare("z", ">", compare(0, "-", "$near")),
        "short_entry": compare("z", ">", "$far"),
        "short_exit": compare("z", "<", "$near"),
    },
    _words("z-score", "zscore", "statistical", "escore z", "estatística"),
)

REVERSION_TEMPLATES = (ZSCORE_REVERSION, BOLLINGER_REVERSION, RSI_REVERSION, RSI2_PULLBACK)

"""Volatility, volume, the calendar, and what one bar says of the next."""

from __future__ import annotations

from trading.strategies.templates.template import (
    Document,
    Template,
    both,
    compare,
    either,
    real,
    whole,
)

# Volatility, volume, the calendar, and what one bar says of the next.

VOLATILITY_MANAGED = Template(
    "volatility_managed",
    "Volatility-managed long",
    "volatility",
    "Moreira & Muir (2017), Volatility-managed portfolios, Journal of Finance 72(4)",
    {
        "parameters": {
            "length": whole(21, 10, 63),
            "target": real(0.2, 0.1, 0.4, 0.05),
            "calm": real(1.1, 0.8, 1.5, 0.1),
        },
        "indicators": {
            "volatility": {"kind": "realised_volatility", "length": "$length"},
            "usual": {"kind": "median", "source": "volatility", "length": 126},
        },
        "long_entry": compare("volatility", "<", compare("$calm", "*", "usual")),
        "long_exit": compare("volatility", ">", compare(1.25, "*", compare("$calm", "*", "usual"))),
        "sizing": {"kind": "volatility_target", "annual": "$target", "length": "$length"},
    },
    {
        "en": (
            *("low volatility", "volatility", "low risk", "low drawdown", "drawdown"),
            *("risk managed", "risk control", "defensive", "conservative", "calm"),
        ),
        "pt": (
            *("baixa volatilidade", "volatilidade", "baixo risco", "pouco risco", "drawdown"),
            *("baixo drawdown", "controle de risco", "defensiva", "conservadora"),
        ),
    },
)

VOLATILITY_REGIME = Template(
    "volatility_regime",
    "Long when calm, short when turbulent",
    "volatility",
    "Fleming, Kirby & Ostdiek (2001), The economic value of volatility timing, "
    "Journal of Finance 56(1)",
    {
        "direction": "both",
        "parameters": {
            "length": whole(21, 7, 63, 7),
            "usual": whole(252, 63, 504, 63),
            "calm": real(1.0, 0.8, 1.2, 0.1),
        },
        "ordered": [["length", "usual"]],
        "indicators": {
            "volatility": {"kind": "realised_volatility", "length": "$length"},
            "median": {"kind": "median", "source": "volatility", "length": "$usual"},
        },
        "long_entry": compare("volatility", "<", compare("$calm", "*", "median")),
        "short_entry": compare("volatility", ">", compare("$calm", "*", "median")),
    },
    {
        "en": ("volatility timing", "volatility regime", "volatility", "turbulence"),
        "pt": ("regime de volatilidade", "volatilidade", "turbulência"),
    },
)

OBV_TREND = Template(
    "obv_trend",
    "On-balance volume confirms the trend",
    "volume",
    "Granville (1963), New key to stock market profits",
    {
        "parameters": {"length": whole(40, 10, 120, 10), "trend": whole(50, 20, 200, 10)},
        "indicators": {
            "obv": {"kind": "obv"},
            "obv_average": {"kind": "sma", "source": "obv", "length": "$length"},
            "average": {"kind": "sma", "length": "$trend"},
        },
        "long_entry": both(compare("obv", ">", "obv_average"), compare("close", ">", "average")),
        "long_exit": either(compare("obv", "<", "obv_average"), compare("close", "<", "average")),
    },
    {
        "en": ("volume", "obv", "accumulation", "buying pressure"),
        "pt": ("volume", "obv", "acumulação", "pressão compradora"),
    },
)

TURN_OF_MONTH = Template(
    "turn_of_month",
    "Turn of the month",
    "seasonality",
    "Lakonishok & Smidt (1988), Are seasonal anomalies real? A ninety-year perspective, "
    "Review of Financial Studies 1(4)",
    {
        "parameters": {"before": whole(1, 0, 2), "after": whole(3, 1, 5)},
        "indicators": {"calendar": {"kind": "calendar"}},
        "long_entry": compare("calendar.weekdays_left", "<=", "$before"),
        "long_exit": both(
            compare("calendar.weekday_of_month", ">=", "$after"),
            compare("calendar.weekdays_left", ">", "$before"),
        ),
    },
    {
        "en": ("season", "seasonality", "calendar", "turn of the month", "month end"),
        "pt": ("sazonal", "sazonalidade", "calendário", "virada do mês", "fim do mês"),
    },
)

_LAST_BAR: Document = {
    "direction": "both",
    "parameters": {
        "least": real(0.01, 0.0, 0.02, 0.0025),
        "back": real(0.0025, 0.0, 0.005, 0.0025),
    },
    "indicators": {"last": {"kind": "return"}},
}
"""In after a move that is large enough to pay for the trade, out again after one the other way."""

SINGLE_BAR_MOMENTUM = Template(
    "single_bar_momentum",
    "One bar goes on",
    "single_bar",
    "Lo & MacKinlay (1990), When are contrarian profits due to stock market overreaction?, "
    "Review of Financial Studies 3(2)",
    {
        **_LAST_BAR,
        "long_entry": compare("last", ">", "$least"),
        "long_exit": compare("last", "<", compare(0, "-", "$back")),
        "short_entry": compare("last", "<", compare(0, "-", "$least")),
        "short_exit": compare("last", ">", "$back"),
    },
    {
        "en": ("one day momentum", "short-term momentum", "autocorrelation", "day to day"),
        "pt": ("momentum de um dia", "momentum de curto prazo", "autocorrelação", "dia a dia"),
    },
)

SINGLE_BAR_REVERSAL = Template(
    "single_bar_reversal",
    "One bar turns back",
    "single_bar",
    "Jegadeesh (1990), Evidence of predictable behavior of security returns, "
    "Journal of Finance 45(3)",
    {
        **_LAST_BAR,
        "long_entry": compare("last", "<", compare(0, "-", "$least")),
        "long_exit": compare("last", ">", "$back"),
        "short_entry": compare("last", ">", "$least"),
        "short_exit": compare("last", "<", compare(0, "-", "$back")),
    },
    {
        "en": ("one day reversal", "short-term reversal", "overreaction", "contrarian"),
        "pt": ("reversão de um dia", "reversão de curto prazo", "exagero", "contrária"),
    },
)

OTHER_TEMPLATES = (
    VOLATILITY_REGIME,
    VOLATILITY_MANAGED,
    OBV_TREND,
    TURN_OF_MONTH,
    SINGLE_BAR_MOMENTUM,
    SINGLE_BAR_REVERSAL,
)

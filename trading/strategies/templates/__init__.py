"""Well-known strategies to start from, each with its literature."""

from __future__ import annotations

from trading.strategies.templates.template import (
    Document,
    Family,
    Template,
    both,
    compare,
    either,
    real,
    whole,
)

# Following a trend for as long as it lasts.

_TREND_WORDS = {
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
    _TREND_WORDS,
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
    _TREND_WORDS,
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


# What has fallen too far comes back.

_REVERSION_WORDS = {
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


def _reversion_words(*also: str) -> dict[str, tuple[str, ...]]:
    return {language: (*words, *also) for language, words in _REVERSION_WORDS.items()}


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
    _reversion_words("rsi", "ifr"),
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
    _reversion_words("pullback", "rsi2", "rsi 2", "correção"),
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
    _reversion_words("bollinger", "bands", "bandas"),
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
    _reversion_words("z-score", "zscore", "statistical", "escore z", "estatística"),
)

REVERSION_TEMPLATES = (ZSCORE_REVERSION, BOLLINGER_REVERSION, RSI_REVERSION, RSI2_PULLBACK)


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
        # The average and not the median: where calm and wild spells take turns, the median lies
        # within the spells that there were more of and cuts those in two; the average lies between.
        "indicators": {
            "volatility": {"kind": "realised_volatility", "length": "$length"},
            "average": {"kind": "sma", "source": "volatility", "length": "$usual"},
        },
        "long_entry": compare("volatility", "<", compare("$calm", "*", "average")),
        "short_entry": compare("volatility", ">", compare("$calm", "*", "average")),
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


TEMPLATES: tuple[Template, ...] = (
    *TREND_TEMPLATES,
    *MOMENTUM_TEMPLATES,
    *REVERSION_TEMPLATES,
    *OTHER_TEMPLATES,
)

__all__ = ["TEMPLATES", "Family", "Template", "template"]


def template(kind: str) -> Template:
    """The template of a kind. Raises KeyError for one there is not."""
    return {found.kind: found for found in TEMPLATES}[kind]

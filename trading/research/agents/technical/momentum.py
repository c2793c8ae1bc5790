"""Momentum: does the past return say anything of the next, from one bar to twelve months?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trading.research.agents.base import Agent, through_horizons
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient
from trading.research.inference import autocorrelation, predictive_slope, robust_portmanteau
from trading.research.rules import Rule
from trading.research.sentences import Quantity, Text, Words
from trading.research.types import Focus, Material
from trading.strategies.indicators.formulae import macd, rsi

YEARS = (1 / 52, 1 / 12, 1 / 4, 1 / 2, 1.0)  # a week to twelve months
LAGS = 10


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Momentum rules and measures."""
    return through_horizons(material, focus, rules, measures)


def spans(bars: Bars) -> list[int]:
    """Look-backs in bars, from a week to twelve months, beyond the single bar."""
    return sorted({span for years in YEARS if (span := bars.span(years)) > 1})


def rules(bars: Bars) -> list[Rule]:
    """The last bar, past returns of growing length, RSI, MACD."""
    return [
        _last_bar(bars),
        *(_past_return(bars, span) for span in spans(bars)),
        _rsi(bars),
        _macd(bars),
    ]


def _last_bar(bars: Bars) -> Rule:
    position = np.sign(bars.past(1))
    position[0] = np.nan
    # the newest of coarser bars is a past return like the others, not a single bar
    single = bars.horizon == 1
    follows, fades = ("single_bar_momentum", "single_bar_reversal") if single else (
        "momentum", "mean_reversion")  # fmt: skip
    return Rule("last_bar", position, 1, follows, fades, params={"lookback": 1})


def _past_return(bars: Bars, span: int) -> Rule:
    position = np.sign(bars.past(span))
    position[:span] = np.nan
    return Rule(
        "past_return", position, span, "momentum", "mean_reversion", str(span),
        {"lookback": span}, {"span": Quantity(span, "integer")},
    )  # fmt: skip


def _rsi(bars: Bars, length: int = 14, low: float = 30.0, high: float = 70.0) -> Rule:
    level = rsi(bars.close, length)
    position = np.where(level < low, 1.0, np.where(level > high, -1.0, 0.0))
    position[np.isnan(level)] = np.nan
    words = {
        "length": Quantity(length, "integer"),
        "low": Quantity(low, "integer"),
        "high": Quantity(high, "integer"),
    }
    return Rule(
        "rsi", position, 3 * length, "mean_reversion", "momentum", str(length),
        {"length": length, "low": low, "high": high}, words,
    )  # fmt: skip


def _macd(bars: Bars) -> Rule:
    position = np.sign(macd(bars.close, 12, 26, 9)[2])
    return Rule("macd", position, 35, "momentum", "mean_reversion",
                params={"fast": 12, "slow": 26, "signal": 9})  # fmt: skip


def measures(bars: Bars) -> Sequence[FindingDraft]:
    """Close-to-close dependence; described, for part of it falls before the next open."""
    return [_first_lag(bars), *(_regression(bars, span) for span in spans(bars)), _joint(bars)]


def _first_lag(bars: Bars) -> FindingDraft:
    found = autocorrelation(bars.returns)
    if found is None:
        return insufficient("autocorrelation_1", len(bars.returns), 30)
    return _dependence(
        "autocorrelation_1", 1, found.value, found.statistic, found.p_value, found.n_obs
    )


def _regression(bars: Bars, span: int) -> FindingDraft:
    """Next return on the past `span` bars' (Jegadeesh 1991), as a correlation."""
    name = f"autocorrelation_{span}"
    past, ahead = bars.past(span)[span:-1], bars.returns[span:]
    slope = predictive_slope(ahead, past, past) if len(ahead) > 2 * span else None
    if slope is None:
        return insufficient(name, len(ahead), 2 * span + 1)
    correlation = slope.estimate * float(past.std() / ahead.std())
    return _dependence(name, span, correlation, slope.t, slope.p_value, slope.n_obs)


def _dependence(
    name: str, span: int, value: float, t: float, p_value: float, n: int
) -> FindingDraft:
    words: Words = {
        "span": Text("bar.last_many" if span > 1 else "bar.last", {"h": Quantity(span, "integer")}),
        "value": Quantity(value),
        "t": Quantity(t),
        "p": Quantity(p_value, "p"),
        "n": Quantity(n, "integer"),
    }
    side = "positive" if value > 0 else "negative"
    return FindingDraft(
        name, Text(f"measures.autocorrelation.{side}", words),
        Text("measures.autocorrelation.nothing", words), value, "correlation", n,
        statistic=t, p_value=p_value, params={"span": span},
    )  # fmt: skip


def _joint(bars: Bars) -> FindingDraft:
    found = robust_portmanteau(bars.returns, LAGS)
    if found is None:
        return insufficient("portmanteau", len(bars.returns), LAGS + 3)
    words = {
        "q": Quantity(found.value),
        "lags": Quantity(LAGS, "integer"),
        "p": Quantity(found.p_value, "p"),
        "n": Quantity(found.n_obs, "integer"),
    }
    return FindingDraft(
        "portmanteau", Text("measures.portmanteau.found", words),
        Text("measures.portmanteau.nothing", words), found.value, "chi-square", found.n_obs,
        statistic=found.statistic, p_value=found.p_value, params={"lags": LAGS},
    )  # fmt: skip


AGENT = Agent("momentum", "technical", look)

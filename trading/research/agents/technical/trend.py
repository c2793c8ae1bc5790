"""Trend: where the price stands to its means, directional movement, memory of returns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trading.research.agents.base import Agent, through_horizons
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient
from trading.research.inference import joint_variance_ratio
from trading.research.rules import Rule
from trading.research.sentences import Quantity, Text
from trading.research.types import Focus, Material
from trading.strategies.indicators.formulae import adx as directional_index
from trading.strategies.indicators.formulae import sma

MEANS = (20, 50, 200)
SPANS = (2, 4, 8, 16)
STRONG_ADX = 25.0


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Trend rules and measures."""
    return through_horizons(material, focus, rules, measures)


def rules(bars: Bars) -> list[Rule]:
    """Price beside its means, the mean's slope, a cross of means, directional movement."""
    found = [_above(bars, length) for length in sorted({bars.scaled(n) for n in MEANS})]
    return [*found, _rising(bars), _cross(bars), _directional(bars)]


def _above(bars: Bars, length: int) -> Rule:
    position = np.sign(bars.close - sma(bars.close, length))
    return Rule(
        "price_above_mean", position, length, "trend", "mean_reversion", str(length),
        {"length": length}, {"length": Quantity(length, "integer")},
    )  # fmt: skip


def _rising(bars: Bars) -> Rule:
    length = bars.scaled(50)
    mean = sma(bars.close, length)
    step = bars.scaled(5)
    position = np.full(len(bars), np.nan)
    position[step:] = np.sign(mean[step:] - mean[:-step])
    return Rule(
        "mean_rising", position, length + step, "trend", "mean_reversion", str(length),
        {"length": length, "step": step}, {"length": Quantity(length, "integer")},
    )  # fmt: skip


def _cross(bars: Bars) -> Rule:
    fast, slow = bars.scaled(50), max(bars.scaled(200), bars.scaled(50) + 1)
    position = np.sign(sma(bars.close, fast) - sma(bars.close, slow))
    words = {"fast": Quantity(fast, "integer"), "slow": Quantity(slow, "integer")}
    return Rule(
        "mean_cross", position, slow, "trend", "mean_reversion", f"{fast}_{slow}",
        {"fast": fast, "slow": slow}, words,
    )  # fmt: skip


def _directional(bars: Bars) -> Rule:
    adx, plus, minus = directional_index(bars.high, bars.low, bars.close, 14)
    position = np.where(adx > STRONG_ADX, np.sign(plus - minus), 0.0)
    position[np.isnan(adx)] = np.nan
    return Rule(
        "directional", position, 42, "trend", "mean_reversion", "14",
        {"length": 14, "level": STRONG_ADX}, columns=("High", "Low", "Close"),
    )  # fmt: skip


def measures(bars: Bars) -> Sequence[FindingDraft]:
    """The newest slope and ADX (measured, not tested), and the joint variance-ratio test."""
    return [_slope(bars), _strength(bars), _memory(bars)]


def _slope(bars: Bars) -> FindingDraft:
    mean = sma(bars.close, 50)
    month = max(1, bars.span(1 / 12))
    if len(bars) < 50 + month:
        return insufficient("mean_slope", len(bars), 50 + month)
    slope = float(mean[-1] / mean[-1 - month] - 1.0)
    text = Text("measures.mean_slope", {"slope": Quantity(slope, "change")})
    return FindingDraft("mean_slope", text, value=100 * slope, unit="% a month", n_obs=len(bars))


def _strength(bars: Bars) -> FindingDraft:
    adx, plus, minus = directional_index(bars.high, bars.low, bars.close, 14)
    if np.isnan(adx[-1]):
        return insufficient("adx", len(bars), 30, columns=("High", "Low", "Close"))
    strong = "strong" if adx[-1] > STRONG_ADX else "weak"
    side = "up" if plus[-1] >= minus[-1] else "down"
    text = Text(f"measures.adx.{strong}_{side}", {"adx": Quantity(float(adx[-1]))})
    return FindingDraft(
        "adx", text, value=float(adx[-1]), unit="0..100", n_obs=len(bars),
        columns=("High", "Low", "Close"),
    )  # fmt: skip


def _memory(bars: Bars) -> FindingDraft:
    joint = joint_variance_ratio(bars.returns, SPANS)
    if joint is None:
        return insufficient("variance_ratio", len(bars.returns), 4 * SPANS[-1])
    ratio, q = joint
    words = {
        "ratio": Quantity(ratio.value),
        "q": Quantity(q, "integer"),
        "z": Quantity(ratio.statistic),
        "p": Quantity(ratio.p_value, "p"),
        "n": Quantity(ratio.n_obs, "integer"),
    }
    side = "above" if ratio.value > 1 else "below"
    return FindingDraft(
        "variance_ratio", Text(f"measures.variance_ratio.{side}", words),
        Text("measures.variance_ratio.nothing", words), ratio.value, "ratio", ratio.n_obs,
        statistic=ratio.statistic, p_value=ratio.p_value, params={"q": q, "spans": list(SPANS)},
    )  # fmt: skip


AGENT = Agent("trend", "technical", look)

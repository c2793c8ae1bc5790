"""Volatility: how much, how lasting, how it answers falls, and whether timing by it pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trading.research.agents.base import Agent, through_horizons
from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, insufficient
from trading.research.inference import arch_lm, leverage, robust_regression
from trading.research.rules import Rule, calmness
from trading.research.sentences import Quantity, Text
from trading.research.types import Focus, Material
from trading.strategies.indicators.formulae import atr, realised_volatility

CAP = 3.0  # largest exposure of the managed position, in usual ones
LAGS = 5


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """Volatility rules and measures; the managed position is tested on the bars as they are."""
    return through_horizons(material, focus, rules, measures)


def rules(bars: Bars) -> list[Rule]:
    """Calm against turbulent markets."""
    year = bars.span(1.0)
    return [
        Rule(
            "calm",
            calmness(bars),
            bars.span(1 / 12),
            "volatility",
            None,
            params={"length": bars.span(1 / 12), "against": year},
        )
    ]


def measures(bars: Bars) -> Sequence[FindingDraft]:
    """Levels (measured), clustering, leverage effect and managed alpha (tested)."""
    return [*_level(bars), _clustering(bars), _leverage(bars), _persistence(bars), _managed(bars)]


def _level(bars: Bars) -> list[FindingDraft]:
    month = max(5, bars.span(1 / 12))
    history = realised_volatility(bars.close, month, bars.bars_per_year)
    known = history[~np.isnan(history)]
    if not len(known):
        return [insufficient("realised_volatility", len(bars), month + 1)]
    now, share = float(known[-1]), float((known <= known[-1]).mean())
    words = {"volatility": Quantity(now, "percent"), "share": Quantity(100 * share, "integer")}
    reach = float(atr(bars.high, bars.low, bars.close, 14)[-1] / bars.close[-1])
    return [
        FindingDraft(
            "realised_volatility",
            Text("measures.realised_volatility", words),
            value=100 * now,
            unit="% a year",
            n_obs=len(known),
            params={"length": month, "rank": share},
        ),
        FindingDraft(
            "atr",
            Text("measures.atr", {"atr": Quantity(reach, "percent")}),
            value=100 * reach,
            unit="% of price",
            n_obs=len(bars),
            columns=("High", "Low", "Close"),
            params={"length": 14},
        ),
    ]


def _tested(
    name: str,
    value: float,
    unit: str,
    n: int,
    statistic: float,
    p_value: float,
    params: Mapping[str, object],
) -> FindingDraft:
    words = {
        "value": Quantity(value),
        "statistic": Quantity(statistic),
        "p": Quantity(p_value, "p"),
        "n": Quantity(n, "integer"),
    }
    side = "found" if value > 0 else "reverse"
    return FindingDraft(
        name, Text(f"measures.{name}.{side}", words), Text(f"measures.{name}.nothing", words),
        value, unit, n, statistic=statistic, p_value=p_value, params=params,
    )  # fmt: skip


def _clustering(bars: Bars) -> FindingDraft:
    found = arch_lm(bars.returns, LAGS)
    if found is None:
        return insufficient("clustering", len(bars.returns), 4 * LAGS)
    return _tested("clustering", found.value, "R squared", found.n_obs, found.statistic,
                   found.p_value, {"lags": LAGS})  # fmt: skip


def _leverage(bars: Bars) -> FindingDraft:
    found = leverage(bars.returns)
    if found is None:
        return insufficient("leverage", len(bars.returns), 30)
    return _tested("leverage", -found.estimate, "slope", found.n_obs, -found.t, found.p_value, {})


def _persistence(bars: Bars) -> FindingDraft:
    """Share of calm or turbulent bars followed by one of the same kind a month later."""
    calm, month = calmness(bars), max(5, bars.span(1 / 12))
    now, later = calm[:-month], calm[month:]
    known = ~(np.isnan(now) | np.isnan(later))
    if int(known.sum()) < 2 * month:
        return insufficient("regime", int(known.sum()), 2 * month)
    stays = float((now[known] == later[known]).mean())
    side = "calm" if calm[-1] > 0 else "turbulent"
    words = {"stays": Quantity(100 * stays, "integer")}
    return FindingDraft("regime", Text(f"measures.regime.{side}", words), value=stays, unit="share",
                 n_obs=int(known.sum()), params={"now": side, "length": month})  # fmt: skip


def _managed(bars: Bars) -> FindingDraft:
    """Alpha of a position of inverse variance over holding (Moreira & Muir 2017), capped."""
    month = max(5, bars.span(1 / 12))
    variance = realised_volatility(bars.close, month, bars.bars_per_year) ** 2
    usable = ~(np.isnan(variance) | np.isnan(bars.ahead)) & (variance > 0)
    if int(usable.sum()) < 100:
        return insufficient("managed", int(usable.sum()), 100)
    paid = bars.ahead[usable]
    weight = np.minimum(np.median(variance[usable]) / variance[usable], CAP)
    fitted = robust_regression(weight / weight.mean() * paid, paid)
    if fitted is None:
        return insufficient("managed", len(paid), 100)
    alpha = fitted[0]
    yearly = alpha.estimate * bars.bars_per_year
    draft = _tested("managed", 100 * yearly, "% a year", alpha.n_obs, alpha.t, alpha.p_value, {})
    params = {"length": month, "cap": CAP, "horizon": 1, "scope": "", "sign": 1,
              "direction": "long", "gain_per_bar": alpha.estimate, "break_even_cost": None,
              "looked_at": 1}  # fmt: skip
    edge = "volatility" if yearly > 0 else None
    return FindingDraft(**{**draft.__dict__, "edge": edge, "params": params,
                    "columns": ("Open", "Close")})  # fmt: skip


AGENT = Agent("volatility", "technical", look)

"""Rules of position and their test, as a whole, within regimes or in both halves of train."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, too_rare
from trading.research.inference import MINIMUM, Timing, bonferroni, compare
from trading.research.sentences import Quantity, Text, Words
from trading.research.types import Focus, Status
from trading.strategies.indicators.formulae import realised_volatility, sma

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Rule:
    """A position known at each close, and what it would mean if it told the next bars apart.

    `name` keys its two states in the messages; `follows` / `fades`: the kind of strategy if the
    upper state pays more / less. `lookback`: bars it looks at. `label`: one of several alike.
    """

    name: str
    position: FloatArray
    lookback: int
    follows: str | None
    fades: str | None
    label: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    words: Words = field(default_factory=dict)
    columns: tuple[str, ...] = ("Close",)
    looked_at: int = 1
    status: Status = "OK"


def judge(rule: Rule, bars: Bars, focus: Focus) -> list[FindingDraft]:
    """A draft for each scope the focus asks for."""
    past = bars.past(rule.lookback) if rule.lookback else np.zeros(len(bars))
    drafts = []
    for scope, mask in scopes(bars, focus):
        position = rule.position if mask is None else np.where(mask, rule.position, np.nan)
        name = ".".join(part for part in (_base(rule), _horizon(bars), scope) if part)
        timing = compare(position, bars.ahead, past)
        p_value = timing.p_value if timing else None
        if focus.stability:
            p_value = _both_halves(position, bars.ahead, past)
            name += ".halves"
        if timing is None or p_value is None:
            drafts.append(_unjudged(rule, name, position))
        else:
            p_value = bonferroni(p_value, rule.looked_at)
            drafts.append(_draft(rule, bars, position, timing, p_value, name, scope))
    return drafts


def _unjudged(rule: Rule, name: str, position: FloatArray) -> FindingDraft:
    seen = position[~np.isnan(position)]
    low = seen.min() if len(seen) else 0.0
    rarer = min(int((seen > 0).sum()), int((seen == low).sum())) if low <= 0 else 0
    return too_rare(name, len(seen), rarer, MINIMUM, columns=rule.columns)


def _both_halves(position: FloatArray, ahead: FloatArray, past: FloatArray) -> float | None:
    """The larger p-value of the two halves, 1 if they disagree in sign (intersection-union test:
    both halves must show the effect; Berger 1982)."""
    middle = len(position) // 2
    first = compare(position[:middle], ahead[:middle], past[:middle])
    second = compare(position[middle:], ahead[middle:], past[middle:])
    if first is None or second is None:
        return None
    return max(first.p_value, second.p_value) if first.t * second.t > 0 else 1.0


def _draft(
    rule: Rule,
    bars: Bars,
    position: FloatArray,
    timing: Timing,
    p_value: float,
    name: str,
    scope: str,
) -> FindingDraft:
    more = timing.spread > 0
    edge = rule.follows if more else rule.fades
    words = _words(rule, bars, timing, p_value, scope)
    speaks = {**words, "kind": Text(f"kinds.{edge}")} if edge else words
    tail = "_edge" if edge else ""
    return FindingDraft(
        name=name,
        found=Text(f"timing.{'more' if more else 'less'}{tail}", speaks),
        nothing=Text(f"timing.nothing_{'more' if more else 'less'}", words),
        value=100.0 * timing.spread,
        unit="% a bar" if bars.horizon == 1 else f"% a {bars.horizon}-bar block",
        n_obs=timing.n_obs,
        status=rule.status,
        statistic=timing.t,
        p_value=p_value,
        signal=_now(position, more),
        edge=edge,
        columns=rule.columns,
        params={
            **rule.params,
            "horizon": bars.horizon,
            "scope": scope,
            "sign": 1 if more else -1,
            "direction": _direction(timing),
            "gain_per_bar": timing.gain / bars.horizon,
            "break_even_cost": timing.break_even,
            "looked_at": rule.looked_at,
        },
    )


def _base(rule: Rule) -> str:
    return f"{rule.name}_{rule.label}" if rule.label else rule.name


def _horizon(bars: Bars) -> str:
    return f"h{bars.horizon}" if bars.horizon > 1 else ""


def _now(position: FloatArray, more: bool) -> float | None:
    """What the rule expects of the next bar: its newest position, turned the way that paid."""
    newest = float(position[-1])
    return None if np.isnan(newest) else newest * (1.0 if more else -1.0) + 0.0  # no -0.0


def _direction(timing: Timing) -> str:
    """The side of the market that paid (before costs): long, short or both."""
    better, worse = sorted((timing.upper, timing.lower), reverse=True)
    if better <= 0:
        return "short"
    return "both" if worse < 0 else "long"


def _words(rule: Rule, bars: Bars, timing: Timing, p_value: float, scope: str) -> Words:
    bar = "bar.block" if bars.horizon > 1 else "bar.one"
    return {
        "on": Text(f"states.{rule.name}.on", rule.words),
        "off": Text(f"states.{rule.name}.off", rule.words),
        "bar": Text(bar, {"h": Quantity(bars.horizon, "integer")}),
        "spread": Quantity(abs(timing.spread), "percent"),
        "t": Quantity(timing.t),
        "p": Quantity(p_value, "p"),
        "n": Quantity(timing.n_obs, "integer"),
        "scope": Text(f"scopes.{scope or 'all'}"),
    }


# Parts of train in which a rule is tested: regimes known at each close.

Scope = tuple[str, NDArray[np.bool_] | None]
MONTH = 1.0 / 12.0


def scopes(bars: Bars, focus: Focus) -> list[Scope]:
    """(name, mask of bars) of each part; the whole is ("", None).

    Regimes split single bars only: coarser ones leave too few in each part.
    """
    if bars.horizon > 1 or not focus.regime:
        return [("", None)]
    if focus.regime == "volatility":
        calm = calmness(bars)
        return [("calm", calm > 0), ("turbulent", calm < 0)]
    mean = sma(bars.close, min(200, bars.span(0.8)))
    return [("above_mean", bars.close > mean), ("below_mean", bars.close <= mean)]


def calmness(bars: Bars) -> NDArray[np.float64]:
    """+1 where a month's volatility is below its median of the last year, -1 above, NaN early."""
    month, year = max(5, bars.span(MONTH)), max(20, bars.span(1.0))
    volatility = pd.Series(realised_volatility(bars.close, month, bars.bars_per_year))
    usual = volatility.rolling(year).median()
    calm = np.where(volatility <= usual, 1.0, -1.0)
    return np.where(usual.notna(), calm, np.nan)

"""A spec before the look-ahead detector."""

from __future__ import annotations

import numpy as np
import pandas as pd

from trading.evidence.answer import Answer
from trading.evidence.lookahead.detect import CUTS, Said, look_ahead
from trading.strategies.errors import RuleError
from trading.strategies.plan import Plan
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec

BEYOND = 3
"""Bars after the longest look-back that the evaluation of a spec asks for."""


def spec_look_ahead(
    spec: StrategySpec,
    frame: pd.DataFrame,
    rng: np.random.Generator,
    *,
    cuts: int = CUTS,
    bars_per_year: float = 252.0,
) -> Answer:
    """`look_ahead` of what the spec says: entries, exits, and the size of entries.

    Raises RuleError where the spec cannot be run on `frame`.
    """
    plan = Plan(spec)
    compute_signals(plan, frame, bars_per_year=bars_per_year)
    first = plan.longest_lookback(spec.values)[0] + BEYOND
    return look_ahead(
        lambda bars: said_by(plan, bars, bars_per_year), frame, rng, first_cut=first, cuts=cuts
    )


def said_by(plan: Plan, frame: pd.DataFrame, bars_per_year: float = 252.0) -> Said | None:
    """The signals on each bar (bars, 5); None where there are none on such bars."""
    try:
        found = compute_signals(plan, frame, bars_per_year=bars_per_year)
    except RuleError:
        return None
    entry = found.long_entry | found.short_entry
    sizes = np.where(entry, found.size, 0.0)
    rules = (found.long_entry, found.long_exit, found.short_entry, found.short_exit)
    return np.column_stack([*rules, sizes]).astype(np.float64)

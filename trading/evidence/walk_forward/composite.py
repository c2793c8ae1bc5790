"""The signals of a strategy whose parameters change from fold to fold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from trading.evidence.folds import Span
from trading.strategies.plan import Plan
from trading.strategies.signals import STOPS, Signals, compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache

RULES = ("long_entry", "long_exit", "short_entry", "short_exit")

Piece = tuple[Mapping[str, float], Span]
"""Values of the parameters, and the bars at whose close they decide."""


def composite(spec: StrategySpec, window: IndicatorCache, pieces: Sequence[Piece]) -> Signals:
    """What `spec` says with the parameters of each piece on its bars, and nothing elsewhere.

    A position that is open where a piece ends is left by the rules of the next one, or by the
    stops it was entered with. Raises RuleError as `compute_signals` does.
    """
    plan, bars = Plan(spec), window.bars
    rules = np.zeros((len(RULES), bars), dtype=bool)
    size, stops = np.ones(bars), np.zeros((len(STOPS), bars))
    warmups = []
    for values, (begin, end) in pieces:
        said = compute_signals(plan, window.frame, cache=window, parameters=values)
        for name, rule in zip(RULES, rules, strict=True):
            rule[begin:end] = getattr(said, name)[begin:end]
        size[begin:end] = said.size[begin:end]
        stops[:, begin:end] = said.stop_rows()
        warmups.append(said.warmup)
    changing = stops if stops.any() else None
    long_entry, long_exit, short_entry, short_exit = rules
    return Signals(
        long_entry, long_exit, short_entry, short_exit, size, min(warmups), stops=changing,
        fractions=spec.fractions,
    )  # fmt: skip

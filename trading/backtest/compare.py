"""Two engines, one truth: where their results differ."""

from __future__ import annotations

from dataclasses import astuple

import numpy as np

from trading.backtest.errors import BacktestError
from trading.backtest.types import Result, Trade

RELATIVE = 1e-9


def compare(kernel: Result, reference: Result) -> None:
    """Raises BacktestError "engines_differ" unless both results are the same.

    Trades must have the same bars, sizes and reasons; prices, money and the equity at each bar
    may differ by RELATIVE.
    """
    if len(kernel.trades) != len(reference.trades):
        raise differ("the number of trades", len(kernel.trades), len(reference.trades))
    for number, (ours, theirs) in enumerate(zip(kernel.trades, reference.trades, strict=True), 1):
        if not same(ours, theirs):
            raise differ(f"trade {number}", ours, theirs)
    apart = ~np.isclose(kernel.equity, reference.equity, rtol=RELATIVE, atol=0)
    if apart.any():
        bar = int(apart.argmax())
        raise differ(
            f"the equity at bar {bar}", float(kernel.equity[bar]), float(reference.equity[bar])
        )


def same(ours: Trade, theirs: Trade) -> bool:
    exact = ("entry_bar", "exit_bar", "size", "reason")
    if any(getattr(ours, name) != getattr(theirs, name) for name in exact):
        return False
    return bool(np.allclose(astuple(ours)[3:5], astuple(theirs)[3:5], rtol=RELATIVE, atol=0))


def differ(what: str, kernel: object, reference: object) -> BacktestError:
    return BacktestError("engines_differ", what=what, kernel=kernel, reference=reference)

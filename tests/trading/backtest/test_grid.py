"""A grid gives what single backtests give."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.backtest.prices import bundled
from trading.backtest.grid import Chunk, evaluate
from trading.backtest.run import run_backtest
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import TEMPLATES

SPEC: StrategySpec = next(t for t in TEMPLATES if t.kind == "sma_reversal").make()
SETS = [{"fast": fast, "slow": slow} for fast in (5, 10, 20) for slow in (50, 100)]


def grid(sets: list[dict[str, int]], **options: object) -> list[Chunk]:
    return list(evaluate(SPEC, bundled("IBM").iloc[:900], sets, **options))  # type: ignore[arg-type]


def test_a_set_has_the_metrics_of_its_backtest() -> None:
    frame = bundled("IBM").iloc[:900]
    chunk = grid(SETS, trade_from=300)[0]
    for row, parameters in enumerate(SETS):
        signals = compute_signals(SPEC.with_parameters(**parameters), frame)
        assert chunk.metrics(row) == run_backtest(frame, signals, trade_from=300).metrics


def test_sets_come_in_chunks_and_in_order() -> None:
    chunks = grid(SETS, chunk=4)
    assert [len(chunk.figures) for chunk in chunks] == [4, 2]
    joined = np.concatenate([chunk.figures for chunk in chunks])
    np.testing.assert_array_equal(joined, grid(SETS)[0].figures)


def test_returns_multiply_to_the_total() -> None:
    chunk = grid(SETS, returns=True, trade_from=100)[0]
    assert chunk.returns is not None
    assert chunk.returns.shape == (6, 799)
    total = [chunk.metrics(row).total_return for row in range(6)]
    assert np.prod(1 + chunk.returns.astype(float), axis=1) - 1 == pytest.approx(total, rel=1e-4)


def test_a_set_that_is_refused_does_not_stop_the_others() -> None:
    chunk = grid([SETS[0], {"fast": 1000, "slow": 50}, SETS[1]])[0]
    assert list(chunk.errors) == [1]
    assert chunk.errors[1].code == "too_big"
    assert np.isnan(chunk.figures[1]).all()
    assert chunk.metrics(2).total_trades > 0

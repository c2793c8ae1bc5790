"""What a worker makes of a job, in this process."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from tests.trading.backtest.prices import bundled
from trading.backtest import jobs, wire
from trading.backtest.jobs import compare
from trading.backtest.measure import FIGURES, FINAL_EQUITY
from trading.backtest.run import run_backtest
from trading.backtest.types import BacktestError
from trading.strategies.errors import SpecError
from trading.strategies.signals import compute_signals
from trading.strategies.templates import TEMPLATES

SPEC = next(t for t in TEMPLATES if t.kind == "sma_reversal").make()


def job(**more: Any) -> wire.Message:
    return {
        "id": "1", "spec": SPEC.document(), "cash": 10_000, "commission": 0.001,
        "bars_per_year": 252, "window": {"prices": "x", "bars": [100, 700], "trade_from": 250},
        **more,
    }  # fmt: skip


def test_a_backtest_on_its_window() -> None:
    found = jobs.backtest(job(engine="kernel"), bundled("MSFT"))
    frame = bundled("MSFT").iloc[100:700]
    direct = run_backtest(frame, compute_signals(SPEC, frame), trade_from=250)
    assert found["metrics"]["sharpe_ratio"] == direct.metrics.sharpe_ratio
    assert len(found["trades"]) == len(direct.trades) > 0
    np.testing.assert_array_equal(wire.array_of(found["equity"]), direct.equity)
    json.dumps(found, allow_nan=False)


def test_a_finalist_is_the_reference_compared_with_the_kernel() -> None:
    found = jobs.finalist(job(), bundled("MSFT"))
    assert (found["engine"], found["compared"]) == ("reference", True)
    assert found["metrics"] == jobs.backtest(job(engine="kernel"), bundled("MSFT"))["metrics"]


def test_a_finalist_the_kernel_refuses_is_not_compared() -> None:
    found = jobs.finalist(job(cash=1e18), bundled("MSFT"))
    assert (found["engine"], found["compared"]) == ("reference", False)


def test_a_grid_has_figures_for_each_set() -> None:
    sets = [{"fast": 10, "slow": 50}, {"fast": 1000, "slow": 50}, {"fast": 20, "slow": 50}]
    found = jobs.grid_search(job(parameter_sets=sets), bundled("MSFT"))
    figures = wire.array_of(found["figures"]).reshape(3, FIGURES)
    assert list(np.isnan(figures[:, FINAL_EQUITY])) == [False, True, False]
    assert found["errors"]["1"]["code"] == "too_big"
    json.dumps(found, allow_nan=False)


def test_a_spec_that_is_none() -> None:
    with pytest.raises(SpecError):
        jobs.backtest(job(spec={"name": "nothing"}), bundled("MSFT"))


def test_engines_that_differ_are_an_error_that_says_where() -> None:
    frame = bundled("MSFT").iloc[100:700]
    result = run_backtest(frame, compute_signals(SPEC, frame))
    other = run_backtest(frame, compute_signals(SPEC, frame), commission=0.002)
    with pytest.raises(BacktestError, match="kernel and reference differ in") as refused:
        compare(result, other)
    assert refused.value.code == "engines_differ"

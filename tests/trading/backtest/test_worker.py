"""The real worker, by way of a pool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.trading.backtest.prices import bundled
from trading.backtest import wire
from trading.backtest.pool import Pool
from trading.backtest.run import run_backtest
from trading.backtest.wire import rows_of, split_grid
from trading.strategies.signals import compute_signals
from trading.strategies.templates import TEMPLATES

pytestmark = pytest.mark.slow
SPEC = next(t for t in TEMPLATES if t.kind == "sma_reversal").make()


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(workers=1) as pool:
        pool.offer("ibm", bundled("IBM"))
        yield pool


def job(kind: str, **more: Any) -> wire.Message:
    return {
        "id": kind, "kind": kind, "spec": SPEC.document(), "cash": 10_000.0, "commission": 0.001,
        "bars_per_year": 252.0, "window": {"prices": "ibm", "bars": [0, 800], "trade_from": 300},
        **more,
    }  # fmt: skip


def test_a_finalist_is_what_both_engines_give_here(pool: Pool) -> None:
    found = pool.run_now([job("finalist")])[0].result
    frame = bundled("IBM").iloc[:800]
    direct = run_backtest(frame, compute_signals(SPEC, frame), trade_from=300)
    assert found is not None
    assert found["compared"] is True
    assert found["metrics"]["final_equity"] == direct.metrics.final_equity
    assert list(wire.array_of(found["equity"])) == list(direct.equity)


def test_a_grid_in_parts(pool: Pool) -> None:
    sets = [{"fast": fast, "slow": 100} for fast in (5, 10, 15, 20, 25)]
    jobs = split_grid(job("grid", parameter_sets=sets), 2)
    rows = list(rows_of(jobs, pool.run_now(jobs)))
    assert [row["parameters"] for row in rows] == sets
    assert all(row["total_trades"] > 0 for row in rows)


def test_a_bad_spec_is_refused_with_the_place_of_its_fault(pool: Pool) -> None:
    document = SPEC.document()
    name = next(iter(document["indicators"]))
    document["indicators"][name]["kind"] = "crystal_ball"
    result = pool.run_now([job("backtest", spec=document)])[0]
    assert result.error is not None
    assert result.error["code"] == "refused"
    assert result.error["message"].startswith(f"indicators.{name}")
    assert len(result.attempts) == 1

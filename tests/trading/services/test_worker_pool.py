"""Workers that stay warm over several developments."""

from __future__ import annotations

import asyncio
from typing import Any

import pandas as pd
import pytest

from tests.trading.market.files import walk
from tests.trading.services.inline import InlinePool
from trading.backtest.pool import Pool
from trading.services.bench import Lent, warm, workers
from trading.strategies.templates import template

SPEC = template("obv_trend").make().document()


def played(pool: Pool, name: str = "holdout 1") -> dict[str, Any]:
    window = {"prices": name, "bars": [0, 300], "trade_from": 10}
    job = {"id": "one", "kind": "backtest", "spec": SPEC, "window": window,
           "cash": 10_000.0, "commission": 0.001, "bars_per_year": 252.0}  # fmt: skip
    (found,) = asyncio.run(pool.run([job]))
    assert found.result is not None, found.error
    metrics: dict[str, Any] = found.result["metrics"]
    return metrics


def test_each_development_has_workers_of_its_own_otherwise(inline: None):
    assert isinstance(workers(), InlinePool)
    assert workers() is not workers()


def test_a_borrower_sees_its_own_prices_under_a_name_of_others(inline: None):
    alone = {}
    for seed in (1, 2):
        pool = workers()
        pool.offer(f"of seed {seed}", walk(300, seed=seed))
        alone[seed] = played(pool, f"of seed {seed}")
    with warm():
        one, other = workers(), workers()
        one.offer("holdout 1", walk(300, seed=1))
        other.offer("holdout 1", walk(300, seed=2))
        assert [played(one), played(other)] == [alone[1], alone[2]]
    assert alone[1] != alone[2]


def test_closing_what_is_lent_takes_its_prices_back_and_leaves_the_workers(inline: None):
    with warm():
        pool = workers()
        assert isinstance(pool, Lent)
        pool.offer("holdout 1", walk(300))
        pool.offer("train", walk(300))
        pool.forget("train")
        kept: InlinePool = pool._pool  # type: ignore[assignment]
        assert len(kept.prices) == 1
        pool.close()
        assert kept.prices == {}
        again = workers()
        again.offer("holdout 1", walk(300, seed=3))
        assert played(again)
    assert isinstance(workers(), InlinePool)


@pytest.mark.slow
def test_the_processes_stay_the_same():
    frame: pd.DataFrame = walk(300)
    seen = []
    with warm():
        for _ in range(2):
            pool = workers()
            pool.offer("holdout 1", frame)
            played(pool)
            seen.append(pool.pids)
            pool.close()
    first, second = map(set, seen)  # one more may have come up in between
    assert set() < first <= second

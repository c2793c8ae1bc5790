"""The bench examines a variant on what lies before the holdout."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from config.runs.ledger import insert
from tests.trading.services.inline import InlinePool, momentum
from tests.trading.strategies.bars import made_up
from tests.trading.variants import own_strategy, own_variant
from trading.analyst.variants import rules_hash
from trading.backtest.pool import Pool
from trading.backtest.wire import JobResult
from trading.domain.calculation import AS_WRITTEN, COUNTED_ALIKE
from trading.evidence.walk_forward.examine import examine
from trading.evidence.walk_forward.past import Setting
from trading.market.data import MarketData, split
from trading.recorder import StrategyRecorder
from trading.services.bench import PoolBench, ceiling
from trading.services.trial_series import gather
from trading.strategies.search import SETS, grid_size
from trading.strategies.table import IndicatorCache
from trading.strategies.templates import template

SPEC = template("single_bar_momentum").make()
VARIANT = {"spec": SPEC.document(), "approach": "single_bar_momentum"}
MONEY: dict[str, Any] = {"cash": 10_000.0, "commission": 0.001}
WHOLE = momentum(1_250)


def data(whole: Any = WHOLE) -> MarketData:
    segments = split(len(whole))
    return MarketData(
        ticker="T", sha256="0" * 64, source="", licence="", adjusted=False, frequency="1d",
        bars_per_year=252.0, frame=whole.iloc[: segments.holdout[0]], segments=segments,
        peers={}, auxiliary={},
    )  # fmt: skip


def examined(variant: Any = VARIANT, pool: Any = None, seed: int = 7, whole: Any = WHOLE) -> Any:
    played_by: Any = pool or InlinePool()
    bench = PoolBench(played_by, data(whole), **MONEY)
    return asyncio.run(bench.examine(variant, seed))


def test_the_evidence_is_that_of_all_bars_before_the_holdout():
    found = examined()
    before = Setting(IndicatorCache(WHOLE.iloc[:1_000]), **MONEY, bars_per_year=252.0,
                     train_bars=750, seed=7)  # fmt: skip
    direct = examine(SPEC, before)
    assert (found["error"], found["attempts"]) == ("", [])
    for part in ("segments", "answers", "rolling", "folds"):
        assert found[part] == json.loads(json.dumps(direct[part]))
    assert found["folds"][-1]["after"][1] == 1_000
    assert found["segments"]["walk_forward"]["sharpe_ratio"] > 1


def test_its_trials_are_those_of_the_variants_rules():
    trials = examined()["trials"]
    assert {(one["kind"], one["rules_hash"]) for one in trials} == {
        ("single_bar_momentum", rules_hash(SPEC))
    }
    bench = PoolBench(InlinePool(), data(), **MONEY)  # type: ignore[arg-type]
    rows = asyncio.run(bench.search(SPEC, [one["parameters"] for one in trials]))
    assert [one["sharpe_ratio"] for one in rows] == [one["sharpe_ratio"] for one in trials]
    assert [one["total_trades"] for one in rows] == [one["total_trades"] for one in trials]


def test_a_variant_that_cannot_be_examined_says_why():
    spec = template("sma_long").make()
    found = examined({"spec": spec.document(), "approach": "sma_long"}, whole=made_up(90))
    assert "bars" in found["error"]
    assert len(found["attempts"]) == 1
    parts = ("segments", "answers", "rolling", "folds", "trials")
    assert [found[part] for part in parts] == [{}, {}, {}, [], []]


def test_what_one_that_failed_may_have_tried_is_counted():
    """As where its worker ran out of time: nobody knows how far it came."""
    found = examined(pool=Late())
    assert (found["error"], found["segments"]) == ("too late", {})
    trials = found["trials"]
    asked = {json.dumps(one["parameters"]) for one in examined()["trials"]}
    assert found["unreported"] == len(trials) == ceiling(SPEC) >= len(asked)
    assert len({json.dumps(one["parameters"]) for one in trials}) == len(trials)
    assert rules_hash(SPEC) not in {one["rules_hash"] for one in trials}


class Late(InlinePool):
    """No job of it ends in time."""

    async def run(self, jobs: Any, _on_result: Any = None) -> list[JobResult]:
        error = {"code": "deadline", "message": "too late", "params": {}}
        return [JobResult(job["id"], None, error, [{"error": error}]) for job in jobs]


def test_what_a_search_that_was_stopped_may_have_tried_is_told():
    bench = PoolBench(Late(), data(), **MONEY)  # type: ignore[arg-type]
    found = asyncio.run(bench.tune(SPEC, [1]))
    assert (found["parameters"], found["rows"]) == (SPEC.values, [])
    assert found["lost"] == min(grid_size(SPEC), SETS) > 1


@pytest.mark.django_db
def test_each_of_them_is_a_trial_of_its_own_that_is_not_played():
    strategy = own_strategy()
    variant = own_variant(strategy, SPEC, iteration=1)
    output = {"iteration": 1, "variant_index": variant.index, **examined(pool=Late())}
    insert(StrategyRecorder(strategy.pk, 0).examined_evidence(output))
    gathered = gather(strategy)
    assert gathered.raw == gathered.distinct == ceiling(SPEC)
    assert {one.spec for one in gathered.trials} == {None}
    assert str(ceiling(SPEC)) in strategy.errors.get().message


@pytest.mark.parametrize(("calculation", "more"), [(AS_WRITTEN, 1), (COUNTED_ALIKE, 0)])
def test_the_probability_of_a_ratio_rests_on_the_returns_that_it_is_of(calculation: int, more: int):
    bench = PoolBench(InlinePool(), data(), **MONEY, calculation=calculation)  # type: ignore[arg-type]
    found = asyncio.run(bench.backtest(VARIANT))["segments"]
    for segment, extra in (("train", 0), ("validation", more)):
        ratio, bars, *_ = found[segment]["moments"]
        assert bars == found[segment]["bars"] - 1 + extra
        same = ratio * 252**0.5 == pytest.approx(found[segment]["sharpe_ratio"], rel=1e-12)
        assert same is not bool(extra)


@pytest.mark.slow
def test_a_worker_gives_the_same_bytes():
    with Pool(workers=1, module="trading.evidence.worker") as pool:
        found = [json.dumps(examined(pool=pool)) for _ in range(2)]
    assert found[0] == found[1] == json.dumps(examined())

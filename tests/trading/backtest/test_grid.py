"""A grid gives what single backtests give."""

from __future__ import annotations

import re
import tracemalloc
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import TICKERS, bundled
from tests.trading.backtest.test_differential import beyond_targets, money, terms, window
from tests.trading.strategies.random_spec import random_spec
from trading.backtest import grid as module
from trading.backtest.grid import Chunk, evaluate
from trading.backtest.kernel import TRADE_ROWS
from trading.backtest.parameter_sets import SetPlan
from trading.backtest.run import run_backtest
from trading.backtest.types import BacktestError
from trading.domain.broker import Broker
from trading.domain.calculation import CURRENT
from trading.strategies.errors import StrategyError
from trading.strategies.parse import parse_spec
from trading.strategies.search import random_parameters
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache
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


def test_sets_come_in_chunks_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = grid(SETS, chunk=4)
    assert [len(chunk.figures) for chunk in chunks] == [4, 2]
    joined = np.concatenate([chunk.figures for chunk in chunks])
    np.testing.assert_array_equal(joined, grid(SETS)[0].figures)
    monkeypatch.setattr(module, "CELLS", 1)  # one at a time
    np.testing.assert_array_equal(joined, grid(SETS)[0].figures)


def test_no_more_is_held_at_once_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each set with series of its own: as computed, in one array, and its returns."""
    monkeypatch.setattr(module, "CELLS", 1_000_000)
    frame = pd.DataFrame(
        {name: np.full(20_000, 10.0) for name in ("Open", "High", "Low", "Close")},
        index=pd.date_range("2000-01-03", periods=20_000, freq="h"),
    )
    sets = [{"fast": 5 * length, "slow": 20 * length} for length in range(1, 13)]
    options: Any = {"returns": True, "cache": IndicatorCache(frame, 0, 252.0)}
    next(evaluate(SPEC, frame, sets[:1], **options))
    tracemalloc.start()
    try:
        (chunk,) = evaluate(SPEC, frame, sets, **options)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert chunk.returns is not None
    assert not chunk.errors
    prices_and_trades = 8 * len(frame) * (4 + TRADE_ROWS)
    assert peak < 8 * module.CELLS + prices_and_trades + chunk.returns.nbytes


def test_returns_multiply_to_the_total() -> None:
    chunk = grid(SETS, returns=True, trade_from=100)[0]
    assert chunk.returns is not None
    assert chunk.returns.shape == (6, 799)
    total = [chunk.metrics(row).total_return for row in range(6)]
    assert np.prod(1 + chunk.returns.astype(float), axis=1) - 1 == pytest.approx(total, rel=1e-4)


def test_a_set_that_is_refused_does_not_stop_the_others() -> None:
    chunk = grid([SETS[0], {"fast": 1000, "slow": 50}, SETS[1]], returns=True)[0]
    assert list(chunk.errors) == [1]
    assert chunk.errors[1].code == "too_big"
    assert np.isnan(chunk.figures[1]).all()
    assert chunk.metrics(2).total_trades > 0
    assert chunk.returns is not None
    assert not chunk.returns[1].any()
    assert chunk.returns[2].any()


def test_a_set_is_refused_for_its_stops_as_its_backtest_is() -> None:
    document = SPEC.document() | {"stops": {"take_profit": "$target"}}
    document["parameters"] |= {
        "target": {"type": "float", "value": 0.2, "low": 0.005, "high": 0.5, "step": 0.005}
    }
    spec, frame, broker = parse_spec(document), bundled("IBM").iloc[:300], Broker(spread=0.01)
    targets = (0.2, 0.005)
    (chunk,) = evaluate(spec, frame, [{"target": target} for target in targets], broker=broker)
    assert {row: error.code for row, error in chunk.errors.items()} == {1: "target"}
    for row, target in enumerate(targets):
        signals = compute_signals(spec.with_parameters(target=target), frame)
        if row not in chunk.errors:
            assert chunk.metrics(row) == run_backtest(frame, signals, broker=broker).metrics
            continue
        with pytest.raises(BacktestError, match=re.escape(str(chunk.errors[row]))):
            run_backtest(frame, signals, broker=broker)


# Any spec, with any parameters: what the compiled rules say is what the arrays say.


def alike(frame: pd.DataFrame, spec: StrategySpec, sets: list[dict[str, float]], **options: Any):
    """The chunk of some sets, each of which was found to be its own backtest, to the last digit."""
    (chunk,) = evaluate(spec, frame, sets, returns=True, **options)
    assert chunk.returns is not None
    for row, values in enumerate(sets):
        if row in chunk.errors:
            with pytest.raises(StrategyError, match=f"^{re.escape(str(chunk.errors[row]))}$"):
                compute_signals(spec.with_parameters(**values), frame)
            continue
        signals = compute_signals(spec.with_parameters(**values), frame)
        result = run_backtest(frame, signals, **options)
        assert chunk.metrics(row) == result.metrics
        equity = result.equity[options.get("trade_from", 0) :]
        before = equity[:-1]
        gains = np.divide(equity[1:], before, out=np.ones(len(before)), where=before > 0) - 1
        np.testing.assert_array_equal(chunk.returns[row], gains.astype(np.float32))
    return chunk


@pytest.mark.parametrize("ticker", TICKERS)
def test_random_specs_are_played_as_single_backtests_are(ticker: str) -> None:
    found: Counter[str] = Counter()
    for seed in range(80):
        random = np.random.default_rng([seed, TICKERS.index(ticker), 5])
        frame = window(bundled(ticker), 60, 350, random)
        spec = random_spec(random)
        sets = [dict(random_parameters(spec, random).values) for _ in range(4)]
        options = money(len(frame), random)
        try:
            signals = compute_signals(spec, frame)
        except StrategyError:
            broker = terms(random)._replace(spread=0.0)
        else:
            broker = beyond_targets(terms(random), signals)
        version = int(random.integers(1, CURRENT + 1))
        chunk = alike(frame, spec, sets, broker=broker, calculation=version, **options)
        found["refused"] += len(chunk.errors)
        found["traded"] += int((chunk.figures[:, 13] > 0).sum())
    assert found["traded"] > 60
    assert found["refused"] > 3


EVERYTHING: dict[str, Any] = {
    "name": "Everything",
    "direction": "both",
    "parameters": {
        "length": {"type": "int", "value": 10, "low": 5, "high": 60},
        "level": {"type": "float", "value": 1.0, "low": 0.9, "high": 1.1, "step": 0.01},
        "much": {"type": "float", "value": 0.5, "low": 0.1, "high": 1.0, "step": 0.1},
        "loss": {"type": "float", "value": 0.05, "low": 0.01, "high": 0.2, "step": 0.01},
        "bars": {"type": "int", "value": 20, "low": 2, "high": 40},
    },
    "indicators": {
        "mean": {"kind": "sma", "length": "$length"},
        "twice": {"kind": "ema", "source": "mean", "length": 5},
        "bands": {"kind": "bollinger", "length": "$length", "width": 2.0},
    },
    "long_entry": {
        "op": "or",
        "conditions": [
            {
                "op": "crosses_above",
                "left": "close",
                "right": {"op": "*", "left": "twice", "right": "$level"},
            },
            {
                "op": "between",
                "value": "bands.percent",
                "low": {"op": "-", "left": "$level", "right": 0.5},
                "high": 0.6,
            },
        ],
    },
    "long_exit": {
        "op": "crosses_below",
        "left": "bands.percent",
        "right": {"op": "/", "left": "$level", "right": 4},
    },
    "short_entry": {
        "op": "not",
        "condition": {"op": ">=", "left": "close", "right": "bands.lower"},
    },
    "short_exit": {
        "op": "and",
        "conditions": [
            {"op": ">", "left": "volume", "right": 0},
            {
                "op": "<=",
                "left": {"op": "/", "left": "close", "right": {"op": "-", "left": 1, "right": 1}},
                "right": 1,
            },
            {"op": "<", "left": "mean", "right": "close"},
        ],
    },
    "sizing": {"kind": "volatility_target", "annual": "$much", "length": "$length"},
    "stops": {"stop_loss": "$loss", "time_stop": "$bars", "take_profit": 0.2},
}


def test_parameters_wherever_they_may_stand() -> None:
    spec = parse_spec(EVERYTHING)
    random = np.random.default_rng(3)
    sets = [dict(random_parameters(spec, random).values) for _ in range(40)]
    frame = bundled("AAPL").iloc[:700]
    chunk = alike(frame, spec, sets, trade_from=40)
    assert not chunk.errors
    assert (chunk.figures[:, 13] > 5).sum() > 30


def test_a_column_that_lacks_refuses_each_set() -> None:
    spec = parse_spec(EVERYTHING)
    frame = bundled("AAPL").iloc[:300].drop(columns="Volume")
    (chunk,) = evaluate(spec, frame, [spec.values, spec.values])
    assert [error.code for error in chunk.errors.values()] == ["missing_column"] * 2


def test_what_rules_share_is_worked_out_once() -> None:
    above = {"op": ">", "left": "close", "right": "mean"}
    spec = parse_spec(
        {
            "name": "Above",
            "indicators": {"mean": {"kind": "sma", "length": 20}},
            "long_entry": above,
            "long_exit": {"op": "not", "condition": above},
        }
    )
    program = SetPlan(spec).program
    assert len(program.steps) == program.truths == 2
    assert list(program.rules) == [0, 1, -1, -1]

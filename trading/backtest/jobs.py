"""What a worker can do, from JSON to JSON."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict, astuple
from typing import Any, Literal, cast

import numpy as np
import pandas as pd

from trading.backtest import grid, wire
from trading.backtest.checks import COLUMNS
from trading.backtest.measure import FIGURES
from trading.backtest.run import run_backtest
from trading.backtest.types import BacktestError, NotExact, Result, Trade
from trading.domain.broker import Broker
from trading.domain.calculation import CURRENT, year_of_rules
from trading.strategies.parse import parse_spec
from trading.strategies.signals import Signals, compute_signals
from trading.strategies.table import IndicatorCache

# Two engines, one truth: where their results differ.

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


Document = dict[str, Any]

INDICATOR_BYTES = 32 * 1024 * 1024
KEPT_WINDOWS = 4
WINDOWS: OrderedDict[tuple[str, int, int, float], IndicatorCache] = OrderedDict()


def window_of(job: Document, frame: pd.DataFrame | None) -> IndicatorCache:
    """The bars a job is about (half-open places in its prices), with the indicators known of them.

    Kept from job to job: the parts of a grid and a round's variants share theirs.
    """
    if frame is None:
        raise ValueError("the job names no prices")
    begin, end = job["window"]["bars"]
    version, year = calculation_of(job), float(job["bars_per_year"])
    year = year_of_rules(version, year)
    key = (job["window"]["prices"], begin, end, year)
    if key not in WINDOWS:
        WINDOWS[key] = IndicatorCache(frame.iloc[begin:end], INDICATOR_BYTES, year)
        if len(WINDOWS) > KEPT_WINDOWS:
            WINDOWS.popitem(last=False)
    WINDOWS.move_to_end(key)
    return WINDOWS[key]


def forget_windows(*, but: IndicatorCache) -> None:
    """Free what is kept of all windows but one."""
    for key in [key for key, window in WINDOWS.items() if window is not but]:
        del WINDOWS[key]


def options_of(job: Document) -> Document:
    """Cash, costs, the broker's terms, fractions, calculation, and the bar to trade from, counted
    in the window."""
    money = {name: float(job[name]) for name in ("cash", "commission", "bars_per_year")}
    trade_from = int(job["window"].get("trade_from", 0))
    version, parts = calculation_of(job), bool(job.get("fractions", False))
    broker = Broker(*map(float, job.get("broker", ())))
    return {**money, "trade_from": trade_from, "calculation": version, "fractions": parts,
            "broker": broker}  # fmt: skip


def calculation_of(job: Document) -> int:
    """The version of the rules a job is computed by."""
    return int(job.get("calculation", CURRENT))


def signals_of(job: Document, window: IndicatorCache) -> Signals:
    return compute_signals(parse_spec(job["spec"]), window.frame, cache=window)


def told(result: Result) -> Document:
    """A result as JSON; `equity` is base64 of float64, from the window's first bar on."""
    return {
        "engine": result.engine,
        "metrics": asdict(result.metrics),
        "trades": [asdict(trade) for trade in result.trades],
        "equity": wire.text_of(result.equity),
        "trade_from": result.trade_from,
        "dropped": result.dropped,
    }


def backtest(job: Document, frame: pd.DataFrame | None) -> Document:
    """One spec on one window."""
    window = window_of(job, frame)
    engine = cast("Literal['kernel', 'reference', 'auto']", job.get("engine", "auto"))
    return told(
        run_backtest(window.frame, signals_of(job, window), engine=engine, **options_of(job))
    )


def finalist(job: Document, frame: pd.DataFrame | None) -> Document:
    """One spec on both engines: the reference's result, `compared` with the kernel's.

    Raises BacktestError "engines_differ" where they do. What the kernel refuses is played on the
    reference alone: then `compared` is false.
    """
    window = window_of(job, frame)
    signals = signals_of(job, window)
    reference = run_backtest(window.frame, signals, engine="reference", **options_of(job))
    try:
        kernel = run_backtest(window.frame, signals, engine="kernel", **options_of(job))
    except NotExact:
        return {**told(reference), "compared": False}
    compare(kernel, reference)
    return {**told(reference), "compared": True}


def grid_search(job: Document, frame: pd.DataFrame | None) -> Document:
    """Many parameter sets of one spec: `figures` is base64 of (sets, FIGURES) float64, NaN where
    undefined.

    `errors` tells, by the place of the set, why it could not be played.
    """
    window = window_of(job, frame)
    sets = job["parameter_sets"]
    spec, options = parse_spec(job["spec"]), options_of(job)
    chunks = list(grid.evaluate(spec, window.frame, sets, cache=window, **options))
    errors: Document = {}
    for c, chunk in enumerate(chunks):
        for row, error in chunk.errors.items():
            errors[str(c * grid.CHUNK + row)] = {"code": error.code, "message": str(error)}
    figures = (
        np.concatenate([chunk.figures for chunk in chunks]) if chunks else np.empty((0, FIGURES))
    )
    return {"figures": wire.text_of(figures), "errors": errors}


def warm_up() -> None:
    """Compile the kernel and the measures, or load them, before the first job's clock starts."""
    index = pd.date_range("2000-01-03", periods=4, freq="D")
    prices = {name: [10.0, 11.0, 10.0, 11.0] for name in COLUMNS}
    always = np.ones(4, dtype=bool)
    run_backtest(
        pd.DataFrame(prices, index=index),
        Signals(always, ~always, ~always, ~always, np.ones(4), 0),
    )


HANDLERS = {"backtest": backtest, "finalist": finalist, "grid": grid_search}

"""One backtest of a spec, outside a development."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, Literal, NamedTuple

import pandas as pd
from django.conf import settings

from trading.domain.broker import broker_of
from trading.domain.calculation import CURRENT
from trading.domain.units import asks_for_fractions
from trading.market.storage import find_dataset, load
from trading.models import Dataset
from trading.services.machine_code import share_compiled_code
from trading.services.terms import asked_terms
from trading.services.windows import (
    Look,
    Part,
    Window,
    check_bars,
    opened_window,
    seen_window,
)
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash

Engine = Literal["reference", "kernel", "auto"]
SLOWER = 10
"""How many times as long as the kernel the reference engine takes for a bar, at least."""


class Played(NamedTuple):
    """A backtest's report, and what is too long for it: equity and closes by time."""

    dataset: Dataset
    spec: StrategySpec
    report: dict[str, Any]
    equity: pd.Series
    close: pd.Series


def backtest_spec(
    *,
    spec: Mapping[str, Any],
    ticker: str,
    engine: Engine = "auto",
    part: Part = "both",
    include_holdout: bool = False,
    start: date | None = None,
    end: date | None = None,
    cash: float | None = None,
    commission: float | None = None,
    fractions: bool | None = None,
    spread: float | None = None,
    margin: float | None = None,
    borrow: float | None = None,
    look: Look = Look(),  # noqa: B008  # a tuple
    most_bars: int | None = None,
) -> Played:
    """A spec's figures and trades on a ticker's newest prices, costs being the site's or given.

    `spread`, `margin` and `borrow` (a year) are a broker's terms. `fractions` says whether parts of
    a unit are traded; left out, the spec says it, else the height of the prices does. `part` is a
    segment or both, train and validation; the sealed holdout is played only with `include_holdout`,
    on all bars, after its opening is on record as `look` says.
    Raises SpecError, MarketError, StrategyError (too few bars, a rule without values),
    BacktestError; Refusal above `most_bars`, before anything is opened.
    """
    strategy = parse_spec(spec)
    dataset = find_dataset(ticker)
    data = load(dataset, start, end, auxiliary=())
    if most_bars is not None:
        bars = data.segments.bars if include_holdout else len(data.frame)
        check_bars(bars, most_bars // SLOWER if engine == "reference" else most_bars, ticker)
    if include_holdout:
        window = opened_window(dataset, spec_hash(strategy), start, end, look)
    else:
        window = seen_window(data, part)
    money: dict[str, Any] = {
        "cash": settings.BACKTEST_CASH if cash is None else cash,
        "commission": settings.BACKTEST_COMMISSION if commission is None else commission,
        "fractions": strategy.fractions if fractions is None else fractions,
    }
    if money["fractions"] is None:
        money["fractions"] = asks_for_fractions(float(data.train["High"].max()), money["cash"])
    money |= asked_terms({"spread": spread, "margin": margin, "borrow": borrow})
    name = "all" if include_holdout else part
    return _played(strategy, dataset, window, engine, name, money)


def _played(
    spec: StrategySpec,
    dataset: Dataset,
    window: Window,
    engine: Engine,
    part: str,
    money: Mapping[str, Any],
) -> Played:
    share_compiled_code()
    # numba takes half a second to import, and others do without it.
    from trading.backtest.run import run_backtest
    from trading.strategies.signals import compute_signals

    frame, trade_from = window.frame, window.trade_from
    result = run_backtest(
        frame,
        compute_signals(spec, frame, bars_per_year=dataset.bars_per_year),
        cash=money["cash"],
        commission=money["commission"],
        fractions=money["fractions"],
        broker=broker_of(money, dataset.bars_per_year),
        bars_per_year=dataset.bars_per_year,
        trade_from=trade_from,
        engine=engine,
    )
    played = frame.index[trade_from:]
    report = {
        "name": spec.name,
        "spec_hash": spec_hash(spec),
        "ticker": dataset.ticker,
        "data": {"sha256": dataset.sha256, "version": dataset.version},
        "part": part,
        "from": played[0].isoformat(),
        "to": played[-1].isoformat(),
        "engine": result.engine,
        **money,
        "calculation": CURRENT,
        "bars_per_year": dataset.bars_per_year,
        "dropped": result.dropped,
        "metrics": asdict(result.metrics),
        "trades": [_trade(asdict(trade), frame.index) for trade in result.trades],
        "holdout": window.holdout,
    }
    equity = pd.Series(result.equity[trade_from:], index=played)
    return Played(dataset, spec, report, equity, frame["Close"].iloc[trade_from:])


def _trade(trade: dict[str, Any], index: pd.Index) -> dict[str, Any]:
    """A trade with the times of its bars beside their numbers."""
    times = {
        f"{which}_time": index[trade[f"{which}_bar"]].isoformat() for which in ("entry", "exit")
    }
    return trade | times

"""One backtest of a spec, outside a development."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from typing import Any, Literal, NamedTuple

import pandas as pd
from django.conf import settings
from django.contrib.auth.models import User

from trading.market.storage import find_dataset, load, open_holdout
from trading.models import Dataset
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash

Engine = Literal["reference", "kernel", "auto"]
Part = Literal["train", "validation", "both"]
PURPOSE = "backtest by command"
_ALL = 10**9  # bars of the past: all there are


class Window(NamedTuple):
    """The bars that are played, and the one from which decisions and figures count."""

    frame: pd.DataFrame
    trade_from: int
    holdout: dict[str, Any] | None = None


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
    user: User | None = None,
) -> dict[str, Any]:
    """A spec's figures and trades on a ticker's newest prices, costs being the site's or given.

    `part` is a segment or both, train and validation; the sealed holdout is played only with
    `include_holdout`, on all bars, after its opening is on record. Raises SpecError, MarketError,
    StrategyError (too few bars, a rule without values), BacktestError.
    """
    # numba takes half a second to import, and other commands do without it.
    from trading.backtest.run import run_backtest
    from trading.strategies.signals import compute_signals

    strategy = parse_spec(spec)
    dataset = find_dataset(ticker)
    window = _window(dataset, strategy, part, include_holdout, start, end, user)
    result = run_backtest(
        window.frame,
        compute_signals(strategy, window.frame),
        cash=settings.BACKTEST_CASH if cash is None else cash,
        commission=settings.BACKTEST_COMMISSION if commission is None else commission,
        bars_per_year=dataset.bars_per_year,
        trade_from=window.trade_from,
        engine=engine,
    )
    played = window.frame.index[window.trade_from :]
    return {
        "name": strategy.name,
        "spec_hash": spec_hash(strategy),
        "ticker": dataset.ticker,
        "data": {"sha256": dataset.sha256, "version": dataset.version},
        "part": "all" if include_holdout else part,
        "from": played[0].isoformat(),
        "to": played[-1].isoformat(),
        "engine": result.engine,
        "metrics": asdict(result.metrics),
        "trades": [_trade(asdict(trade), window.frame.index) for trade in result.trades],
        "holdout": window.holdout,
    }


def _window(
    dataset: Dataset,
    spec: StrategySpec,
    part: Part,
    include_holdout: bool,
    start: date | None,
    end: date | None,
    user: User | None,
) -> Window:
    data = load(dataset, start, end)
    if include_holdout:
        opened = open_holdout(
            dataset=dataset,
            purpose=PURPOSE,
            warmup=_ALL,
            start=start,
            end=end,
            user=user,
            spec_hash=spec_hash(spec),
        )
        seen = {"opening": opened.opening.pk, "openings_before": opened.earlier}
        return Window(opened.frame, 0, seen)
    if part == "both":
        return Window(data.frame, 0)
    return Window(*data.window(part, _ALL))


def _trade(trade: dict[str, Any], index: pd.Index) -> dict[str, Any]:
    """A trade with the times of its bars beside their numbers."""
    times = {
        f"{which}_time": index[trade[f"{which}_bar"]].isoformat() for which in ("entry", "exit")
    }
    return trade | times

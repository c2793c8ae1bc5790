"""A variant's numbers as tables to take along: full precision, ISO times, English column names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from trading.models import Variant
from trading.presenting.returns import dated, gained, months
from trading.presenting.trades import trade_rows, when
from trading.services.parameter_sets import tried_parameters
from trading.services.replay import Replay

Row = Iterable[Any]


def equity(replay: Replay) -> Iterator[Row]:
    """A line a bar."""
    yield ["time", "segment", "open", "high", "low", "close", "equity", "drawdown",
           "buy_hold_equity", "buy_hold_drawdown"]  # fmt: skip
    prices = replay.played.frame[["Open", "High", "Low", "Close"]].to_numpy()
    for part in replay.parts:
        curves = zip(part.equity, part.drawdown, part.hold, part.hold_drawdown, strict=True)
        for bar, curve in enumerate(curves, part.begin):
            time = when(replay.times[bar], replay.daily)
            yield [
                time,
                _segment(part.segment, replay),
                *map(float, prices[bar]),
                *map(float, curve),
            ]


def _segment(name: str, replay: Replay) -> str:
    """A segment's name; of a holdout that had been opened before, with how often."""
    before = replay.openings_before if name == "holdout" else 0
    return f"{name} (opened before: {before})" if before else name


def trades(replay: Replay) -> Iterator[Row]:
    """A line a trade; `bars` from entry to exit, `return` net of both commissions."""
    yield ["number", "segment", "side", "entry_time", "exit_time", "entry_price", "exit_price",
           "size", "pnl", "return", "commission", "bars", "exit_reason"]  # fmt: skip
    for row in trade_rows(replay):
        trade = row.trade
        yield [row.number, _segment(row.segment, replay), row.side, when(row.entered, replay.daily),
               when(row.left, replay.daily), trade.entry_price, trade.exit_price, trade.size,
               trade.pnl, trade.return_pct, trade.commission, row.bars, trade.reason]  # fmt: skip


def monthly(replay: Replay) -> Iterator[Row]:
    """A line a year: its months, the whole, buy-and-hold's, trades left and commissions."""
    names = [f"{month:02}" for month in range(1, 13)]
    yield ["year", *names, "total", "buy_hold", "trades", "costs"]
    for row in months(replay, trade_rows(replay)).rows:
        yield [row.year, *(value for value, _heat in row.cells), row.total, row.hold, row.trades,
               row.costs]  # fmt: skip


def returns(replay: Replay) -> Iterator[Row]:
    """A line a bar that has a return."""
    yield ["time", "return", "buy_hold_return"]
    both = zip(dated(replay), gained(replay), gained(replay, hold=True), strict=True)
    for time, own, held in both:
        yield [when(time, replay.daily), float(own), float(held)]


def parameters(variant: Variant) -> Iterator[Row]:
    """A line a parameter set of these rules that was tried on train."""
    tried = tried_parameters(variant=variant)
    names = list(tried.spec.parameters)
    yield [*names, "train_sharpe_ratio", "train_trades", "iteration", "chosen"]
    for one in tried.sets:
        values = [one.values.get(name) for name in names]
        yield [*values, one.sharpe, one.trades, one.iteration, int(one.chosen)]


def gates(variant: Variant) -> Iterator[Row]:
    """A line a gate."""
    names = ("name", "segment", "operator", "threshold", "soft", "weight", "required", "value",
             "margin", "score", "passed", "applicable", "reason")  # fmt: skip
    yield names
    for gate in variant.gates.order_by("id"):
        values = [getattr(gate, name) for name in names]
        yield [int(value) if isinstance(value, bool) else value for value in values]


OF_SERIES: dict[str, Callable[[Replay], Iterator[Row]]] = {
    "equity": equity, "trades": trades, "monthly": monthly, "returns": returns,
}  # fmt: skip
OF_ROWS: dict[str, Callable[[Variant], Iterator[Row]]] = {
    "parameters": parameters, "gates": gates,
}  # fmt: skip

"""A variant's series as a chart takes them: bounded columns, nothing sealed; its words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from trading.backtest.curves import bars_between, thinned
from trading.presenting.code_names import word
from trading.presenting.segments import segment_word
from trading.presenting.trades import TradeRow, trade_rows
from trading.services.opening_marks import later_mark
from trading.services.replay import FigureDifference, Replay
from trading.services.variant_replay import PlayedSegment


@dataclass(frozen=True)
class MonthEnd:
    """The last bar of a month of a segment, for those who read numbers rather than lines."""

    segment: str
    time: Any
    equity: float
    hold: float
    drawdown: float
    hold_drawdown: float


def chart_words() -> dict[str, str]:
    """What the chart's script says, in the reader's language."""
    return {
        "date": _("date"),
        "equity": _("equity"),
        "hold": _("buy-and-hold"),
        "drawdown": _("drawdown"),
        "sealed": _("sealed"),
        "long": _("long"),
        "short": _("short"),
        "trade": _("trade"),
        "thinned": _("Drawn: %(points)s of %(bars)s bars, with every low and high kept."),
        "crowded": _("%(trades)s trades are in view: zoom in to see them marked."),
        "failed": _("The chart could not be loaded; the tables below have its numbers."),
    }


def month_ends(replay: Replay) -> list[MonthEnd]:
    """Each segment's curves at the last bar of each month."""
    found = []
    for part in replay.parts:
        times = replay.times[part.begin : part.end]
        number = (times.year * 12 + times.month).to_numpy()
        last = np.append(np.flatnonzero(np.diff(number)), len(times) - 1)
        columns = (part.equity, part.hold, part.drawdown, part.hold_drawdown)
        rows = zip(times[last].to_pydatetime(), *(column[last] for column in columns), strict=True)
        found += [MonthEnd(part.segment, time, *map(float, values)) for time, *values in rows]
    return found


Floats = NDArray[np.float64]
_PRICES = ("open", "high", "low", "close")


def series(replay: Replay, most: int) -> dict[str, Any]:
    """At most `most` points and trades, as columns; times are seconds since 1970, UTC.

    A longer history is thinned: what is left out lies between the lows and highs that are kept, and
    `points` beside `bars` says so.
    """
    places = _places(replay, most)
    frame = replay.played.frame
    prices = [frame[name.title()].to_numpy() for name in _PRICES]
    joined = bars_between(places, *prices)
    local = replay.times.tz_localize(None)  # as the clocks show them where the bars trade
    times = (local[places].as_unit("s").asi8).tolist()
    rows = trade_rows(replay)
    return {
        "verified": replay.verified,
        "differences": [difference(one) for one in replay.differences],
        "bars": len(frame),
        "points": len(places),
        "daily": replay.daily,
        **replay.money,
        "time": times,
        **{name: _numbers(row) for name, row in zip(_PRICES, joined, strict=True)},
        "segments": [
            *(_segment(part, places) | _marked(part, replay) for part in replay.parts),
            *_sealed(replay, len(places)),
        ],
        "trades": _trades(replay, rows, most),
        "trade_count": len(rows),
    }


def difference(one: FigureDifference) -> dict[str, Any]:
    """What differs from the record, as plain JSON."""
    return one._asdict()


def _places(replay: Replay, most: int) -> NDArray[np.intp]:
    """The bars to draw: of each segment its share, its first and last among them."""
    bars = len(replay.played.frame)
    close = replay.played.frame["Close"].to_numpy()
    known = {part.begin: part for part in replay.parts}
    found = []
    for begin, end in replay.played.segments:
        if end <= bars:
            part = known.get(begin)
            drawn = (part.equity, part.hold, part.drawdown) if part else (close[begin:end],)
            share = max(2, most * (end - begin) // bars)
            found.append(begin + thinned(end - begin, share, *drawn))
    return np.concatenate(found)


def _segment(part: PlayedSegment, places: NDArray[np.intp]) -> dict[str, Any]:
    """A segment's curves at the places that lie in it: `from` and `to` count points."""
    begin, end = np.searchsorted(places, [part.begin, part.end]).tolist()
    here = places[begin:end] - part.begin
    return {
        "name": part.segment,
        "word": segment_word(part.segment),
        "sealed": False,
        "from": begin,
        "to": end,
        "bars": part.end - part.begin,
        "equity": _numbers(part.equity[here]),
        "hold": _numbers(part.hold[here]),
        "drawdown": _numbers(part.drawdown[here]),
        "hold_drawdown": _numbers(part.hold_drawdown[here]),
    }


def _marked(part: PlayedSegment, replay: Replay) -> dict[str, Any]:
    """For the holdout: how many looks at it were on record before, and what that says of it."""
    if part.segment != "holdout" or replay.openings_before is None:
        return {}
    before = replay.openings_before
    return {"openings_before": before, "mark": later_mark(before)}


def _sealed(replay: Replay, points: int) -> list[dict[str, Any]]:
    """The holdout while it is sealed: how long it is, and nothing of it."""
    if replay.sealed is None:
        return []
    return [{
        "name": "holdout",
        "word": word("holdout", "segment"),
        "sealed": True,
        "from": points,
        "to": points,
        "bars": replay.sealed.bars,
        "until": replay.sealed.until.isoformat(),
    }]  # fmt: skip


def _trades(replay: Replay, rows: list[TradeRow], most: int) -> dict[str, list[Any]]:
    """Columns of the trades; of more than `most`, those that gained or lost most."""
    if len(rows) > most:
        largest = sorted(rows, key=lambda row: abs(row.trade.pnl), reverse=True)[:most]
        rows = sorted(largest, key=lambda row: row.number)
    seconds = replay.times.tz_localize(None).as_unit("s").asi8
    return {
        "number": [row.number for row in rows],
        "side": [row.side for row in rows],
        "entry": [int(seconds[row.trade.entry_bar]) for row in rows],
        "exit": [int(seconds[row.trade.exit_bar]) for row in rows],
        "entry_price": _numbers(row.trade.entry_price for row in rows),
        "exit_price": _numbers(row.trade.exit_price for row in rows),
        "pnl": _numbers(row.trade.pnl for row in rows),
        "return": _numbers(row.trade.return_pct for row in rows),
        "reason": [str(row.reason_word) for row in rows],
    }


def _numbers(values: Iterable[float]) -> list[float]:
    """Eight digits: more than a chart shows, half of what the whole number takes to send."""
    return [float(f"{value:.8g}") for value in values]

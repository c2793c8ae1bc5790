"""What stands around a variant's chart: its words, and its numbers for those who read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.translation import gettext as _

from trading.services.replay import Replay


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

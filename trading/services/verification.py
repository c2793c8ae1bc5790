"""Whether what is recomputed of a variant is what was recorded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from trading.models import Backtest
from trading.services.played import Played

RELATIVE = 1e-9
"""How far a recomputed figure may lie from the recorded one: as the engines from each other."""

_COLUMNS = (
    "sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown", "win_rate",
    "profit_factor", "total_trades", "final_equity",
)  # fmt: skip

_OF_ALL_BARS = frozenset({"combined_p"})
"""Recorded beside a segment's figures, and no figure of it: the certificate computes it anew."""


class FigureDifference(NamedTuple):
    """A figure that was recorded otherwise than it is recomputed."""

    segment: str
    name: str
    recorded: Any
    recomputed: Any


def verify(rows: Sequence[Backtest], played: Played) -> tuple[int, list[FigureDifference]]:
    """How many recorded figures were compared, and those that differ from the recomputed ones.

    A segment that was recorded and cannot be played any more is a difference, too; a holdout whose
    bars stay sealed is not compared.
    """
    parts = {part.segment: part for part in played.parts}
    compared, differences = 0, []
    for row in rows:
        recorded = _recorded(row)
        if row.segment in parts:
            found = parts[row.segment].figures
            compared += len(recorded)
            differences += [
                FigureDifference(row.segment, name, value, found.get(name))
                for name, value in recorded.items()
                if not same(value, found.get(name))
            ]
        elif recorded and row.segment in played.errors:
            differences.append(
                FigureDifference(row.segment, "error", None, str(played.errors[row.segment]))
            )
    return compared, differences


def _recorded(row: Backtest) -> dict[str, Any]:
    """What was recorded of a backtest; nothing of one that failed."""
    columns = {name: getattr(row, name) for name in _COLUMNS}
    known = any(value is not None for value in columns.values())
    own = {name: value for name, value in row.metrics.items() if name not in _OF_ALL_BARS}
    return {**own, **columns} if known or own else {}


def same(recorded: Any, found: Any) -> bool:
    """Whether two figures, or lists of them, are the same but for the last digits."""
    if isinstance(recorded, list) and isinstance(found, list):
        pairs = zip(recorded, found, strict=False)
        return len(recorded) == len(found) and all(same(a, b) for a, b in pairs)
    if isinstance(recorded, int | float) and isinstance(found, int | float):
        return math.isclose(recorded, found, rel_tol=RELATIVE, abs_tol=1e-12)
    return bool(recorded == found)

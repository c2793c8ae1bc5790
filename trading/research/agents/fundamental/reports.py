"""What the four agents on company reports share: their rows, sums over a year, a finding's form."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.auxiliary import Source, per_year
from trading.research.drafts import FindingDraft
from trading.research.inference.evidence import untested
from trading.research.types import Status
from trading.research.words import Quantity, Style, Text

FloatArray = NDArray[np.float64]
FRESH_DAYS = 200  # a quarterly report and the wait for the next
LEAST = 5
ENOUGH = 20  # reports


def source(*columns: str) -> Source:
    """Rows of company reports with these columns."""
    return Source("fundamentals", columns, FRESH_DAYS, LEAST)


def over_a_year(rows: pd.DataFrame, column: str) -> FloatArray:
    """Sum over the reports of the last year; NaN before there is a whole one."""
    return rows[column].rolling(per_year(rows)).sum().to_numpy(np.float64)


def ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole; NaN where the whole is not positive."""
    out = np.full(len(part), np.nan)
    np.divide(part, whole, out=out, where=whole > 0)
    return out


def report(
    name: str,
    rows: pd.DataFrame,
    columns: tuple[str, ...],
    value: float,
    signal: float,
    *,
    style: Style = "percent",
    status: Status = "OK",
) -> FindingDraft:
    """A finding on reports: `signal` is a convention (clipped to -1..1), not tested here."""
    if not np.isfinite(value):
        words = {"n": Quantity(len(rows), "integer"), "needed": Quantity(LEAST, "integer")}
        return FindingDraft(name, Text("status.undefined", words), n_obs=len(rows),
                     status="INSUFFICIENT", columns=columns, rows=rows["available_at"])  # fmt: skip
    clipped = float(np.clip(signal, -1.0, 1.0))
    side = "good" if clipped >= 0 else "bad"
    words = {"value": Quantity(value, style), "n": Quantity(len(rows), "integer")}
    scale = 100.0 if style in ("percent", "change") else 1.0
    return FindingDraft(
        name, Text(f"measures.{name}.{side}", words), value=scale * value,
        unit="%" if scale > 1 else "ratio", n_obs=len(rows), status=status, signal=clipped,
        confidence=untested(len(rows), ENOUGH), columns=columns, rows=rows["available_at"],
        params={"reports_a_year": per_year(rows)},
    )  # fmt: skip

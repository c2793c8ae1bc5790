"""Auxiliary rows as they are known at a time, and as bytes."""

from __future__ import annotations

import csv
import io
import math
from datetime import datetime

import pandas as pd

from trading.market.auxiliary.kinds import AuxiliaryKind


def as_of(rows: pd.DataFrame, when: datetime | pd.Timestamp) -> pd.DataFrame:
    """The rows that were available at `when` (UTC, without a zone), in their order."""
    return rows[rows["available_at"] <= pd.Timestamp(when)].reset_index(drop=True)


def encode_rows(rows: pd.DataFrame, kind: AuxiliaryKind) -> bytes:
    """The rows in normal form: one form for one content, so that its hash names it.

    UTF-8 CSV under the kind's columns; times with microseconds; numbers in the fewest digits that
    give them back exactly, empty for NaN.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(kind.columns)
    times = pd.DatetimeIndex(rows["available_at"]).strftime("%Y-%m-%dT%H:%M:%S.%f")
    numbers = [["" if math.isnan(x) else repr(x + 0.0) for x in _floats(rows, n)]
               for n in kind.numbers]  # fmt: skip
    texts = [rows[name].tolist() for name in kind.texts]
    writer.writerows(zip(times, *numbers, *texts, strict=True))
    return text.getvalue().encode()


def decode_rows(data: bytes, kind: AuxiliaryKind) -> pd.DataFrame:
    """The rows of `encode_rows`."""
    found = list(csv.reader(io.StringIO(data.decode(), newline="")))[1:]
    columns = dict(zip(kind.columns, zip(*found, strict=True), strict=True))
    frame: dict[str, object] = {
        "available_at": pd.DatetimeIndex(columns["available_at"]).as_unit("us")
    }
    for name in kind.numbers:
        frame[name] = [float(cell) if cell else math.nan for cell in columns[name]]
    for name in kind.texts:
        frame[name] = list(columns[name])
    return pd.DataFrame(frame)


def _floats(rows: pd.DataFrame, name: str) -> list[float]:
    return [float(value) for value in rows[name]]

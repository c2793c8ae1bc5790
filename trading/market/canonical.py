"""Prices as bytes: one form for one content, so that its hash names it; and that form compressed.

Canonical form, all little-endian: the magic word (8 bytes), the number of bars n (uint64), then
n times (int64, microseconds since 1970 without a zone) and n float64 for each of COLUMNS. A
missing volume is one fixed NaN. Compressed form: the columns' bytes shuffled (first all first
bytes, then all second ones ...: neighbouring prices share their high bytes), then zlib.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

import numpy as np
import pandas as pd

COLUMNS = ("Open", "High", "Low", "Close", "Volume")
_MAGIC = b"CRIVOB1\n"
_HEAD = struct.Struct("<8sQ")
_ROWS = 1 + len(COLUMNS)  # the times, then the columns
_WORD = 8  # bytes of a number


def encode(frame: pd.DataFrame) -> bytes:
    """The canonical bytes of a frame of n bars with a naive DatetimeIndex and COLUMNS."""
    times = pd.DatetimeIndex(frame.index).as_unit("us").asi8.astype("<i8")
    parts = [_HEAD.pack(_MAGIC, len(frame)), times.tobytes()]
    parts += [_column(frame[name]) for name in COLUMNS]
    return b"".join(parts)


def _column(values: pd.Series[float]) -> bytes:
    numbers = values.to_numpy(dtype="<f8", copy=True) + 0.0  # -0.0 becomes 0.0
    numbers[np.isnan(numbers)] = np.nan  # one NaN of the many
    return numbers.tobytes()


def count(data: bytes) -> int:
    """The number of bars in canonical bytes. Raises ValueError for bytes that are not."""
    if len(data) < _HEAD.size:
        raise ValueError("not canonical price bytes: too short")
    magic, bars = _HEAD.unpack_from(data)
    if magic != _MAGIC or len(data) != _HEAD.size + bars * _ROWS * _WORD:
        raise ValueError("not canonical price bytes")
    return int(bars)


def decode(data: bytes, start: int = 0, stop: int | None = None) -> pd.DataFrame:
    """Bars `start` to `stop` (half-open) of canonical bytes, as a frame of its own memory.

    Bars outside are not in the frame's memory either: a view of them could be followed back.
    Raises ValueError for bytes that are not canonical.
    """
    bars = count(data)
    body = np.frombuffer(data, dtype="<i8", offset=_HEAD.size).reshape(_ROWS, bars)
    cut = body[:, start:stop].copy()
    index = pd.DatetimeIndex(cut[0].view("<M8[us]").copy(), name="Date")
    columns = {
        name: row.view("<f8").astype(float) for name, row in zip(COLUMNS, cut[1:], strict=True)
    }
    return pd.DataFrame(columns, index=index)


def times(data: bytes) -> pd.DatetimeIndex:
    """The times of all bars in canonical bytes: no prices."""
    body = np.frombuffer(data, dtype="<i8", offset=_HEAD.size, count=count(data))
    return pd.DatetimeIndex(body.view("<M8[us]").copy(), name="Date")


def sha256(data: bytes) -> str:
    """The name of canonical bytes: 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def pack_prices(data: bytes) -> bytes:
    """Canonical bytes, compressed; `unpack_prices` gives exactly them back."""
    bars = count(data)
    words = np.frombuffer(data, dtype=np.uint8, offset=_HEAD.size).reshape(_ROWS * bars, _WORD)
    return data[: _HEAD.size] + zlib.compress(words.T.tobytes(), 6)


def unpack_prices(packed: bytes) -> bytes:
    """The canonical bytes of `pack_prices`. Raises ValueError for bytes of other origin."""
    try:
        body = zlib.decompress(packed[_HEAD.size :])
    except zlib.error as error:
        raise ValueError(f"not packed price bytes: {error}") from error
    if len(body) % _WORD:
        raise ValueError("not packed price bytes")
    words = np.frombuffer(body, dtype=np.uint8).reshape(_WORD, -1)
    data = packed[: _HEAD.size] + words.T.tobytes()
    count(data)
    return data

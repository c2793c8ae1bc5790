"""What goes over the pipes between a pool and its workers: a JSON header and a body of bytes."""

from __future__ import annotations

import base64
import json
import math
import struct
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, BinaryIO

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.types import BacktestError
from trading.domain.figures import Metrics
from trading.market.clock import on_the_spot

LENGTHS = struct.Struct(">IQ")
Message = dict[str, Any]


def pack(header: Message, body: bytes = b"") -> bytes:
    """A message as bytes. Raises ValueError for NaN or infinity in the header."""
    text = json.dumps(header, allow_nan=False, separators=(",", ":")).encode()
    return LENGTHS.pack(len(text), len(body)) + text + body


def unpack(data: bytes | bytearray) -> tuple[Message, bytes] | None:
    """The message at the head of `data`, None while it is incomplete."""
    if len(data) < LENGTHS.size:
        return None
    text, body = LENGTHS.unpack_from(data)
    end = LENGTHS.size + text
    if len(data) < end + body:
        return None
    return json.loads(data[LENGTHS.size : end]), bytes(data[end : end + body])


def read(stream: BinaryIO) -> tuple[Message, bytes] | None:
    """The next message of a blocking stream; None at its end, even amid a message."""
    lengths = stream.read(LENGTHS.size)
    if len(lengths) < LENGTHS.size:
        return None
    text, body = LENGTHS.unpack(lengths)
    data = stream.read(text + body)
    return (json.loads(data[:text]), data[text:]) if len(data) == text + body else None


def pack_frame(digest: str, frame: pd.DataFrame) -> bytes:
    """A frame of n bars as a message: dates in nanoseconds, then each column, 8 bytes a value."""
    index = pd.DatetimeIndex(frame.index)
    dates = index.as_unit("ns").asi8
    columns = [np.ascontiguousarray(frame[name], dtype="<f8") for name in frame.columns]
    body = b"".join([dates.astype("<i8").tobytes(), *(column.tobytes() for column in columns)])
    zone = "" if index.tz is None else str(index.tz)
    header = {"do": "prices", "prices": digest, "columns": list(frame.columns), "zone": zone}
    return pack(header, body)


def unpack_frame(header: Message, body: bytes) -> pd.DataFrame:
    """The frame of `pack_frame`; its columns are read-only views of the body."""
    names = header["columns"]
    rows = np.frombuffer(body, dtype="<i8").reshape(len(names) + 1, -1)
    index = on_the_spot(pd.DatetimeIndex(rows[0].view("datetime64[ns]")), header.get("zone", ""))
    values = rows[1:].view("<f8")
    return pd.DataFrame(dict(zip(names, values, strict=True)), index=index, copy=False)


def text_of(values: NDArray[np.floating[Any]]) -> str:
    """Numbers as compact text: base64 of little-endian float64."""
    return base64.b64encode(values.astype("<f8").tobytes()).decode()


def array_of(text: str) -> NDArray[np.float64]:
    """The numbers of `text_of`, shape (n,)."""
    return np.frombuffer(base64.b64decode(text), dtype="<f8").astype(np.float64)


# What a pool is given and gives back.

Job = Message
Attempts = list[dict[str, Any]]


@dataclass(frozen=True)
class JobResult:
    """What became of a job: `result` is plain JSON, None if every attempt failed.

    `error` is then the last attempt's; `attempts` has one entry a failed attempt, in order:
    `{"error": {"code", "message", "params"}}`. `seconds` is the time of the last attempt.
    """

    id: str
    result: dict[str, Any] | None
    error: dict[str, Any] | None = None
    attempts: Attempts = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        return self.error is None


@dataclass(eq=False)
class Batch:
    """The jobs of one call, who hears of their results, and whether anybody still waits."""

    jobs: Sequence[Job]
    deliver: Callable[[int, JobResult], object]
    cancelled: threading.Event = field(default_factory=threading.Event)

    def done(self, i: int, result: dict[str, Any], attempts: Attempts, seconds: float) -> None:
        self.deliver(i, JobResult(self.jobs[i]["id"], result, None, attempts, seconds))

    def failed(self, i: int, error: BacktestError, attempts: Attempts, seconds: float) -> None:
        """`attempts` ends with this error, unless the job was never tried."""
        self.deliver(i, JobResult(self.jobs[i]["id"], None, told(error), attempts, seconds))


def told(error: BacktestError) -> dict[str, Any]:
    """An error as JSON."""
    return {"code": error.code, "message": str(error), "params": error.params}


# One grid as several jobs, so that all workers have a part of it.

SHOWN = ("sharpe_ratio", "volatility", "total_trades")
SHOWN_AT = [[one.name for one in fields(Metrics)].index(name) for name in SHOWN]
SETS = 250  # a job: short enough to share evenly, long enough to share its indicators


def split_grid(job: Job, sets: int = SETS) -> list[Job]:
    """Grid jobs of at most `sets` parameter sets each; their ids end with the first set's place."""
    whole = job["parameter_sets"]
    return [
        {**job, "id": f"{job['id']}/{begin}", "parameter_sets": whole[begin : begin + sets]}
        for begin in range(0, len(whole), sets)
    ]


def rows_of(jobs: Iterable[Job], results: Iterable[JobResult]) -> Iterator[dict[str, Any]]:
    """A row a parameter set, in order: `parameters`, the metrics in SHOWN (None where undefined).

    A set that was refused, or whose job failed, has `error` and no metrics.
    """
    for job, result in zip(jobs, results, strict=True):
        sets = job["parameter_sets"]
        if result.result is None:
            yield from ({"parameters": one, "error": result.error} for one in sets)
            continue
        errors = result.result["errors"]
        figures = array_of(result.result["figures"]).reshape(len(sets), -1)
        shown = figures[:, SHOWN_AT].tolist()
        for place, (one, values) in enumerate(zip(sets, shown, strict=True)):
            if error := errors.get(str(place)):
                yield {"parameters": one, "error": error}
                continue
            known = (value if math.isfinite(value) else None for value in values)
            yield {"parameters": one, "error": None, **dict(zip(SHOWN, known, strict=True))}

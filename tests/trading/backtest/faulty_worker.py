"""A worker that also does what workers should never do: `python -m ...faulty_worker`."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd

from trading.backtest.types import BacktestError
from trading.backtest.wire import Message
from trading.backtest.worker import main


def echo(job: Message, frame: pd.DataFrame | None) -> Message:
    sys.stdout.write("a print that must not end up among the answers\n")
    sys.stdout.flush()
    time.sleep(job.get("seconds", 0))
    loaded = [name for name in ("django", "backtesting", "bokeh") if name in sys.modules]
    close = None if frame is None else float(frame["Close"].iloc[-1])
    return {"pid": os.getpid(), "loaded": loaded, "close": close, "text": job.get("text")}


def kill(job: Message, frame: pd.DataFrame | None) -> Message:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


def kill_once(job: Message, frame: pd.DataFrame | None) -> Message:
    """Dies unless the job's file is there, which it makes."""
    mark = Path(job["mark"])
    if not mark.exists():
        mark.touch()
        sys.stderr.write("on my way out\n")
        sys.exit(3)
    return {"survived": True}


def spin(job: Message, frame: pd.DataFrame | None) -> Message:
    while True:
        pass


def eat(job: Message, frame: pd.DataFrame | None) -> Message:
    """One array beyond what the worker may take."""
    return {"bytes": np.ones(4 << 30, dtype=np.uint8).nbytes}


def graze(job: Message, frame: pd.DataFrame | None) -> Message:
    """More and more, in bites."""
    eaten = [np.ones(4 << 20, dtype=np.uint8)]
    while True:
        eaten.append(np.ones(4 << 20, dtype=np.uint8))
        time.sleep(0.01)


def fail(job: Message, frame: pd.DataFrame | None) -> Message:
    raise KeyError("not there")


def refuse(job: Message, frame: pd.DataFrame | None) -> Message:
    raise BacktestError("order")


HANDLERS = {
    function.__name__: function
    for function in (echo, kill, kill_once, spin, eat, graze, fail, refuse)
}

if __name__ == "__main__":
    main(HANDLERS, lambda: None)

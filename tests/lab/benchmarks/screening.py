"""The same grid in a single process: by our kernel, by one loop of numba, by vectorbt."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from django.conf import settings

from tests.lab.benchmarks import bare_loop
from trading.backtest import grid
from trading.backtest.jobs import INDICATOR_BYTES
from trading.backtest.metrics import NAMES
from trading.strategies.table import IndicatorCache

Pair = tuple[int, int]
Played = tuple[Mapping[Pair, int], float]
"""The trades of each pair, and the processor seconds of all."""
YEAR = 252.0


@contextmanager
def screenings(
    frame: pd.DataFrame, pairs: Sequence[Pair], *, cash: float, commission: float
) -> Iterator[Mapping[str, Callable[[], Played]]]:
    """Each way by its name, compiled already. vectorbt is missing where it is not set up."""
    ways: dict[str, Callable[[], Played]] = {
        "screened": lambda: _screened(frame, pairs, cash, commission),
        "bare_loop": lambda: _looped(frame, pairs, cash, commission),
    }
    python = settings.BASE_DIR / ".venv-peers" / "bin" / "python"
    if not python.exists():
        _warmed(ways)
        yield ways
        return
    peer = subprocess.Popen(  # our own script
        [str(python), str(Path(__file__).with_name("vectorbt_peer.py"))],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert peer.stdin is not None
    work = {"open": frame["Open"].tolist(), "close": frame["Close"].tolist(), "pairs": pairs,
            "cash": cash, "commission": commission}  # fmt: skip
    peer.stdin.write(json.dumps(work) + "\n")
    ways["vectorbt"] = lambda: _by_peer(peer, pairs)
    try:
        _warmed(ways)
        yield ways
    finally:
        peer.stdin.close()
        peer.wait()


def _warmed(ways: Mapping[str, Callable[[], Played]]) -> None:
    for way in ways.values():
        way()


def _screened(frame: pd.DataFrame, pairs: Sequence[Pair], cash: float, commission: float) -> Played:
    """By the kernel of a grid, with all figures; no row is stored."""
    from tests.lab.benchmarks.grid import spec_of

    sets = [{"fast": fast, "slow": slow} for fast, slow in pairs]
    spec = spec_of()
    begun = time.process_time()
    cache = IndicatorCache(frame, INDICATOR_BYTES, YEAR)
    chunks = list(grid.evaluate(spec, frame, sets, cash=cash, commission=commission, cache=cache))
    seconds = time.process_time() - begun
    trades = np.concatenate([chunk.figures for chunk in chunks])[:, NAMES.index("total_trades")]
    return dict(zip(pairs, map(int, trades), strict=True)), seconds


def _looped(frame: pd.DataFrame, pairs: Sequence[Pair], cash: float, commission: float) -> Played:
    opens, closes = (frame[name].to_numpy(dtype=float) for name in ("Open", "Close"))
    begun = time.process_time()
    trades = bare_loop.play(opens, closes, list(pairs), cash, commission)
    return dict(zip(pairs, trades, strict=True)), time.process_time() - begun


def _by_peer(peer: subprocess.Popen[str], pairs: Sequence[Pair]) -> Played:
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write("\n")
    peer.stdin.flush()
    told: Mapping[str, Any] = json.loads(peer.stdout.readline())
    return dict(zip(pairs, told["trades"], strict=True)), float(told["cpu"])

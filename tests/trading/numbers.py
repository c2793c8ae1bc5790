"""What a development computes and stores, on bundled prices: research, evidence, trials counted.

`python -m tests.trading.numbers` prints it as JSON. The prices are read from files: made-up ones
rest on exponentials, which differ from processor to processor in the last digit.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from trading.backtest import grid
from trading.evidence.sharpe import moments
from trading.evidence.tally import Tried, tally
from trading.evidence.walk_forward.examine import examine
from trading.evidence.walk_forward.past import Setting
from trading.market import sources
from trading.market.auxiliary import KINDS
from trading.research.swarm import research
from trading.research.types import Focus, Material
from trading.strategies.search import beside
from trading.strategies.table import IndicatorCache
from trading.strategies.templates import TEMPLATES, template

YEAR, SEED = 252.0, 7
BARS, TRAIN = 1_000, 750
FOCI = (Focus(), Focus(round=2, horizons=(1, 5), regime="volatility", stability=True))


def numbers() -> dict[str, Any]:
    """Everything, by what it is."""
    frame = sources.read_bundled("AAPL").frame.iloc[:BARS]
    return {
        "research": [findings(frame, focus) for focus in FOCI],
        "evidence": evidence(frame),
        "trials": trials(frame.iloc[:TRAIN]),
    }


def findings(frame: pd.DataFrame, focus: Focus) -> Any:
    """One round of research, by all agents, with peers and rows of each kind."""
    peers = {
        name: sources.read_bundled(name).frame.loc[: frame.index[-1]] for name in ("IBM", "MSFT")
    }
    kinds = {name: rows_of(frame, name) for name in KINDS}
    material = Material("AAPL", frame, YEAR, "ab" * 32, peers, kinds)
    return asyncio.run(research(material, "profitable rules", focus, "en"))


def rows_of(frame: pd.DataFrame, kind: str) -> pd.DataFrame:
    """Auxiliary rows, one every few days, newest last."""
    rng = np.random.default_rng([SEED, len(kind)])
    times = frame.index[:: 60 if kind == "fundamentals" else 3]
    columns: dict[str, Any] = {"available_at": times + pd.Timedelta(hours=20)}
    for name, (low, _) in KINDS[kind].numbers.items():
        span = (-1.0, 1.0) if low == -1 else (1.0, 900.0)
        columns[name] = rng.uniform(*span, len(times))
    for name in KINDS[kind].texts:
        columns[name] = [""] * len(times)
    rows = pd.DataFrame(columns)
    known: pd.DataFrame = rows[rows["available_at"] <= frame.index[-1]]
    return known


def evidence(frame: pd.DataFrame) -> Any:
    """A variant examined, on all bars."""
    spec = template("single_bar_momentum").make()
    return examine(spec, Setting(IndicatorCache(frame), 10_000.0, 0.001, YEAR, TRAIN, SEED))


def trials(frame: pd.DataFrame) -> Any:
    """The variants of every template and their neighbours, played on train and counted."""
    cache = IndicatorCache(frame)
    rows, kinds, figures = [], [], []
    for one in TEMPLATES:
        spec = one.make()
        sets = [spec.values, *beside(spec, spec.values)][:6]
        for chunk in grid.evaluate(
            spec, frame, sets, bars_per_year=YEAR, returns=True, cache=cache
        ):
            sound = [row for row in range(len(sets)) if row not in chunk.errors]
            assert chunk.returns is not None
            rows.append(chunk.returns[sound])
            figures.append([_ours(asdict(chunk.metrics(row))) for row in sound])
            kinds += [[one.kind]] * len(sound)
    returns = np.concatenate(rows)
    close = frame["Close"].to_numpy()
    tried = Tried(returns, kinds, len(returns) + 3, close[1:] / close[:-1] - 1, YEAR)
    judged = {
        str(row): moments(returns[row].astype(np.float64)) for row in range(0, len(returns), 9)
    }
    return figures, tally(tried, judged, np.random.default_rng(SEED))


def _ours(figures: dict[str, Any]) -> dict[str, Any]:
    """Without the one whose powers are the C library's (ADR 18)."""
    return {name: each for name, each in figures.items() if name != "return_over_volatility"}


if __name__ == "__main__":
    json.dump(numbers(), sys.stdout, indent=0, sort_keys=True)

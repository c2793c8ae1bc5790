"""Series with known properties, and short ways to ask the swarm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tests.lab.calibration.series import ar1, frame_of, noise
from trading.market import sources
from trading.research.cache import agent_named
from trading.research.swarm import Research, research
from trading.research.types import FindingDocument, Focus, Language, Material

__all__ = ["ar1", "frame_of", "noise"]  # the calibration's, for the tests of research

PLAIN = Focus()


def garch(n: int, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """GARCH(1, 1) with alpha .1 and beta .88."""
    z = np.random.default_rng(seed).normal(0.0, 1.0, n)
    out, variance = np.zeros(n), sd**2
    for t in range(n):
        out[t] = np.sqrt(variance) * z[t]
        variance = 0.02 * sd**2 + 0.1 * out[t] ** 2 + 0.88 * variance
    return out


def material(frame: pd.DataFrame, **changes: Any) -> Material:
    """Train of a made-up daily ticker."""
    return Material(
        **{"ticker": "TEST", "frame": frame, "bars_per_year": 252.0, "sha256": "ab" * 32, **changes}
    )


def aapl() -> Material:
    """The first 60 % of AAPL's bundled bars, with its peers up to there."""
    frame = sources.read_bundled("AAPL").frame
    train = frame.iloc[: int(len(frame) * 0.6)]
    peers = {
        name: sources.read_bundled(name).frame.loc[: train.index[-1]] for name in ("IBM", "MSFT")
    }
    return material(train, ticker="AAPL", peers=peers)


def ask(
    agent: str, given: Material, focus: Focus = PLAIN, language: Language = "en"
) -> dict[str, FindingDocument]:
    """One agent's findings by name."""
    found = agent_named(agent).research(given, focus, language)
    assert len({one["name"] for one in found}) == len(found)
    return {one["name"]: one for one in found}


def swarm(given: Material, focus: Focus = PLAIN, language: Language = "en") -> Research:
    """A whole round."""
    return asyncio.run(research(given, "profitable rules", focus, language))


def rows_of(
    given: Material, kind: str, count: int, every: int, **columns: Callable[[int], float]
) -> Material:
    """The material with `count` rows of `kind`, the newest at the end of train, `every` days."""
    times = [given.end - pd.Timedelta(days=every * (count - 1 - i)) for i in range(count)]
    table = {name: [make(i) for i in range(count)] for name, make in columns.items()}
    rows = pd.DataFrame({"available_at": times, **table})
    return material(given.frame, auxiliary={**given.auxiliary, kind: rows})

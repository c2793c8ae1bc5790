"""The returns of trials on train, played anew: none are stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.backtest import wire
from trading.backtest.pool import Pool
from trading.domain.calculation import CURRENT
from trading.market.data import MarketData
from trading.services.trial_rows import Distinct

Document = dict[str, Any]
Singles = NDArray[np.float32]

MOST = 4_000
"""Trials that are played, at most; further ones count each as its own."""
CELLS = 12_000_000
"""Returns that are held at once, 48 MB: of a long history fewer trials are played."""
JOB_CELLS = 1_000_000
JOB_SETS = 250


class TrainSeries:
    """Plays trials on the train bars of one development, at its costs. It is given no others."""

    def __init__(
        self,
        pool: Pool,
        data: MarketData,
        *,
        cash: float,
        commission: float,
        calculation: int = CURRENT,
        fractions: bool = False,
    ) -> None:
        frame = data.train
        close = frame["Close"].to_numpy(dtype=np.float64)
        self.hold = close[1:] / close[:-1] - 1
        self.bars_per_year = data.bars_per_year
        self._pool = pool
        self._prices = f"train {data.train_sha256}"
        self._money = {
            "cash": cash,
            "commission": commission,
            "bars_per_year": data.bars_per_year,
            "calculation": calculation,
            "fractions": fractions,
        }
        pool.offer(self._prices, frame)

    async def play(self, trials: Sequence[Distinct]) -> tuple[Singles, list[Distinct]]:
        """The returns a bar (trials, bars - 1) of those that can be played, and which those are."""
        bars = len(self.hold)
        room = min(MOST, CELLS // max(bars, 1))
        playable = [trial for trial in trials if trial.spec is not None][:room]
        playable.sort(key=lambda trial: (trial.rules, trial.values))
        parts = list(_parts(playable, max(1, min(JOB_SETS, JOB_CELLS // max(bars, 1)))))
        jobs = [self._job(n, part) for n, part in enumerate(parts)]
        results = await self._pool.run(jobs) if jobs else []
        found = np.empty((len(playable), bars), dtype=np.float32)
        played: list[Distinct] = []
        for part, result in zip(parts, results, strict=True):
            if result.result is None:
                continue
            returns = wire.singles_of(result.result["returns"]).reshape(len(part), -1)
            sound = np.flatnonzero(np.all(np.isfinite(returns), axis=1)).tolist()
            for place in sound:
                if str(place) not in result.result["errors"]:
                    found[len(played)] = returns[place]
                    played.append(part[place])
        return found[: len(played)], played

    def _job(self, number: int, part: Sequence[Distinct]) -> Document:
        return {
            "id": f"trials/{number}",
            "kind": "grid",
            "spec": part[0].spec,
            "window": {"prices": self._prices, "bars": [0, len(self.hold) + 1], "trade_from": 0},
            "parameter_sets": [trial.parameters for trial in part],
            "returns": True,
            **self._money,
        }


def _parts(trials: Sequence[Distinct], sets: int) -> Iterator[list[Distinct]]:
    """Trials of the same rules, in parts of at most `sets`."""
    for _rules, same in groupby(trials, key=lambda trial: trial.rules):
        group = list(same)
        yield from (group[begin : begin + sets] for begin in range(0, len(group), sets))

"""The returns of trials on train, played anew: none are stored."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.backtest import wire
from trading.backtest.batch import JobResult
from trading.backtest.pool import Pool
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT, judges_by_noise
from trading.evidence.blocks import blocks
from trading.market.data import MarketData
from trading.services.trial_rows import Distinct

Document = dict[str, Any]
Singles = NDArray[np.float32]

MOST = 4_000
"""Trials that are played, at most; further ones count each as its own."""
CELLS = 12_000_000
"""Returns that are held at once, 48 MB: of a long history those of several bars are added up.
Before the third calculation fewer trials were played instead."""
JOB_CELLS = 1_000_000
JOB_SETS = 250
BATCH = CELLS // JOB_CELLS
"""Jobs of a long history whose results are held at once."""


class Series(NamedTuple):
    """The returns (trials, blocks) of the trials that were played; a block is of `step` bars."""

    returns: Singles
    trials: Sequence[Distinct]
    step: int


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
        broker: Broker = CASH,
    ) -> None:
        frame = data.train
        close = frame["Close"].to_numpy(dtype=np.float64)
        self.hold = close[1:] / close[:-1] - 1
        self.bars_per_year = data.bars_per_year
        self._pool = pool
        self._prices = f"train {data.train_sha256}"
        self._money: Document = {
            "cash": cash,
            "commission": commission,
            "bars_per_year": data.bars_per_year,
            "calculation": calculation,
            "fractions": fractions,
            "broker": broker,
        }
        pool.offer(self._prices, frame)

    async def play(self, trials: Sequence[Distinct]) -> Series:
        """The returns of those that can be played."""
        bars = len(self.hold)
        playable = [trial for trial in trials if trial.spec is not None][:MOST]
        step = 1
        if judges_by_noise(self._money["calculation"]):
            step = max(1, math.ceil(len(playable) * bars / CELLS))
        else:
            playable = playable[: CELLS // max(bars, 1)]
        playable.sort(key=lambda trial: (trial.rules, trial.values))
        parts = list(_parts(playable, max(1, min(JOB_SETS, JOB_CELLS // max(bars, 1)))))
        found = np.empty((len(playable), len(blocks(self.hold, step))), dtype=np.float32)
        played: list[Distinct] = []
        together = BATCH if step > 1 else max(1, len(parts))
        for begin in range(0, len(parts), together):
            batch = parts[begin : begin + together]
            for part, result in zip(batch, await self._results(batch), strict=True):
                for place, returns in _sound(part, result):
                    found[len(played)] = blocks(returns, step)
                    played.append(part[place])
        return Series(found[: len(played)], played, step)

    async def _results(self, parts: Sequence[Sequence[Distinct]]) -> Sequence[JobResult]:
        return await self._pool.run([self._job(n, part) for n, part in enumerate(parts)])

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


def _sound(part: Sequence[Distinct], result: JobResult) -> Iterator[tuple[int, Singles]]:
    """The places in a part of the trials that were played, with their returns a bar."""
    if result.result is None:
        return
    returns = wire.singles_of(result.result["returns"]).reshape(len(part), -1)
    for place in np.flatnonzero(np.all(np.isfinite(returns), axis=1)).tolist():
        if str(place) not in result.result["errors"]:
            yield place, returns[place]


def _parts(trials: Sequence[Distinct], sets: int) -> Iterator[list[Distinct]]:
    """Trials of the same rules, in parts of at most `sets`."""
    for _rules, same in groupby(trials, key=lambda trial: trial.rules):
        group = list(same)
        yield from (group[begin : begin + sets] for begin in range(0, len(group), sets))

"""The trial ledger of a development: nobody can forget to count, as it counts itself."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from asgiref.sync import sync_to_async

from trading.graph.context import Document
from trading.models import Strategy
from trading.services.machine_code import share_compiled_code
from trading.services.trial_series import Gathered, Series, TrainSeries, gather

_SEED = 9_000  # apart from the seeds of tuning


class PlayedTrials:
    """Implements `trading.graph.context.TrialLedger`: every trial, played anew on train."""

    def __init__(self, strategy: Strategy, series: TrainSeries) -> None:
        self._strategy = strategy.pk
        self._seed = strategy.seed
        self._series = series

    async def count(self, judged: Mapping[str, Sequence[float] | None]) -> Document:
        """`raw`, `distinct`, `inherited`, and what `trading.evidence.tally` says of them."""
        gathered = await sync_to_async(self._gathered)()
        played = await self._series.play(gathered.trials)
        # For seconds, where there are thousands: the other nodes go on.
        told = await asyncio.to_thread(self._tallied, gathered, played, dict(judged))
        counted = {
            "raw": gathered.raw,
            "distinct": gathered.distinct,
            "inherited": gathered.inherited,
        }
        return counted | told

    def _gathered(self) -> Gathered:
        strategies = Strategy.objects.select_related("memory", "dataset")
        return gather(strategies.get(pk=self._strategy))

    def _tallied(self, gathered: Gathered, played: Series, judged: dict[str, Any]) -> Document:
        share_compiled_code()
        # numba takes half a second to import, and a development that ends before does without it.
        from trading.evidence.tally import Tried, tally

        series = self._series
        tried = Tried(
            played.returns,
            [sorted(trial.kinds) for trial in played.trials],
            gathered.distinct,
            series.hold,
            series.bars_per_year,
            [trial.candidate for trial in played.trials],
            played.step,
        )
        return tally(tried, judged, np.random.default_rng([self._seed, _SEED]))

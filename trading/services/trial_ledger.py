"""The trial ledger of a development: nobody can forget to count, as it counts itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asgiref.sync import sync_to_async

from trading.graph.context import Document
from trading.models import Strategy
from trading.services.trial_series import Gathered, TrainSeries, gather

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
        told = await self._series.count(gathered, judged, [self._seed, _SEED])
        counted = {
            "raw": gathered.raw,
            "distinct": gathered.distinct,
            "inherited": gathered.inherited,
        }
        return counted | told

    def _gathered(self) -> Gathered:
        strategies = Strategy.objects.select_related("memory", "dataset")
        return gather(strategies.get(pk=self._strategy))

"""The evidence of a certificate gathered anew: a variant examined, all trials counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings

from trading.domain.certificate import Document
from trading.market.data import MarketData
from trading.models import Strategy, TrialCount, Variant
from trading.services.certificate.evidence import examined_by, told
from trading.services.terms import terms_of


def examined_again(strategy: Strategy, variant: Variant, data: MarketData) -> Document:
    """The examination of a variant, with the seed of its development."""
    from trading.services.bench import PoolBench

    with _workers() as pool:
        bench = PoolBench(pool, data, **terms_of(strategy))
        asked = {"spec": variant.spec, "approach": variant.approach}
        return told(async_to_sync(bench.examine)(asked, strategy.seed))


def moments(examined: Document) -> list[float] | None:
    """The moments of an examination's walk-forward, which the count of trials deflates."""
    found: list[float] | None = examined["segments"].get("walk_forward", {}).get("moments")
    return found


def counted_again(
    strategy: Strategy,
    count: TrialCount,
    data: MarketData,
    examined: Mapping[int, list[float] | None] | None = None,
) -> Document:
    """Every trial played anew and counted, as the round of `count` did.

    `examined` are the moments of the variants, by their ids, that were examined anew; those of
    the others of that round are as recorded.
    """
    from trading.services.trial_ledger import PlayedTrials
    from trading.services.trial_series import TrainSeries

    anew = examined or {}
    judged = {
        str(row.variant.index): anew[row.variant_id]
        if row.variant_id in anew
        else moments(row.document)
        for row in examined_by(strategy, count)
    }
    with _workers() as pool:
        trials = PlayedTrials(strategy, TrainSeries(pool, data, **terms_of(strategy)))
        return async_to_sync(trials.count)(judged)


@contextmanager
def _workers() -> Iterator[Any]:
    """The workers of a development, for as long as one computation takes."""
    from trading.backtest.pool import Pool

    pool = Pool(
        workers=settings.BACKTEST_WORKERS,
        memory_mib=settings.BACKTEST_MEMORY_MIB,
        deadline=settings.BACKTEST_TIMEOUT_SECONDS,
        cache_dir=settings.DATA_DIR / "compiled",
        module="trading.evidence.worker",
    )
    try:
        yield pool
    finally:
        pool.close()

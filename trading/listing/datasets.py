"""Which datasets a list shows: the newest of each ticker, with those it followed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from trading.models import AuxiliaryDataset, Dataset, Strategy
from trading.querysets import AuxiliaryQuerySet, DatasetQuerySet


def listed(words: str = "") -> DatasetQuerySet:
    """The newest version of each ticker that holds `words`, with `strategy_count`."""
    rows = Dataset.objects.newest().filter(ticker__contains=words.strip().upper())
    return used(rows).order_by("ticker")


def used(rows: DatasetQuerySet) -> DatasetQuerySet:
    """Each with `strategy_count`, the developments that read it. The stored bars stay behind."""
    own = Strategy.objects.filter(dataset=OuterRef("pk")).order_by().values("dataset")
    counted = Subquery(own.annotate(number=Count("pk")).values("number"))
    return rows.annotate(strategy_count=Coalesce(counted, 0))


def older(rows: Iterable[Dataset]) -> dict[str, list[Dataset]]:
    """The versions before each of these, by ticker, the newest first."""
    newest = {row.ticker: row.version for row in rows}
    found: dict[str, list[Dataset]] = {}
    for row in used(Dataset.objects.filter(ticker__in=newest)).order_by("ticker", "-version"):
        if row.version < newest[row.ticker]:
            found.setdefault(row.ticker, []).append(row)
    return found


def auxiliary_listed(words: str = "") -> AuxiliaryQuerySet:
    """The newest version of each ticker and kind, without the rows themselves."""
    rows = AuxiliaryDataset.objects.newest().filter(ticker__contains=words.strip().upper())
    return with_use(rows).order_by("ticker", "kind")


def with_use(rows: AuxiliaryQuerySet) -> AuxiliaryQuerySet:
    """Each with `strategy_count`, and without its content."""
    through: Any = Strategy.auxiliary.through
    own = through.objects.filter(auxiliarydataset=OuterRef("pk")).order_by()
    counted = own.values("auxiliarydataset").annotate(number=Count("pk")).values("number")
    return rows.defer("content").annotate(strategy_count=Coalesce(Subquery(counted), 0))

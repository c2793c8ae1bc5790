"""Auxiliary rows in the database: versions by kind, the same content once."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

import pandas as pd
from django.db.models import Max

from trading.market.auxiliary import KINDS, as_of, decode_rows, encode_rows
from trading.models import AuxiliaryDataset

from .. import canonical
from ..clock import in_utc, moment
from ..errors import MarketError
from ..prices import known_form
from .once import find_or_insert
from .writing import require_short


class StoredRows(NamedTuple):
    """An auxiliary dataset, and whether it is new."""

    dataset: AuxiliaryDataset
    created: bool


def store_rows(
    *,
    ticker: str,
    kind: str,
    rows: pd.DataFrame,
    source: str,
    licence: str = "",
    user: Any = None,
) -> StoredRows:
    """Keep rows as the next version of a ticker's kind; the same content again is found."""
    name = known_form(ticker)
    require_short(source=source, licence=licence)
    data = encode_rows(rows, KINDS[kind])
    digest = canonical.sha256(data)
    own = AuxiliaryDataset.objects.of(name).filter(kind=kind)
    values = {
        "content": zlib.compress(data, 9),
        "rows": len(rows),
        "first_at": moment(rows["available_at"].iloc[0]),
        "last_at": moment(rows["available_at"].iloc[-1]),
        "source": source,
        "licence": licence,
        "created_by": user,
    }

    def insert() -> AuxiliaryDataset:
        last = own.aggregate(last=Max("version"))["last"] or 0
        return AuxiliaryDataset.objects.create(
            ticker=name, kind=kind, version=last + 1, sha256=digest, **values
        )

    return StoredRows(*find_or_insert(lambda: own.filter(sha256=digest).first(), insert))


def auxiliary_of(ticker: str) -> list[AuxiliaryDataset]:
    """The newest version of each kind that a ticker has: what a run notes and `load` takes."""
    return list(AuxiliaryDataset.objects.of(known_form(ticker)).newest())


def rows_until(datasets: Iterable[AuxiliaryDataset], when: pd.Timestamp) -> dict[str, pd.DataFrame]:
    """Kind -> the rows available at `when`, for the kinds that had any.

    Raises MarketError `corrupt`.
    """
    known = {}
    for dataset in datasets:
        data = zlib.decompress(bytes(dataset.content))
        if canonical.sha256(data) != dataset.sha256:
            raise MarketError("corrupt", sha256=dataset.sha256)
        rows = as_of(decode_rows(data, KINDS[dataset.kind]), in_utc(when))
        if len(rows):
            known[dataset.kind] = rows
    return known

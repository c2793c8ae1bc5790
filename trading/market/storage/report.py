"""A dataset as its faces show it: JSON-safe, and without a price."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from trading.models import AuxiliaryDataset, Dataset

from .. import canonical
from ..cautions import unsealed
from ..prices import Caution
from .reading import History, read_history


def dataset_report(dataset: Dataset) -> dict[str, Any]:
    """What is known of a dataset, its segments by date, and its warnings in the reader's words."""
    history = read_history(dataset, None, None)
    times = canonical.times(history.data)
    return {
        **_snapshot(dataset),
        "bars": dataset.bars,
        "frequency": dataset.frequency,
        "bars_per_year": dataset.bars_per_year,
        "adjusted": dataset.adjusted,
        "segments": {
            name: {"bars": to - first, "from": _said(times[first]), "to": _said(times[to - 1])}
            for name, (first, to) in history.segments._asdict().items()
        },
        "warnings": [
            {"code": each.code, "message": in_words(each)} for each in cautions(dataset, history)
        ],
    }


def rows_report(dataset: AuxiliaryDataset) -> dict[str, Any]:
    """What is known of auxiliary rows; `from` and `to` are the first and last `available_at`."""
    return {**_snapshot(dataset), "kind": dataset.kind, "rows": dataset.rows}


def cautions(dataset: Dataset, history: History | None = None) -> list[Caution]:
    """What a user should know of the data, as it was found when they were stored.

    No sealed price is told of. `history` saves reading the bars anew.
    """
    found = [Caution(each["code"], each["params"]) for each in dataset.cautions]
    if not any(each.code in ("jumps", "constant") for each in found):
        return found
    history = history or read_history(dataset, None, None)
    times = canonical.times(history.data)
    return list(unsealed(found, times, history.segments.holdout[0]))


def in_words(caution: Caution) -> str:
    """A warning in the reader's language."""
    return _(caution.template) % caution.params


def _snapshot(dataset: Dataset | AuxiliaryDataset) -> dict[str, Any]:
    return {
        "ticker": dataset.ticker,
        "version": dataset.version,
        "source": dataset.source,
        "licence": dataset.licence,
        "from": _said(dataset.first_at),
        "to": _said(dataset.last_at),
        "sha256": dataset.sha256,
    }


def _said(time: Any) -> str:
    """A time as ISO 8601, without a zone (daily bars: their date; others: UTC)."""
    midnight = (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0)
    return str(time.strftime("%Y-%m-%d" if midnight else "%Y-%m-%dT%H:%M:%S"))

"""A dataset as its faces show it: JSON-safe, and without a price."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.error_texts import N_
from trading.market import canonical
from trading.market.cautions import unsealed
from trading.market.clock import on_the_spot
from trading.market.prices import Caution
from trading.models import AuxiliaryDataset, Dataset
from trading.storage.history import History, read_history


def dataset_report(dataset: Dataset) -> dict[str, Any]:
    """What is known of a dataset, its segments by date, and its warnings in the reader's words."""
    history = read_history(dataset, None, None)
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
    return {
        **_snapshot(dataset),
        "from": _said(times[0]),
        "to": _said(times[-1]),
        "bars": dataset.bars,
        "frequency": dataset.frequency,
        "bars_per_year": dataset.bars_per_year,
        "calendar": {**dataset.calendar, "message": calendar_of(dataset)},
        "timezone": dataset.timezone,
        "adjusted": dataset.adjusted,
        "segments": {
            name: {"bars": to - first, "from": _said(times[first]), "to": _said(times[to - 1])}
            for name, (first, to) in history.segments._asdict().items()
        },
        "warnings": [
            {"code": each.code, "message": in_words(each)} for each in cautions(dataset, history)
        ],
    }


def calendar_of(dataset: Dataset) -> str:
    """What a dataset's bars a year rest on, in the reader's language."""
    return calendar_in_words(dataset.calendar, dataset.bars_per_year)


def calendar_in_words(calendar: Mapping[str, Any], bars_per_year: float) -> str:
    """`Calendar.as_plain` as a sentence; of an older dataset only the number is known."""
    said = {
        "year": f"{bars_per_year:.6g}",
        "days": calendar.get("days"),
        "which": ", ".join(str(WEEKDAYS[day]) for day in calendar.get("weekdays", ())),
        "bars": calendar.get("bars_a_day"),
    }
    basis = calendar.get("basis", "")
    if basis in ("sessions", "observed") and said["bars"] != 1:
        basis = f"{basis}_of_bars"
    if basis == "sessions_of_bars" and len(calendar["weekdays"]) > calendar["days"]:
        basis = "sessions_in_parts"
    return _(_CALENDARS.get(basis, _CALENDARS[""])) % said


_CALENDARS = {
    "": N_("%(year)s bars a year"),
    "sessions": N_("%(year)s bars a year: %(days)s trading days a week (%(which)s)"),
    "sessions_of_bars": N_(
        "%(year)s bars a year: %(days)s trading days a week (%(which)s), %(bars)s bars a day"
    ),
    "sessions_in_parts": N_(
        "%(year)s bars a year: the bars of a week make %(days)s whole days (on %(which)s), "
        "%(bars)s bars a day"
    ),
    "observed": N_("%(year)s bars a year, as many as there were: trading days are %(which)s"),
    "observed_of_bars": N_(
        "%(year)s bars a year, as many as there were: trading days are %(which)s, "
        "%(bars)s bars a day"
    ),
    "weeks": N_("%(year)s bars a year: one a week"),
    "months": N_("%(year)s bars a year: one a month"),
    "given": N_("%(year)s bars a year, as was said at the import"),
}
WEEKDAYS = (
    gettext_lazy("Mon"), gettext_lazy("Tue"), gettext_lazy("Wed"), gettext_lazy("Thu"),
    gettext_lazy("Fri"), gettext_lazy("Sat"), gettext_lazy("Sun"),
)  # fmt: skip


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
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
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
    """A time as ISO 8601, without a zone: daily bars their date, others that of the exchange."""
    midnight = (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0)
    return str(time.strftime("%Y-%m-%d" if midnight else "%Y-%m-%dT%H:%M:%S"))

"""Which lessons a list shows: the newest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from trading.querysets import LARGE_OF_STRATEGY, LESSONS, LessonQuerySet

_EXACT = ("kind", "approach", "frequency")


class Known(NamedTuple):
    """What there is to choose from."""

    approaches: list[str]
    frequencies: list[str]


def listed(seen: LessonQuerySet, told: Mapping[str, Any]) -> LessonQuerySet:
    """`seen` narrowed by the clean values of a LessonFilterForm."""
    rows = seen.with_edited().select_related("strategy").defer(*LARGE_OF_STRATEGY)
    if words := told.get("q", "").strip():
        number = words.isascii() and words.isdigit() and int(words)
        found = seen.filter(LESSONS.matching(words))
        rows = rows.filter(pk=number) if number else rows.filter(pk__in=found.values("pk"))
    if ticker := told.get("ticker", "").strip():
        rows = rows.filter(ticker=ticker.upper())
    rows = rows.filter(**{name: told[name] for name in _EXACT if told.get(name)})
    if told.get("pinned"):
        rows = rows.filter(pinned=told["pinned"] == "yes")
    for name in ("retired", "archived"):
        if told.get(name, "") != "all":
            rows = rows.filter(**{f"{name}_at__isnull": told.get(name) != "only"})
    return rows.with_edited().order_by("-pk")


def known(seen: LessonQuerySet) -> Known:
    """The approaches and frequencies of the lessons that one may see."""
    pairs = list(seen.order_by().values_list("approach", "frequency").distinct())
    return Known(
        approaches=sorted({approach for approach, _frequency in pairs if approach}),
        frequencies=sorted({frequency for _approach, frequency in pairs}),
    )

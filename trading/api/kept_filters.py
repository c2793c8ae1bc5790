"""By what data, lessons, saved specs and their backtests are found."""

from __future__ import annotations

from typing import Any

from django_filters import rest_framework as filters

from config.desk.api.filters import Number, YesNo
from trading.list_query import newest, searched_spec
from trading.models import AuxiliaryDataset, Lesson, SpecBacktest

_LONG = 200


class SpecBacktestFilter(filters.FilterSet):
    """Backtests of specs by ticker, part and spec."""

    ticker = filters.CharFilter("dataset__ticker", "iexact", max_length=20)
    part = filters.ChoiceFilter(choices=SpecBacktest.Part.choices)
    spec_hash = filters.CharFilter("spec_hash", "istartswith", max_length=64)
    owner = filters.CharFilter("owner__username", max_length=150)


class DatasetFilter(filters.FilterSet):
    """Datasets by ticker; `newest` leaves out earlier versions."""

    ticker = filters.CharFilter("ticker", "iexact", max_length=20)
    frequency = filters.CharFilter("frequency", max_length=10)
    sha256 = filters.CharFilter("sha256", "istartswith", max_length=64)
    newest = YesNo(method="by_newest")

    def by_newest(self, queryset: Any, _name: str, newest: bool) -> Any:
        """Whether it is the last version of its ticker."""
        return queryset.newest() if newest else queryset.exclude(pk__in=queryset.newest())


class AuxiliaryFilter(filters.FilterSet):
    """Auxiliary datasets by ticker and kind."""

    ticker = filters.CharFilter("ticker", "iexact", max_length=20)
    kind = filters.ChoiceFilter(choices=AuxiliaryDataset.Kind.choices)


class LessonFilter(filters.FilterSet):
    """Lessons by their words and what they are about."""

    q = filters.CharFilter(method="by_words", max_length=_LONG, label="Words of the lesson.")
    strategy = Number("strategy_id")
    ticker = filters.CharFilter("ticker", "iexact", max_length=20)
    kind = filters.ChoiceFilter(choices=Lesson.Kind.choices)
    approach = filters.CharFilter("approach", max_length=40)
    pinned = YesNo(field_name="pinned")
    retired = YesNo(method="by_retired")
    archived = YesNo(method="by_archived")

    def by_words(self, queryset: Any, _name: str, words: str) -> Any:
        """Whether each word stands in it, in either language."""
        for word in words.split():
            queryset = queryset.filter(words__icontains=word)
        return queryset

    def by_retired(self, queryset: Any, _name: str, retired: bool) -> Any:
        """Whether it is recalled no more."""
        return queryset.filter(retired_at__isnull=not retired)

    def by_archived(self, queryset: Any, _name: str, archived: bool) -> Any:
        """Whether it was archived for want of use."""
        return queryset.filter(archived_at__isnull=not archived)


class SavedSpecFilter(filters.FilterSet):
    """Saved specs by name; `newest` leaves out earlier versions, archived ones are hidden."""

    q = filters.CharFilter(method="by_words", max_length=_LONG, label="Words of the name.")
    owner = filters.CharFilter("owner__username", max_length=150)
    newest = YesNo(method="by_newest")
    archived = YesNo(method="by_archived")

    def filter_queryset(self, queryset: Any) -> Any:
        found = super().filter_queryset(queryset)
        return found if "archived" in self.data else found.filter(archived_at=None)

    def by_words(self, queryset: Any, _name: str, words: str) -> Any:
        """Whether each word stands in its name, or begins its hash."""
        for word in words.split():
            queryset = queryset.filter(searched_spec(word))
        return queryset

    def by_newest(self, queryset: Any, _name: str, wanted: bool) -> Any:
        """Whether it is the last version under its name."""
        last = newest(queryset)
        return last if wanted else queryset.exclude(pk__in=last.values("pk"))

    def by_archived(self, queryset: Any, _name: str, archived: bool) -> Any:
        """Whether it is archived."""
        return queryset.filter(archived_at__isnull=not archived)

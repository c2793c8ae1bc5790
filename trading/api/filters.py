"""By what strategies, data, lessons and specs are found: all there is to filter by."""

from __future__ import annotations

from typing import Any

from django_filters import rest_framework as filters

from config.desk.api.filters import Moment, Number, YesNo
from trading.list_query import newest, searched_spec, searched_strategies
from trading.models import (
    AuxiliaryDataset,
    Finding,
    Lesson,
    SpecBacktest,
    Strategy,
    StrategyDecision,
)
from trading.models.iteration import Domain
from trading.querysets import FINDINGS

STATUSES = (*Strategy.Final.values, "ACCEPTED", "working", "failed", "cancelled")
_LONG = 200


# By what data, lessons, saved specs and their backtests are found.


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

    def by_words(self, queryset: Any, _name: str, query: str) -> Any:
        """Whether each word stands in it, in either language."""
        for word in query.split():
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

    def by_words(self, queryset: Any, _name: str, query: str) -> Any:
        """Whether each word stands in its name, or begins its hash."""
        for word in query.split():
            queryset = queryset.filter(searched_spec(word))
        return queryset

    def by_newest(self, queryset: Any, _name: str, wanted: bool) -> Any:
        """Whether it is the last version under its name."""
        last = newest(queryset)
        return last if wanted else queryset.exclude(pk__in=last.values("pk"))

    def by_archived(self, queryset: Any, _name: str, archived: bool) -> Any:
        """Whether it is archived."""
        return queryset.filter(archived_at__isnull=not archived)


class StrategyFilter(filters.FilterSet):
    """Strategies by what was asked for and how they stand."""

    ticker = filters.CharFilter("ticker", "iexact", max_length=20)
    status = filters.ChoiceFilter(choices=[(name, name) for name in STATUSES])
    final_status = filters.ChoiceFilter(choices=Strategy.Final.choices)
    source = filters.ChoiceFilter(choices=StrategyDecision.Source.choices)
    owner = filters.CharFilter("owner__username", max_length=150)
    hypothesis = Number("hypothesis_id")
    forked_from = Number("forked_from_id")
    created_after = Moment("created_at", "gte")
    created_before = Moment("created_at", "lt")
    q = filters.CharFilter(
        method="by_words", max_length=_LONG, label="Words of the ticker, objective or end."
    )

    def by_words(self, queryset: Any, _name: str, query: str) -> Any:
        """Whether each word stands in it; a number is a strategy, too."""
        return queryset.filter(searched_strategies(query))


class VariantFilterSet(filters.FilterSet):
    """Variants by their strategy, round, approach, and whether they passed every gate."""

    strategy = Number("strategy_id")
    iteration = Number("iteration")
    approach = filters.CharFilter("approach", max_length=40)
    template = filters.CharFilter("template", max_length=40)
    spec_hash = filters.CharFilter("spec_hash", "istartswith", max_length=64)
    passed = YesNo(field_name="passed")


class VariantsOfFilter(filters.FilterSet):
    """The variants of one strategy."""

    iteration = Number("iteration")
    approach = filters.CharFilter("approach", max_length=40)
    passed = YesNo(field_name="passed")


class FindingsOfFilter(filters.FilterSet):
    """The findings of one strategy."""

    research_iteration = Number("research_iteration")
    domain = filters.ChoiceFilter(choices=Domain.choices)
    agent = filters.CharFilter("agent", max_length=40)
    status = filters.ChoiceFilter(choices=Finding.Status.choices)
    significant = YesNo(field_name="significant")
    q = filters.CharFilter(
        method="by_words", max_length=_LONG,
        label="Words of the interpretation, in any language.",
    )  # fmt: skip

    def by_words(self, queryset: Any, _name: str, query: str) -> Any:
        """Whether each word stands in it, as it is said in one language or the other."""
        return queryset.filter(FINDINGS.matching(query))


class FindingFilter(FindingsOfFilter):
    """Findings by their strategy, agent, status and significance."""

    strategy = Number("strategy_id")


class StrategyDecisionFilter(filters.FilterSet):
    """Decisions by their strategy, what they are, and whether they are in force."""

    strategy = Number("strategy_id")
    source = filters.ChoiceFilter(choices=StrategyDecision.Source.choices)
    after = filters.ChoiceFilter(choices=StrategyDecision.Outcome.choices)
    current = YesNo(field_name="current")

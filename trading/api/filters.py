"""By what strategies and their parts are found: all there is to filter by."""

from __future__ import annotations

from typing import Any

from django_filters import rest_framework as filters

from config.desk.api.filters import Moment, Number, YesNo
from trading.list_query import searched_strategies
from trading.models import Decision, Finding, Strategy
from trading.models.research import Domain
from trading.querysets import FINDINGS

STATUSES = (*Strategy.Final.values, "ACCEPTED", "working", "failed", "cancelled")
_LONG = 200


class StrategyFilter(filters.FilterSet):
    """Strategies by what was asked for and how they stand."""

    ticker = filters.CharFilter("ticker", "iexact", max_length=20)
    status = filters.ChoiceFilter(choices=[(name, name) for name in STATUSES])
    final_status = filters.ChoiceFilter(choices=Strategy.Final.choices)
    source = filters.ChoiceFilter(choices=Decision.Source.choices)
    owner = filters.CharFilter("owner__username", max_length=150)
    hypothesis = Number("hypothesis_id")
    forked_from = Number("forked_from_id")
    created_after = Moment("created_at", "gte")
    created_before = Moment("created_at", "lt")
    q = filters.CharFilter(
        method="by_words", max_length=_LONG, label="Words of the ticker, objective or end."
    )

    def by_words(self, queryset: Any, _name: str, words: str) -> Any:
        """Whether each word stands in it; a number is a strategy, too."""
        return queryset.filter(searched_strategies(words))


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

    def by_words(self, queryset: Any, _name: str, words: str) -> Any:
        """Whether each word stands in it, as it is said in one language or the other."""
        return queryset.filter(FINDINGS.matching(words))


class FindingFilter(FindingsOfFilter):
    """Findings by their strategy, agent, status and significance."""

    strategy = Number("strategy_id")


class StrategyDecisionFilter(filters.FilterSet):
    """Decisions by their strategy, what they are, and whether they are in force."""

    strategy = Number("strategy_id")
    source = filters.ChoiceFilter(choices=Decision.Source.choices)
    after = filters.ChoiceFilter(choices=Decision.Outcome.choices)
    current = YesNo(field_name="current")

"""By what hypotheses and their parts are found: all there is to filter by."""

from __future__ import annotations

from typing import Any

from django_filters import rest_framework as filters

from config.desk.api.filters import Moment, Number, YesNo
from hypotheses.domain.types import ASPECTS
from hypotheses.list_query import searched
from hypotheses.models import Decision, Gap, Hypothesis, Review, Version
from hypotheses.models.hypothesis import Field

STATUSES = ("approved", "rejected", "working", "failed", "cancelled")
_ASPECTS = [(aspect, aspect) for aspect in ASPECTS]


class HypothesisFilter(filters.FilterSet):
    """Archived hypotheses are shown only on request."""

    status = filters.ChoiceFilter(choices=[(name, name) for name in STATUSES])
    forced = YesNo(method="by_forced")
    language = filters.ChoiceFilter(choices=[("en", "en"), ("pt", "pt")])
    kind = filters.ChoiceFilter(choices=Hypothesis.Kind.choices)
    owner = filters.CharFilter("owner__username", max_length=150)
    conditional = YesNo(method="by_conditional")
    waiting = YesNo(method="by_waiting")
    archived = YesNo(method="by_archived")
    created_after = Moment("created_at", "gte")
    created_before = Moment("created_at", "lt")
    field = filters.ChoiceFilter(choices=Field.choices)
    q = filters.CharFilter(
        method="by_words", max_length=200, label="Words of the idea or its questions, or a number."
    )

    class Meta:
        model = Hypothesis
        fields: list[str] = []

    def filter_queryset(self, queryset: Any) -> Any:
        found = super().filter_queryset(queryset)
        return found if "archived" in self.data else found.not_archived()

    def by_forced(self, queryset: Any, _name: str, forced: bool) -> Any:
        """Whether the decision in force is one that the limit forced."""
        rows = queryset.filter(source="forced")
        return rows if forced else queryset.exclude(pk__in=rows.values("pk"))

    def by_conditional(self, queryset: Any, _name: str, conditional: bool) -> Any:
        """Whether it is approved on conditions that its author has not confirmed."""
        return _in_state(queryset, "conditional", conditional)

    def by_waiting(self, queryset: Any, _name: str, waiting: bool) -> Any:
        """Whether nothing is missing but its author's answers."""
        return _in_state(queryset, "waiting", waiting)

    def by_words(self, queryset: Any, _name: str, query: str) -> Any:
        """Whether each word stands in it."""
        return queryset.filter(searched(query))

    def by_archived(self, queryset: Any, _name: str, archived: bool) -> Any:
        """Whether it is archived."""
        return queryset.filter(archived_at__isnull=not archived)


def _in_state(queryset: Any, state: str, wanted: bool) -> Any:
    return queryset.filter(state=state) if wanted else queryset.exclude(state=state)


class VersionFilter(filters.FilterSet):
    """Versions by their hypothesis and who wrote them."""

    hypothesis = Number("hypothesis_id")
    origin = filters.ChoiceFilter(choices=Version.Origin.choices)


class ReviewFilter(filters.FilterSet):
    """Reviews by their hypothesis and verdict."""

    hypothesis = Number("version__hypothesis_id")
    status = filters.ChoiceFilter(choices=Review.Status.choices)
    forced = YesNo(field_name="forced")


class GapFilter(filters.FilterSet):
    """Gaps by their hypothesis, aspect, slot and state."""

    hypothesis = Number("hypothesis_id")
    aspect = filters.ChoiceFilter(choices=_ASPECTS)
    slot = filters.CharFilter(max_length=12)
    conditional = YesNo(field_name="conditional")
    state = filters.ChoiceFilter(choices=Gap.State.choices)


class ClarificationFilter(filters.FilterSet):
    """Questions by their hypothesis, aspect, slot, and whether they were answered."""

    hypothesis = Number("hypothesis_id")
    aspect = filters.ChoiceFilter(choices=_ASPECTS)
    slot = filters.CharFilter(max_length=12)
    answered = YesNo(method="by_answered")

    def by_answered(self, queryset: Any, _name: str, answered: bool) -> Any:
        """Whether its author answered it."""
        return queryset.filter(answered_at__isnull=not answered)


class DecisionFilter(filters.FilterSet):
    """Decisions by their hypothesis, what they are, and whether they are in force."""

    hypothesis = Number("hypothesis_id")
    source = filters.ChoiceFilter(choices=Decision.Source.choices)
    after = filters.ChoiceFilter(choices=Decision.Outcome.choices)
    current = YesNo(field_name="current")


class PreregistrationFilter(filters.FilterSet):
    """Pre-registrations by their hypothesis; number 1 is the one that is compared with."""

    hypothesis = Number("hypothesis_id")
    number = Number("number")

"""By what runs and events are found."""

from __future__ import annotations

from django_filters import rest_framework as filters

from config.desk.api.filters import Moment, Number
from config.runs.models import Event, Run


class RunFilter(filters.FilterSet):
    """Runs by their status, and by what they are about."""

    status = filters.ChoiceFilter(choices=Run.Status.choices)
    kind = filters.CharFilter(max_length=40)
    subject_id = Number()
    created_after = Moment("created_at", "gte")
    created_before = Moment("created_at", "lt")

    class Meta:
        model = Run
        fields: list[str] = []


class EventFilter(filters.FilterSet):
    """The events that a reader has not seen yet."""

    after = Number("id", "gt")

    class Meta:
        model = Event
        fields: list[str] = []

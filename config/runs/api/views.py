"""`/runs/`: the runs whose subject one may see."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status
from rest_framework.response import Response

from config.desk.api.filters import Moment, Number
from config.desk.api.views import ReadOnly, Strict
from config.runs.models import Event, Run
from config.runs.services import cancel_run, retry_run

from .serializers import EventSerializer, RunSerializer


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


class RunViewSet(ReadOnly):
    """Runs, the newest first. A run is queued, running, or ended: done, failed, cancelled, dead."""

    queryset = Run.objects.none()
    serializer_class = RunSerializer
    filterset_class = RunFilter
    ordering_fields = ["created_at", "id", "status"]

    def get_queryset(self) -> Any:
        return Run.objects.visible_to(self.person).with_usage()

    def current_state(self) -> dict[str, Any]:
        """How the run stands, for whoever wanted it otherwise."""
        run = Run.objects.get(pk=self.kwargs["pk"])
        return {"run": run.pk, "status": run.status}

    @extend_schema(request=None, responses=RunSerializer)
    def cancel(self, request: Any, pk: int) -> Response:
        """Cancel a queued run at once, a running one at its next step."""
        cancel_run(run_id=self.get_object().pk)
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(request=None, responses={202: RunSerializer})
    def retry(self, request: Any, pk: int) -> Response:
        """Queue a failed, dead or cancelled run again; finished steps are not repeated."""
        retry_run(run_id=self.get_object().pk)
        data = self.get_serializer(self.get_object()).data
        return Response(data, status.HTTP_202_ACCEPTED, headers={"Location": data["url"]})


class EventViewSet(mixins.ListModelMixin, Strict):
    """What happened to a run, in order; `after` gives the events since one that was read."""

    queryset = Event.objects.none()
    serializer_class = EventSerializer
    filterset_class = EventFilter

    def get_queryset(self) -> Any:
        run = get_object_or_404(Run.objects.visible_to(self.person), pk=self.kwargs["pk"])
        return Event.objects.filter(run=run).order_by("id")

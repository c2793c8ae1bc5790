"""`/runs/`: the runs whose subject one may see, and their events, as JSON. Parameters are not
shown: they hold texts.
"""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import mixins, serializers, status
from rest_framework.response import Response

from config.desk.api.filters import Moment, Number
from config.desk.api.views import ReadOnly, Strict
from config.runs.model_usage import usage_of
from config.runs.models import Event, Run
from config.runs.services import cancel_run, retry_run


class BudgetSerializer(serializers.Serializer):
    """What one run may take of models by today's settings, and what of it the newest has left."""

    max_calls = serializers.IntegerField()
    max_tokens = serializers.IntegerField()
    max_cost_usd = serializers.FloatField()
    calls_left = serializers.IntegerField()
    tokens_left = serializers.IntegerField()
    cost_usd_left = serializers.FloatField()


class UsageSerializer(serializers.Serializer):
    """What runs took of language models, and the seconds in which they worked."""

    llm_calls = serializers.IntegerField()
    tokens = serializers.IntegerField()
    tokens_in = serializers.IntegerField()
    tokens_out = serializers.IntegerField()
    cost_usd = serializers.FloatField()
    seconds = serializers.FloatField()
    cached = serializers.IntegerField(help_text="Answers that were taken from the cache.")
    unanswered = serializers.IntegerField(
        help_text="Questions that no model answered: the built-in analyst's reading stands."
    )
    budget = BudgetSerializer()


class ExpectedSerializer(serializers.Serializer):
    """Calls to language models, their tokens in and out, and US dollars."""

    llm_calls = serializers.IntegerField()
    tokens = serializers.IntegerField()
    cost_usd = serializers.FloatField()


class EstimateSerializer(serializers.Serializer):
    """What a run would take of language models, each question answered at once."""

    about = ExpectedSerializer(help_text="What is expected.")
    at_most = ExpectedSerializer(help_text="What the limits allow.")
    warnings = serializers.ListField(
        child=serializers.CharField(), help_text="One for each budget that the most would go over."
    )


class RunSerializer(serializers.ModelSerializer):
    """A run as it stands."""

    url = serializers.HyperlinkedIdentityField("api-run-detail")
    events = serializers.HyperlinkedIdentityField("api-run-events")
    usage = serializers.SerializerMethodField()

    class Meta:
        model = Run
        fields = [
            "id", "url", "events", "kind", "subject_id", "status", "error", "crashes",
            "code_version", "created_at", "started_at", "finished_at", "cancel_requested_at",
            "usage",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(UsageSerializer)
    def get_usage(self, run: Run) -> dict[str, Any]:
        """What it took of models."""
        return usage_of([run])


class EventSerializer(serializers.ModelSerializer):
    """What happened to a run."""

    data = serializers.DictField()

    class Meta:
        model = Event
        fields = ["id", "kind", "node", "data", "created_at"]
        read_only_fields = fields


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

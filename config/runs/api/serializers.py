"""Runs and their events as JSON. A run's parameters stay inside: they hold texts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.runs.model_usage import usage_of
from config.runs.models import Event, Run


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

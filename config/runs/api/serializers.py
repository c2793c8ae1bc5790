"""Runs and their events as JSON. A run's parameters stay inside: they hold texts."""

from __future__ import annotations

from rest_framework import serializers

from config.runs.models import Event, Run


class RunSerializer(serializers.ModelSerializer):
    """A run as it stands."""

    url = serializers.HyperlinkedIdentityField("api-run-detail")
    events = serializers.HyperlinkedIdentityField("api-run-events")

    class Meta:
        model = Run
        fields = [
            "id", "url", "events", "kind", "subject_id", "status", "error", "crashes",
            "code_version", "created_at", "started_at", "finished_at", "cancel_requested_at",
        ]  # fmt: skip
        read_only_fields = fields


class EventSerializer(serializers.ModelSerializer):
    """What happened to a run."""

    data = serializers.DictField()

    class Meta:
        model = Event
        fields = ["id", "kind", "node", "data", "created_at"]
        read_only_fields = fields

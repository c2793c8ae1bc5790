"""Findings and lessons."""

from __future__ import annotations

from rest_framework import serializers

from trading.models import Finding, Lesson


class FindingSerializer(serializers.ModelSerializer):
    """One figure by one agent, with the data it rests on."""

    url = serializers.HyperlinkedIdentityField("api-finding-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    data_ref = serializers.DictField()
    params = serializers.DictField()

    class Meta:
        model = Finding
        fields = [
            "id", "url", "strategy", "research_iteration", "agent", "domain", "status", "name",
            "value", "unit", "n_obs", "signal", "confidence", "p_value", "significant",
            "interpretation", "data_ref", "params",
        ]  # fmt: skip
        read_only_fields = fields


class LessonSerializer(serializers.ModelSerializer):
    """What a development taught, in a sentence."""

    url = serializers.HyperlinkedIdentityField("api-lesson-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    variant = serializers.IntegerField(source="variant_id", allow_null=True)

    class Meta:
        model = Lesson
        fields = [
            "id", "url", "kind", "ticker", "frequency", "approach", "text", "language",
            "strategy", "variant", "pinned", "last_used_at", "retired_at", "archived_at",
            "created_at",
        ]  # fmt: skip
        read_only_fields = fields

"""Gate profiles, saved specs, and backtests of specs."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import PersonField
from trading.models import GateCriterion, GateProfile, SavedSpec, SpecBacktest
from trading.services.spec_backtests import play_report


class GateCriterionSerializer(serializers.ModelSerializer):
    """A gate of a profile."""

    class Meta:
        model = GateCriterion
        fields = list(GateCriterion.PARTS)
        read_only_fields = fields


class GateProfileSerializer(serializers.ModelSerializer):
    """A set of gates; developments keep the one they started with."""

    url = serializers.HyperlinkedIdentityField("api-gate-profile-detail", lookup_field="name")
    criteria = GateCriterionSerializer(many=True)

    class Meta:
        model = GateProfile
        fields = ["name", "url", "pass_score", "final_error", "criteria", "changed_at"]
        read_only_fields = fields


class SavedSpecSerializer(serializers.ModelSerializer):
    """A spec under a name of its owner's."""

    url = serializers.HyperlinkedIdentityField("api-spec-detail")
    owner = PersonField()
    variant = serializers.IntegerField(source="variant_id", allow_null=True)
    spec = serializers.DictField()

    class Meta:
        model = SavedSpec
        fields = [
            "id", "url", "name", "version", "spec", "spec_hash", "variant", "owner",
            "archived_at", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class SpecBacktestSerializer(serializers.ModelSerializer):
    """A backtest of a spec by itself, in short."""

    url = serializers.HyperlinkedIdentityField("api-backtest-detail")
    ticker = serializers.CharField(source="dataset.ticker")
    dataset = serializers.IntegerField(source="dataset_id")
    owner = PersonField()
    metrics = serializers.DictField()
    opening = serializers.IntegerField(source="opening_id", allow_null=True)

    class Meta:
        model = SpecBacktest
        fields = [
            "id", "url", "name", "spec_hash", "ticker", "dataset", "part", "date_from", "date_to",
            "engine", "cash", "commission", "metrics", "opening", "owner", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class HoldoutSeenSerializer(serializers.Serializer):
    """An opening of the sealed bars, and how many were before it."""

    opening = serializers.IntegerField()
    openings_before = serializers.IntegerField()


class SpecBacktestDetailSerializer(SpecBacktestSerializer):
    """With its spec and its trades."""

    spec = serializers.DictField()
    trades = serializers.ListField(child=serializers.DictField())
    holdout = serializers.SerializerMethodField()

    class Meta(SpecBacktestSerializer.Meta):
        fields = [*SpecBacktestSerializer.Meta.fields, "spec", "trades", "holdout"]
        read_only_fields = fields

    @extend_schema_field(HoldoutSeenSerializer(allow_null=True))
    def get_holdout(self, row: SpecBacktest) -> dict[str, Any] | None:
        """The opening of the sealed bars; null where they stayed sealed."""
        seen: dict[str, Any] | None = play_report(row)["holdout"]
        return seen

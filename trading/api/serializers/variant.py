"""A variant: in short, and with its rules, gates, figures and second looks."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.creation import MadeSerializer
from config.desk.api.serializers import Body
from trading.models import Backtest, GateOutcome, SecondLook, SegmentName, Variant
from trading.services.opening_marks import later_mark, look_mark, openings_before


class LookBody(Body):
    """A reviewer's second look: it opens the sealed bars again and decides nothing."""

    variant = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(allow_blank=True, trim_whitespace=False)
    expected = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="How many openings of the ticker's sealed bars you know of.",
    )


class SecondLookSerializer(serializers.ModelSerializer):
    """What a variant came to on sealed bars that were opened again; `mark` goes with it."""

    url = serializers.HyperlinkedIdentityField("api-look-detail")
    strategy = serializers.IntegerField(source="variant.strategy_id")
    variant = serializers.IntegerField(source="variant_id")
    by = serializers.SerializerMethodField()
    opening = serializers.IntegerField(source="opening_id")
    openings_before = serializers.SerializerMethodField()
    metrics = serializers.DictField()
    error = serializers.CharField(allow_blank=True)
    mark = serializers.SerializerMethodField()

    class Meta:
        model = SecondLook
        fields = [
            "id", "url", "strategy", "variant", "by", "reason", "opening", "openings_before",
            "engine", "metrics", "error", "mark", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: SecondLook) -> str | None:
        """The account, or the person without one."""
        return row.who or None

    def get_openings_before(self, row: SecondLook) -> int:
        """Looks at any of these bars before this one, whoever took them."""
        return openings_before(row.opening)

    def get_mark(self, row: SecondLook) -> str:
        """What must be said beside the result, in the reader's language."""
        return look_mark(row, openings_before(row.opening))


class LookReceiptSerializer(MadeSerializer):
    """The look that was taken."""

    look = serializers.IntegerField()


class VariantSerializer(serializers.ModelSerializer):
    """A variant in short; `sharpe_ratio` and `max_drawdown` are of validation."""

    url = serializers.HyperlinkedIdentityField("api-variant-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    parent = serializers.IntegerField(source="parent_id", allow_null=True)
    parameters = serializers.DictField()
    passed = serializers.BooleanField(help_text="Whether it passed every required gate and scored.")
    gate_score = serializers.FloatField(allow_null=True)
    sharpe_ratio = serializers.FloatField(allow_null=True)
    max_drawdown = serializers.FloatField(allow_null=True)

    class Meta:
        model = Variant
        fields = [
            "id", "url", "strategy", "iteration", "index", "name", "approach", "template",
            "complexity", "spec_hash", "parameters", "parent", "passed", "gate_score",
            "sharpe_ratio", "max_drawdown", "designed_by", "degraded", "as_written",
        ]  # fmt: skip
        read_only_fields = fields


class GateSerializer(serializers.ModelSerializer):
    """A gate's verdict, with the thresholds as they were; `margin` below 0 is what it lacks.

    Without a value, `reason` says why; `details` are the numbers behind it.
    """

    details = serializers.DictField(child=serializers.FloatField())

    class Meta:
        model = GateOutcome
        fields = [
            "name", "segment", "operator", "threshold", "soft", "weight", "required", "value",
            "score", "passed", "margin", "reason", "details", "applicable",
        ]  # fmt: skip
        read_only_fields = fields


class SegmentSerializer(serializers.ModelSerializer):
    """What it came to on a segment. The holdout is told only if its opening is on record."""

    segment = serializers.ChoiceField(SegmentName.choices)
    metrics = serializers.DictField()
    error = serializers.CharField(allow_blank=True)
    opening = serializers.IntegerField(source="opening_id", allow_null=True)
    openings_before = serializers.SerializerMethodField()
    mark = serializers.SerializerMethodField()

    class Meta:
        model = Backtest
        fields = [
            "segment", "engine", "metrics", "error", "opening", "openings_before", "mark",
        ]  # fmt: skip
        read_only_fields = fields

    def get_openings_before(self, row: Backtest) -> int | None:
        """Looks at any of these bars before this one, whoever took them; null for none."""
        return openings_before(row.opening) if row.opening else None

    def get_mark(self, row: Backtest) -> str:
        """What must be said beside a result that is no first look; else empty."""
        return later_mark(openings_before(row.opening)) if row.opening else ""


class VariantDetailSerializer(VariantSerializer):
    """A variant with its spec, gates, figures by segment, and what it rests on."""

    script = serializers.HyperlinkedIdentityField("api-variant-script")
    series = serializers.HyperlinkedIdentityField("api-variant-series")
    spec = serializers.DictField()
    expected = serializers.DictField()
    gates = GateSerializer(many=True)
    backtests = serializers.SerializerMethodField()
    second_looks = SecondLookSerializer(many=True)
    findings = serializers.SerializerMethodField()

    class Meta(VariantSerializer.Meta):
        fields = [
            *VariantSerializer.Meta.fields,
            "description", "rationale", "expected", "spec", "script", "series", "gates",
            "backtests", "second_looks", "findings",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.DictField(child=SegmentSerializer()))
    def get_backtests(self, row: Variant) -> dict[str, Any]:
        """By segment."""
        return {each.segment: SegmentSerializer(each).data for each in row.backtests.all()}

    def get_findings(self, row: Variant) -> list[int]:
        """The ids of the findings it rests on."""
        return [finding.pk for finding in row.findings.all()]

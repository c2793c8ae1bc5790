"""What people send to be stored (files, lessons' words, specs, gate profiles), and the receipts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.creation import MadeSerializer
from config.desk.api.schema import among
from config.desk.api.serializers import Body, PersonField, Words
from config.text.validation import WORDS
from trading.api.serializers.bodies import SpecField, Ticker
from trading.domain.figures import FIGURES_OF, JUDGED, SEGMENTS
from trading.market.auxiliary import KINDS as AUXILIARY
from trading.models import (
    AuxiliaryDataset,
    Dataset,
    GateCriterion,
    GateProfile,
    SavedSpec,
    SpecBacktest,
)
from trading.services.spec_backtests import play_report
from trading.storage import calendar_of


class StrategyReceiptSerializer(MadeSerializer):
    """The strategy, and the decision or the run that came of the request."""

    strategy = serializers.IntegerField()
    decision = serializers.IntegerField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)


class BacktestReceiptSerializer(MadeSerializer):
    """The backtest that was played."""

    backtest = serializers.IntegerField()


class SpecReceiptSerializer(MadeSerializer):
    """The spec that was kept."""

    spec = serializers.IntegerField()


class DatasetReceiptSerializer(MadeSerializer):
    """The dataset that a file became."""

    dataset = serializers.IntegerField()


KINDS = ("prices", *AUXILIARY)
DATE_ORDERS, DECIMALS = ("dmy", "mdy"), ("point", "comma")
GATE_FIGURES = sorted(JUDGED)


class OptionsSerializer(Body):
    """What a file leaves open."""

    date_order = serializers.ChoiceField(DATE_ORDERS, required=False)
    decimal = serializers.ChoiceField(DECIMALS, required=False)
    timezone = serializers.CharField(required=False, max_length=64)
    adjusted = serializers.BooleanField(required=False)
    keep_partial = serializers.BooleanField(required=False)
    bars_per_year = serializers.FloatField(required=False, min_value=1, max_value=1_000_000)


class FileSerializer(Body):
    """A CSV file as text, of prices or of what accompanies them."""

    ticker = Ticker()
    csv = serializers.CharField(allow_blank=True, trim_whitespace=False)
    kind = serializers.ChoiceField(KINDS, default="prices")
    options = OptionsSerializer(required=False)
    source = serializers.CharField(required=False, default="", allow_blank=True)
    licence = serializers.CharField(required=False, default="", allow_blank=True)


class RewordSerializer(Body):
    """Other words for a lesson."""

    text = Words(WORDS)


class SaveSerializer(Body):
    """A spec to keep; the same name again is its next version."""

    name = Words(WORDS)
    spec = SpecField()
    variant = serializers.IntegerField(
        required=False, min_value=1, help_text="The variant that it was made from."
    )


class CriterionSerializer(Body):
    """A gate: `soft` scores 0, `threshold` 1."""

    conditions = {
        "oneOf": [
            {
                "properties": {
                    "segment": among(segment),
                    "name": among(*sorted(FIGURES_OF[segment])),
                }
            }
            for segment in SEGMENTS
        ]
    }
    name = serializers.ChoiceField(GATE_FIGURES)
    segment = serializers.ChoiceField(SEGMENTS)
    operator = serializers.ChoiceField(GateCriterion.Operator.choices)
    threshold = serializers.FloatField(min_value=-1e12, max_value=1e12)
    soft = serializers.FloatField(min_value=-1e12, max_value=1e12)
    weight = serializers.FloatField(min_value=0, max_value=1e6)
    required = serializers.BooleanField()


class ProfileBodySerializer(Body):
    """All of a profile: what it held before goes."""

    pass_score = serializers.FloatField(min_value=0, max_value=1)
    final_error = serializers.FloatField(min_value=0, max_value=0.5, default=0.0)
    criteria = CriterionSerializer(many=True, allow_empty=False, max_length=40)


class NewProfileSerializer(ProfileBodySerializer):
    """A profile with its name."""

    name = serializers.SlugField(max_length=40)


# Prices and what accompanies them: origin and extent.


class CautionSerializer(serializers.Serializer):
    """What one should know of data."""

    code = serializers.CharField()
    message = serializers.CharField()


class DatasetSerializer(serializers.ModelSerializer):
    """A version of a ticker's prices: origin and extent, never a price."""

    url = serializers.HyperlinkedIdentityField("api-dataset-detail")
    created_by = PersonField()
    calendar = serializers.SerializerMethodField()

    def get_calendar(self, row: Dataset) -> dict[str, Any]:
        """What the bars a year rest on; `message` is the same in words."""
        return {**row.calendar, "message": calendar_of(row)}

    class Meta:
        model = Dataset
        fields = [
            "id", "url", "ticker", "version", "bars", "frequency", "bars_per_year", "calendar",
            "timezone", "adjusted", "first_at", "last_at", "source", "licence", "sha256",
            "created_by", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class DatasetDetailSerializer(DatasetSerializer):
    """With its segments by date and what one should know of it: the row's `report`."""

    segments = serializers.DictField(source="report.segments")
    warnings = CautionSerializer(source="report.warnings", many=True)

    class Meta(DatasetSerializer.Meta):
        fields = [*DatasetSerializer.Meta.fields, "segments", "warnings"]
        read_only_fields = fields


class AuxiliarySerializer(serializers.ModelSerializer):
    """A version of what is known of a ticker beside prices."""

    url = serializers.HyperlinkedIdentityField("api-auxiliary-dataset-detail")
    created_by = PersonField()

    class Meta:
        model = AuxiliaryDataset
        fields = [
            "id", "url", "ticker", "kind", "version", "rows", "first_at", "last_at", "source",
            "licence", "sha256", "created_by", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


# Gate profiles, saved specs, and backtests of specs.


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

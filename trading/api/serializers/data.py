"""Prices and what accompanies them: origin and extent."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from config.desk.api.serializers import PersonField
from trading.models import AuxiliaryDataset, Dataset
from trading.storage import calendar_of


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

"""Pre-registrations and what deviates from them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import PersonField
from hypotheses.domain import osf
from hypotheses.models import Preregistration
from hypotheses.services.deviations import deviations_of, told


class RegistrationRowSerializer(serializers.Serializer):
    """A pre-registration in short. The first is what is compared with; the rest amend it."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(min_value=1)
    version = serializers.IntegerField(min_value=1)
    sha256 = serializers.CharField()
    created_at = serializers.CharField(help_text="UTC; the hash is over this very text.")


class DeviationSerializer(serializers.Serializer):
    """A part that is not as it was frozen: null where it is not there."""

    part = serializers.CharField(
        help_text="question, decision, an element's kind, or `origin:` and that kind."
    )
    to = serializers.CharField(allow_null=True)
    at = serializers.CharField()
    version = serializers.IntegerField(allow_null=True)
    declared_in = serializers.IntegerField(
        allow_null=True, help_text="The number of the amendment that says so."
    )

    def get_fields(self) -> dict[str, Any]:
        frozen = serializers.CharField(allow_null=True)  # `from` is no name in Python
        return {**super().get_fields(), "from": frozen}


class ExportItemSerializer(serializers.Serializer):
    """A heading; where nothing was given, the text says so."""

    title = serializers.CharField()
    stated = serializers.BooleanField()
    text = serializers.CharField()


class ExportSectionSerializer(serializers.Serializer):
    """A section of the template."""

    title = serializers.CharField()
    items = ExportItemSerializer(many=True)


class PreregistrationSerializer(serializers.ModelSerializer):
    """A pre-registration without what it holds."""

    url = serializers.HyperlinkedIdentityField("api-preregistration-detail")
    hypothesis = serializers.IntegerField(source="hypothesis_id")
    version = serializers.IntegerField(source="version.number")
    by = PersonField(source="user")

    class Meta:
        model = Preregistration
        fields = ["id", "url", "hypothesis", "version", "number", "sha256", "by", "created_at"]
        read_only_fields = fields


class PreregistrationDetailSerializer(PreregistrationSerializer):
    """With the content that the hash is over, and the export under the OSF's headings.

    `deviations` are those of the hypothesis as it is, from its first pre-registration.
    """

    content = serializers.DictField()
    sections = serializers.SerializerMethodField()
    deviations = serializers.SerializerMethodField()

    class Meta(PreregistrationSerializer.Meta):
        fields = [*PreregistrationSerializer.Meta.fields, "content", "sections", "deviations"]
        read_only_fields = fields

    @extend_schema_field(ExportSectionSerializer(many=True))
    def get_sections(self, row: Preregistration) -> Any:
        """The export."""
        return osf.as_json(row.content, row.sha256)["sections"]

    @extend_schema_field(DeviationSerializer(many=True))
    def get_deviations(self, row: Preregistration) -> Any:
        """What deviates now."""
        return [told(each) for each in deviations_of(row.hypothesis)]


class DifferenceSerializer(serializers.Serializer):
    """A place in the content, as recorded and as found."""

    path = serializers.CharField()
    recorded = serializers.JSONField(allow_null=True)
    found = serializers.JSONField(allow_null=True)


class HashesSerializer(serializers.Serializer):
    """The hash on record, and that of what is stored."""

    recorded = serializers.CharField()
    recomputed = serializers.CharField()


class VerificationSerializer(serializers.Serializer):
    """Whether a pre-registration is what was frozen."""

    id = serializers.IntegerField()
    hypothesis = serializers.IntegerField()
    number = serializers.IntegerField()
    holds = serializers.BooleanField()
    sha256 = HashesSerializer()
    differences = DifferenceSerializer(many=True)

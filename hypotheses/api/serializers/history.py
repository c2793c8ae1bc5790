"""What became of a hypothesis: versions, reviews, gaps, questions and decisions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import ChoiceOrNull, PersonField
from hypotheses.models import Clarification, Decision, Gap, GapEvent, Review, Version
from hypotheses.services.report import claim_json

from .parts import (
    ClaimSerializer,
    ElementSerializer,
    ImprovementSerializer,
    NoteSerializer,
    ProposalSerializer,
    ScoreSerializer,
    VetoSerializer,
)


class VersionSerializer(serializers.ModelSerializer):
    """A version with its parts."""

    url = serializers.HyperlinkedIdentityField("api-version-detail")
    hypothesis = serializers.IntegerField(source="hypothesis_id")
    author = PersonField()
    run = serializers.IntegerField(source="run_id", allow_null=True)
    elements = ElementSerializer(many=True)
    claim = serializers.SerializerMethodField()
    proposals = ProposalSerializer(many=True)
    notes = NoteSerializer(many=True)

    class Meta:
        model = Version
        fields = [
            "id", "url", "hypothesis", "number", "question", "origin", "author", "run",
            "created_at", "elements", "claim", "proposals", "notes",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(ClaimSerializer)
    def get_claim(self, row: Version) -> Any:
        """The claim, with H0 and H1."""
        return claim_json(row)


class ReviewSerializer(serializers.ModelSerializer):
    """A judge's verdict on a version."""

    url = serializers.HyperlinkedIdentityField("api-review-detail")
    hypothesis = serializers.IntegerField(source="version.hypothesis_id")
    version = serializers.IntegerField(source="version.number")
    scores = ScoreSerializer(many=True)
    improvements = ImprovementSerializer(many=True)
    vetoes = VetoSerializer(many=True)

    class Meta:
        model = Review
        fields = [
            "id", "url", "hypothesis", "version", "judge", "status", "justification", "forced",
            "degraded", "created_at", "scores", "improvements", "vetoes",
        ]  # fmt: skip
        read_only_fields = fields


class GapEventSerializer(serializers.ModelSerializer):
    """A change in a gap's state, and the words that made it."""

    version = serializers.IntegerField(source="version.number")

    class Meta:
        model = GapEvent
        fields = ["version", "state", "words", "created_at"]
        read_only_fields = fields


class GapSerializer(serializers.ModelSerializer):
    """A gap as it stands, and how it came there."""

    url = serializers.HyperlinkedIdentityField("api-gap-detail")
    hypothesis = serializers.IntegerField(source="hypothesis_id")
    mark = ChoiceOrNull(Gap.Mark.choices)
    events = GapEventSerializer(many=True)

    class Meta:
        model = Gap
        fields = [
            "id", "url", "hypothesis", "slot", "aspect", "code", "gap", "suggestion", "state",
            "mark", "opened_in", "closed_in", "closed_by", "conditional", "events",
        ]  # fmt: skip
        read_only_fields = fields


class ClarificationSerializer(serializers.ModelSerializer):
    """A question that only the author can answer; empty words confirm what was suggested."""

    url = serializers.HyperlinkedIdentityField("api-clarification-detail")
    hypothesis = serializers.IntegerField(source="hypothesis_id")
    version = serializers.IntegerField(source="version.number")
    answered_by = PersonField()

    class Meta:
        model = Clarification
        fields = [
            "id", "url", "hypothesis", "version", "slot", "aspect", "question", "answer",
            "answered_by", "answered_at",
        ]  # fmt: skip
        read_only_fields = fields


class DecisionSerializer(serializers.ModelSerializer):
    """A verdict, in force or past. `by` is the person, null for the agent."""

    url = serializers.HyperlinkedIdentityField("api-decision-detail")
    hypothesis = serializers.IntegerField(source="hypothesis_id")
    version = serializers.IntegerField(source="version.number")
    by = serializers.SerializerMethodField()
    before = ChoiceOrNull(Decision.Outcome.choices)

    class Meta:
        model = Decision
        fields = [
            "id", "url", "hypothesis", "version", "source", "by", "before", "after", "reason",
            "current", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: Decision) -> str | None:
        """The account, or the person without one; null for the agent."""
        return row.user.get_username() if row.user else row.actor or None

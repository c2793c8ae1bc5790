"""What became of a hypothesis: versions, reviews, gaps, questions and decisions."""

from __future__ import annotations

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import ChoiceOrNull, PersonField
from hypotheses.domain import osf
from hypotheses.domain.claim import DESIGNS, DIRECTIONS, ConditionKind
from hypotheses.domain.types import ASPECTS
from hypotheses.models import (
    Clarification,
    Decision,
    Element,
    Gap,
    GapEvent,
    Note,
    Preregistration,
    Review,
    Version,
)
from hypotheses.services.preregister import deviation_row, deviations_of
from hypotheses.services.report import claim_json

# What versions and reviews are made of; read from rows and from the report alike.


class ElementSerializer(serializers.Serializer):
    """A part of a question, and who said it."""

    aspect = serializers.ChoiceField(ASPECTS)
    kind = serializers.CharField()
    text = serializers.CharField()
    origin = serializers.ChoiceField(Element.Origin.choices)


class SlotSerializer(serializers.Serializer):
    """A slot's words, who said them, and whether they were read without doubt."""

    text = serializers.CharField()
    origin = serializers.ChoiceField(Element.Origin.choices)
    sure = serializers.BooleanField()


class ClaimSerializer(serializers.Serializer):
    """A claim as its frame: a slot is null where it is empty or the design has none of it."""

    design = serializers.ChoiceField(DESIGNS)
    direction = serializers.ChoiceField(DIRECTIONS)
    population = SlotSerializer(allow_null=True)
    exposure = SlotSerializer(allow_null=True)
    outcome = SlotSerializer(allow_null=True)
    comparator = SlotSerializer(allow_null=True)
    measure = SlotSerializer(allow_null=True)
    window = SlotSerializer(allow_null=True)
    margin = SlotSerializer(allow_null=True)
    qualifiers = SlotSerializer(allow_null=True)
    phenomenon = SlotSerializer(allow_null=True)
    participants = SlotSerializer(allow_null=True)
    setting = SlotSerializer(allow_null=True)
    leftover = SlotSerializer(
        allow_null=True, help_text="Words that belong to no slot; its author is asked about them."
    )
    doubts = serializers.ListField(
        child=serializers.ChoiceField(["design", "direction"]),
        help_text="What of these was read, but perhaps wrongly.",
    )
    rivals = serializers.ListField(
        child=serializers.CharField(), help_text="Other explanations that the author names."
    )
    mechanism = serializers.CharField(allow_blank=True, help_text="Why it works, says the author.")
    null = serializers.CharField(allow_blank=True, help_text="H0; empty where there is none.")
    alternative = serializers.CharField(allow_blank=True, help_text="H1; empty without one.")


class ProposalSerializer(serializers.Serializer):
    """Words that may fill a slot, the best of a slot first."""

    slot = serializers.CharField()
    text = serializers.CharField()
    source = serializers.CharField(allow_blank=True)


class ConditionSerializer(serializers.Serializer):
    """What an approval rests on until its author settles it: a choice to name, or a proposal to
    confirm."""

    slot = serializers.CharField()
    kind = serializers.ChoiceField(get_args(ConditionKind))
    text = serializers.CharField()


class AwaitedSerializer(serializers.Serializer):
    """A question that waits for the author's answer."""

    slot = serializers.CharField()
    question = serializers.CharField()


class NoteSerializer(serializers.Serializer):
    """Advice or a warning on a version."""

    kind = serializers.ChoiceField(Note.Kind.choices)
    text = serializers.CharField()


class VetoSerializer(serializers.Serializer):
    """A reason to reject, with its quote."""

    code = serializers.CharField()
    quote = serializers.CharField()
    reason = serializers.CharField()


class ImprovementSerializer(serializers.Serializer):
    """What is missing, and how to fill it."""

    slot = serializers.CharField(allow_blank=True)
    aspect = serializers.ChoiceField(ASPECTS)
    gap = serializers.CharField()
    suggestion = serializers.CharField()


class EvidenceSerializer(serializers.Serializer):
    """A score of 0 to 2 and the verbatim words it rests on."""

    score = serializers.IntegerField(min_value=0, max_value=2)
    evidence = serializers.CharField(allow_null=True)


class ScoreSerializer(serializers.Serializer):
    """An aspect's score; `code` names the gap and is empty at 2."""

    aspect = serializers.ChoiceField(ASPECTS)
    score = serializers.IntegerField(min_value=0, max_value=2)
    evidence = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True)


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


# Pre-registrations and what deviates from them.


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
        return [deviation_row(each) for each in deviations_of(row.hypothesis)]


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

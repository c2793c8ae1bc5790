"""A hypothesis: as a row of a list, and with all that its report tells."""

from __future__ import annotations

from rest_framework import serializers

from config.desk.api.serializers import ChoiceOrNull, PersonField
from config.runs.api.serializers import UsageSerializer
from hypotheses.api.filters import STATUSES
from hypotheses.models import Decision, Gap, Hypothesis, Review, Version
from hypotheses.models.fields import Field

from .parts import (
    AwaitedSerializer,
    ClaimSerializer,
    ConditionSerializer,
    ElementSerializer,
    EvidenceSerializer,
    ImprovementSerializer,
    NoteSerializer,
    ProposalSerializer,
    VetoSerializer,
)
from .registration import DeviationSerializer, RegistrationRowSerializer


class HypothesisSerializer(serializers.ModelSerializer):
    """A hypothesis in short. `status` is the decision in force, or how its last run stands."""

    url = serializers.HyperlinkedIdentityField("api-hypothesis-detail")
    kind = ChoiceOrNull(Hypothesis.Kind.choices)
    field = ChoiceOrNull(Field.choices)
    status = serializers.ChoiceField(STATUSES, read_only=True)
    forced = serializers.SerializerMethodField()
    waiting = serializers.SerializerMethodField()
    conditions = serializers.IntegerField(
        read_only=True, help_text="How much it rests on that nobody has confirmed."
    )
    awaiting = serializers.IntegerField(
        read_only=True, help_text="How many questions wait for the author's answer."
    )
    owner = PersonField()

    class Meta:
        model = Hypothesis
        fields = [
            "id", "url", *Hypothesis.SHOWN, "kind", "field", "status", "forced", "waiting",
            "conditions", "awaiting", "owner", "max_refinements", "created_at", "archived_at",
            "erased_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_forced(self, row: Hypothesis) -> bool:
        """Whether the decision in force is one that the limit forced."""
        return getattr(row, "source", None) == Decision.Source.FORCED

    def get_waiting(self, row: Hypothesis) -> bool:
        """Whether it was refused at the limit and only the author's answers are missing."""
        return getattr(row, "state", None) == "waiting"


class ReportedImprovementSerializer(ImprovementSerializer):
    """With what became of it."""

    state = serializers.ChoiceField(Gap.State.choices)


class JudgeSerializer(serializers.Serializer):
    """One judge's verdict in short; its scores are among the reviews."""

    judge = serializers.CharField()
    status = serializers.ChoiceField(Review.Status.choices)
    forced = serializers.BooleanField()
    degraded = serializers.BooleanField()


class ReportedReviewSerializer(serializers.Serializer):
    """The review that stands for a version; scores by aspect, questions by slot."""

    status = serializers.ChoiceField(Review.Status.choices)
    justification = serializers.CharField()
    scores = serializers.DictField(child=EvidenceSerializer())
    improvements = ReportedImprovementSerializer(many=True)
    vetoes = VetoSerializer(many=True)
    clarifications = serializers.DictField(
        child=serializers.CharField(), help_text="What is asked of the author, by slot."
    )
    forced = serializers.BooleanField()
    degraded = serializers.BooleanField(
        required=False, help_text="A model was asked and gave no usable answer."
    )
    judges = JudgeSerializer(
        many=True, required=False, help_text="Where a model was asked; the last one led on."
    )


class ReportedVersionSerializer(serializers.Serializer):
    """A version with its parts and its review, null while it has none."""

    number = serializers.IntegerField()
    question = serializers.CharField()
    origin = serializers.ChoiceField(Version.Origin.choices)
    elements = ElementSerializer(many=True)
    claim = ClaimSerializer()
    proposals = ProposalSerializer(many=True)
    review = ReportedReviewSerializer(allow_null=True)
    notes = NoteSerializer(many=True)


class ReportedGapSerializer(ImprovementSerializer):
    """A gap that is open."""

    state = serializers.ChoiceField(Gap.State.choices)


class WarningSerializer(serializers.Serializer):
    """What a person should look at."""

    code = serializers.CharField()
    message = serializers.CharField()


class HypothesisDetailSerializer(HypothesisSerializer):
    """A hypothesis with all that its report tells, the report being the row's `report`."""

    decision = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The id of the decision in force."
    )
    conditions = ConditionSerializer(source="report.conditions", many=True)
    awaiting = AwaitedSerializer(source="report.awaiting", many=True)
    siblings = serializers.ListField(
        source="report.siblings",
        child=serializers.CharField(),
        help_text="Further claims of the idea's sentence, each fit to be sent as an idea.",
    )
    versions = ReportedVersionSerializer(source="report.versions", many=True)
    open_gaps = ReportedGapSerializer(source="report.open_gaps", many=True)
    warnings = WarningSerializer(source="report.warnings", many=True)
    preregistrations = RegistrationRowSerializer(source="report.preregistrations", many=True)
    deviations = DeviationSerializer(source="report.deviations", many=True)
    usage = UsageSerializer(source="report.usage")

    class Meta(HypothesisSerializer.Meta):
        fields = [
            *HypothesisSerializer.Meta.fields,
            "decision", "siblings", "versions", "open_gaps", "warnings", "preregistrations",
            "deviations", "usage",
        ]  # fmt: skip
        read_only_fields = fields

"""A hypothesis: what people send for it; as a row of a list, as a report, as an assessed text."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from config.desk.api.creation import MadeSerializer
from config.desk.api.schema import one_of
from config.desk.api.serializers import Body, ChoiceOrNull, PersonField, RawText
from config.runs.api import UsageSerializer
from config.text.validation import ANY_PHRASE, ANY_WORDS, PHRASE, WORDS
from hypotheses.api.filters import STATUSES
from hypotheses.api.serializers.history import (
    AwaitedSerializer,
    ClaimSerializer,
    ConditionSerializer,
    DeviationSerializer,
    ElementSerializer,
    EvidenceSerializer,
    ImprovementSerializer,
    NoteSerializer,
    ProposalSerializer,
    RegistrationRowSerializer,
    VetoSerializer,
)
from hypotheses.domain.claim import DESIGNS, DIRECTIONS
from hypotheses.domain.frame import FRAME_SLOTS, MAX_WORDS
from hypotheses.domain.registration import PLAN
from hypotheses.domain.types import ASPECTS, DEFAULT_REFINEMENTS, LANGUAGES, MAX_REFINEMENTS
from hypotheses.models import Decision, Gap, Hypothesis, Review, Version
from hypotheses.models.hypothesis import Field
from hypotheses.services.answers import ANSWERS
from hypotheses.services.preregister import MAX_PLAN
from hypotheses.services.report import conditions_of


class SetSlotSerializer(Body):
    """A slot's words; `origin` and `sure` of an assessment are taken and left aside."""

    text = RawText(ANY_PHRASE, max_length=MAX_WORDS, trim_whitespace=True)
    origin = serializers.CharField(required=False)
    sure = serializers.BooleanField(required=False)


class SetClaimSerializer(Body):
    """The frame as its author sets it: an assessment's `claim`, or the fields that you choose.

    A slot with words holds these, null leaves it empty, and one that is left out is read.
    """

    design = serializers.ChoiceField(DESIGNS, required=False)
    direction = serializers.ChoiceField(DIRECTIONS, required=False)

    def get_fields(self) -> dict[str, Any]:
        slots = {name: SetSlotSerializer(required=False, allow_null=True) for name in FRAME_SLOTS}
        return {**super().get_fields(), **slots}


@extend_schema_field(SetClaimSerializer)
class SetClaimField(serializers.JSONField):
    """As it came: the service says what is wrong with it."""


class IdeaSerializer(Body):
    """A loose idea, to be refined."""

    text = RawText(PHRASE)
    language = serializers.ChoiceField(Hypothesis.Language.choices, default="auto")
    max_refinements = serializers.IntegerField(
        default=DEFAULT_REFINEMENTS, min_value=0, max_value=MAX_REFINEMENTS
    )
    claim = SetClaimField(required=False, help_text="What you set before anything runs.")


class RewordingSerializer(Body):
    """Other words for an idea whose run has not begun."""

    text = RawText(PHRASE)
    language = serializers.ChoiceField(Hypothesis.Language.choices, default="auto")


class WordingSerializer(Body):
    """A version in a person's own words."""

    question = RawText(PHRASE)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The last version that you saw."
    )


class OutcomeSerializer(Body):
    """A reviewer's decision. The reason of `again` is the guidance for the next round."""

    hypothesis = serializers.IntegerField(min_value=1)
    outcome = serializers.ChoiceField(Decision.Outcome.choices)
    reason = RawText(WORDS)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The decision that you saw."
    )


class WordsByPart(Body):
    """The author's words for each part; empty words confirm what was suggested."""

    def get_fields(self) -> dict[str, Any]:
        return {name: RawText(ANY_PHRASE, required=False) for name in ANSWERS}


class AnswersSerializer(Body):
    """What the author says to the last version: something is answered, or dropped."""

    conditions = {
        "anyOf": [
            {"required": ["answers"], "properties": {"answers": {"minProperties": 1}}},
            {"required": ["drops"], "properties": {"drops": {"minItems": 1}}},
        ]
    }
    answers = WordsByPart(required=False)
    drops = serializers.ListField(
        child=serializers.ChoiceField(list(ANSWERS)),
        required=False,
        max_length=len(ANSWERS),
        help_text="Suggestions that the author wants out.",
    )
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The last version that you saw."
    )


class PlanBody(Body):
    """What is stated beside the question; all of it may be left out."""

    def get_fields(self) -> dict[str, Any]:
        return {
            name: RawText(ANY_WORDS, required=False, max_length=MAX_PLAN, trim_whitespace=True)
            for name in PLAN
        }


class PreregisterSerializer(Body):
    """A hypothesis to be frozen, or an amendment to what was."""

    hypothesis = serializers.IntegerField(min_value=1)
    plan = PlanBody(required=False)
    note = RawText(ANY_WORDS, required=False, max_length=MAX_PLAN, trim_whitespace=True)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The decision that you saw."
    )


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
    to_name = serializers.SerializerMethodField()
    awaiting = serializers.IntegerField(
        read_only=True, help_text="How many questions wait for the author's answer."
    )
    owner = PersonField()

    class Meta:
        model = Hypothesis
        fields = [
            "id", "url", *Hypothesis.SHOWN, "kind", "field", "status", "forced", "waiting",
            "conditions", "to_name", "awaiting", "owner", "max_refinements", "created_at",
            "archived_at", "erased_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_forced(self, row: Hypothesis) -> bool:
        """Whether the decision in force is one that the limit forced."""
        return getattr(row, "source", None) == Decision.Source.FORCED

    def get_to_name(self, row: Hypothesis) -> int:
        """How many of the conditions are choices to name: the others are proposals to confirm."""
        return sum(each["kind"] == "name" for each in conditions_of(row))

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


class SubmittedText(serializers.CharField):
    """A text as it came: what is wrong with one of many is that one's error, not the request's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **options})
        self.validators: list[Any] = []


class TextsSerializer(Body):
    """Either one `text` or several `texts`."""

    conditions = one_of("text", "texts")
    text = SubmittedText(required=False)
    texts = serializers.ListField(
        child=SubmittedText(),
        required=False,
        allow_empty=False,
        max_length=settings.MAX_ASSESSED_TEXTS,
    )
    language = serializers.ChoiceField(Hypothesis.Language.choices, default="auto")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """`texts` and `language`. Raises ValidationError unless one of the two was given."""
        if ("text" in attrs) == ("texts" in attrs):
            raise serializers.ValidationError(_("give either text or texts"), code="one_of")
        return {"texts": attrs.get("texts") or [attrs["text"]], "language": attrs["language"]}


class AspectSerializer(serializers.Serializer):
    """An aspect's score, the quote it rests on, and what to mend."""

    score = serializers.IntegerField(min_value=0, max_value=2)
    evidence = serializers.CharField(allow_null=True)
    gap = serializers.CharField(allow_null=True)
    suggestion = serializers.CharField(allow_null=True)


class AspectsSerializer(serializers.Serializer):
    """All four aspects."""

    def get_fields(self) -> dict[str, Any]:
        return {aspect: AspectSerializer() for aspect in ASPECTS}


class AssessmentSerializer(serializers.Serializer):
    """What the analyst found in a text."""

    text = serializers.CharField()
    language = serializers.ChoiceField(LANGUAGES)
    kind = serializers.ChoiceField(Hypothesis.Kind.choices)
    verdict = serializers.ChoiceField(Review.Status.choices)
    aspects = AspectsSerializer()
    vetoes = VetoSerializer(many=True)
    claim = ClaimSerializer()


class UnreadSerializer(serializers.Serializer):
    """A text that cannot be read: its place in the request, from 0, and why."""

    index = serializers.IntegerField(min_value=0)
    error = serializers.CharField()


@extend_schema_field(
    PolymorphicProxySerializer(
        "AssessedText", [AssessmentSerializer, UnreadSerializer], resource_type_field_name=None
    )
)
class AssessedField(serializers.Field):
    """One or the other, as the service wrote it."""

    def to_representation(self, value: Any) -> Any:
        return value


class AssessedSerializer(serializers.Serializer):
    """An answer a text, in the order of the texts."""

    results = serializers.ListField(child=AssessedField())


# What a request about a hypothesis made, as JSON.


class ReceiptSerializer(MadeSerializer):
    """The hypothesis, and the decision or the run that came of the request."""

    hypothesis = serializers.IntegerField()
    decision = serializers.IntegerField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)


class RegisteredSerializer(MadeSerializer):
    """The hypothesis, and its new pre-registration."""

    hypothesis = serializers.IntegerField()
    preregistration = serializers.IntegerField()

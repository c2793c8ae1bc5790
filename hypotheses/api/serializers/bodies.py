"""What people send: ideas, wordings, answers, decisions."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import Body, Words
from config.text.validation import ANY_WORDS, PHRASE, WORDS
from hypotheses.domain.claim import DESIGNS, DIRECTIONS
from hypotheses.domain.frame import FRAME_SLOTS, MAX_WORDS
from hypotheses.domain.registration import PLAN
from hypotheses.domain.types import DEFAULT_REFINEMENTS, MAX_REFINEMENTS
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.answers import ANSWERS
from hypotheses.services.preregister import MAX_PLAN


class SetSlotSerializer(Body):
    """A slot's words; `origin` and `sure` of an assessment are taken and left aside."""

    text = serializers.CharField(allow_blank=True, max_length=MAX_WORDS)
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

    text = Words(PHRASE)
    language = serializers.ChoiceField(Hypothesis.Language.choices, default="auto")
    max_refinements = serializers.IntegerField(
        default=DEFAULT_REFINEMENTS, min_value=0, max_value=MAX_REFINEMENTS
    )
    claim = SetClaimField(required=False, help_text="What you set before anything runs.")


class RewordingSerializer(Body):
    """Other words for an idea whose run has not begun."""

    text = Words(PHRASE)
    language = serializers.ChoiceField(Hypothesis.Language.choices, default="auto")


class WordingSerializer(Body):
    """A version in a person's own words."""

    question = Words(PHRASE)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The last version that you saw."
    )


class OutcomeSerializer(Body):
    """A reviewer's decision. The reason of `again` is the guidance for the next round."""

    hypothesis = serializers.IntegerField(min_value=1)
    outcome = serializers.ChoiceField(Decision.Outcome.choices)
    reason = Words(WORDS)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The decision that you saw."
    )


class WordsByPart(Body):
    """The author's words for each part; empty words confirm what was suggested."""

    def get_fields(self) -> dict[str, Any]:
        return {name: Words(ANY_WORDS, required=False) for name in ANSWERS}


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
            name: Words(ANY_WORDS, required=False, max_length=MAX_PLAN, trim_whitespace=True)
            for name in PLAN
        }


class PreregisterSerializer(Body):
    """A hypothesis to be frozen, or an amendment to what was."""

    hypothesis = serializers.IntegerField(min_value=1)
    plan = PlanBody(required=False)
    note = Words(ANY_WORDS, required=False, max_length=MAX_PLAN, trim_whitespace=True)
    expected = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="The decision that you saw."
    )

"""Texts to assess, and what was found."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from config.desk.api.serializers import Body
from hypotheses.domain.types import ASPECTS, LANGUAGES
from hypotheses.models import Hypothesis, Review

from .parts import ClaimSerializer, VetoSerializer


class SubmittedText(serializers.CharField):
    """A text as it came: what is wrong with one of many is that one's error, not the request's."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **options})
        self.validators: list[Any] = []


class TextsSerializer(Body):
    """Either one `text` or several `texts`."""

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

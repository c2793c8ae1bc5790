"""What versions and reviews are made of; read from rows and from the report alike."""

from __future__ import annotations

from rest_framework import serializers

from hypotheses.domain.types import ASPECTS
from hypotheses.models import Element, Note


class ElementSerializer(serializers.Serializer):
    """A part of a question, and who said it."""

    aspect = serializers.ChoiceField(ASPECTS)
    kind = serializers.CharField()
    text = serializers.CharField()
    origin = serializers.ChoiceField(Element.Origin.choices)


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

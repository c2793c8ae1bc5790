"""What versions and reviews are made of; read from rows and from the report alike."""

from __future__ import annotations

from rest_framework import serializers

from hypotheses.domain.claim import DESIGNS, DIRECTIONS
from hypotheses.domain.types import ASPECTS
from hypotheses.models import Element, Note


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
    """What an approval rests on and nobody has confirmed."""

    slot = serializers.CharField()
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

"""What a request about a hypothesis made, as JSON."""

from __future__ import annotations

from rest_framework import serializers

from config.desk.api.creation import MadeSerializer


class ReceiptSerializer(MadeSerializer):
    """The hypothesis, and the decision or the run that came of the request."""

    hypothesis = serializers.IntegerField()
    decision = serializers.IntegerField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)


class RegisteredSerializer(MadeSerializer):
    """The hypothesis, and its new pre-registration."""

    hypothesis = serializers.IntegerField()
    preregistration = serializers.IntegerField()

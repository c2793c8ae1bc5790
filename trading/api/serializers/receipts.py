"""What a request made, as JSON."""

from __future__ import annotations

from rest_framework import serializers

from config.desk.api.creation import MadeSerializer


class StrategyReceiptSerializer(MadeSerializer):
    """The strategy, and the decision or the run that came of the request."""

    strategy = serializers.IntegerField()
    decision = serializers.IntegerField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)


class BacktestReceiptSerializer(MadeSerializer):
    """The backtest that was played."""

    backtest = serializers.IntegerField()


class SpecReceiptSerializer(MadeSerializer):
    """The spec that was kept."""

    spec = serializers.IntegerField()


class DatasetReceiptSerializer(MadeSerializer):
    """The dataset that a file became."""

    dataset = serializers.IntegerField()

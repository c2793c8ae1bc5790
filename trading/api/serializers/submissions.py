"""What people send to be stored (files, lessons' words, specs, gate profiles), and the receipts."""

from __future__ import annotations

from rest_framework import serializers

from config.desk.api.creation import MadeSerializer
from config.desk.api.serializers import Body
from trading.api.serializers.bodies import SpecField
from trading.domain.figures import JUDGED, SEGMENTS
from trading.market.auxiliary import KINDS as AUXILIARY
from trading.models import GateCriterion


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


KINDS = ("prices", *AUXILIARY)
DATE_ORDERS, DECIMALS = ("dmy", "mdy"), ("point", "comma")
GATE_FIGURES = sorted(JUDGED)


class OptionsSerializer(Body):
    """What a file leaves open."""

    date_order = serializers.ChoiceField(DATE_ORDERS, required=False)
    decimal = serializers.ChoiceField(DECIMALS, required=False)
    timezone = serializers.CharField(required=False, max_length=64)
    adjusted = serializers.BooleanField(required=False)
    keep_partial = serializers.BooleanField(required=False)
    bars_per_year = serializers.FloatField(required=False, min_value=1, max_value=1_000_000)


class FileSerializer(Body):
    """A CSV file as text, of prices or of what accompanies them."""

    ticker = serializers.CharField(max_length=20)
    csv = serializers.CharField(allow_blank=True, trim_whitespace=False)
    kind = serializers.ChoiceField(KINDS, default="prices")
    options = OptionsSerializer(required=False)
    source = serializers.CharField(required=False, default="", allow_blank=True)
    licence = serializers.CharField(required=False, default="", allow_blank=True)


class RewordSerializer(Body):
    """Other words for a lesson."""

    text = serializers.CharField(allow_blank=True, trim_whitespace=False)


class SaveSerializer(Body):
    """A spec to keep; the same name again is its next version."""

    name = serializers.CharField(allow_blank=True, trim_whitespace=False)
    spec = SpecField()
    variant = serializers.IntegerField(
        required=False, min_value=1, help_text="The variant that it was made from."
    )


class CriterionSerializer(Body):
    """A gate: `soft` scores 0, `threshold` 1."""

    name = serializers.ChoiceField(GATE_FIGURES)
    segment = serializers.ChoiceField(SEGMENTS)
    operator = serializers.ChoiceField(GateCriterion.Operator.choices)
    threshold = serializers.FloatField(min_value=-1e12, max_value=1e12)
    soft = serializers.FloatField(min_value=-1e12, max_value=1e12)
    weight = serializers.FloatField(min_value=0, max_value=1e6)
    required = serializers.BooleanField()


class ProfileBodySerializer(Body):
    """All of a profile: what it held before goes."""

    pass_score = serializers.FloatField(min_value=0, max_value=1)
    final_error = serializers.FloatField(min_value=0, max_value=0.5, default=0.0)
    criteria = CriterionSerializer(many=True, allow_empty=False, max_length=40)


class NewProfileSerializer(ProfileBodySerializer):
    """A profile with its name."""

    name = serializers.SlugField(max_length=40)

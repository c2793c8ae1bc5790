"""A strategy: as a row of a list, and with all that its report tells."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from config.desk.api.serializers import ChoiceOrNull, PersonField
from config.runs.api.serializers import UsageSerializer
from trading.api.filters import STATUSES
from trading.models import Decision, RoundVerdict, Strategy

_PARTS = ("variants", "findings", "experiments", "decisions", "looks", "certificate")


class StrategyLimitsSerializer(serializers.Serializer):
    """How far the development may go."""

    max_iterations = serializers.IntegerField()
    max_strategy_iterations = serializers.IntegerField()
    max_research_iterations = serializers.IntegerField()
    variants = serializers.IntegerField(source="variants_wanted")


class StrategySerializer(serializers.ModelSerializer):
    """A strategy in short.

    `status` is the decision in force, or how its last run stands; `source` who decided.
    """

    url = serializers.HyperlinkedIdentityField("api-strategy-detail")
    status = serializers.ChoiceField(STATUSES, read_only=True)
    source = ChoiceOrNull(Decision.Source.choices)
    final_status = ChoiceOrNull(Strategy.Final.choices)
    owner = PersonField()
    hypothesis = serializers.IntegerField(source="hypothesis_id", allow_null=True)
    forked_from = serializers.IntegerField(source="forked_from_id", allow_null=True)
    dataset = serializers.IntegerField(source="dataset_id")
    iterations = serializers.IntegerField(source="round_count")
    variants = serializers.IntegerField(source="variant_count")
    trials = serializers.IntegerField(source="trial_count")
    disputes = serializers.IntegerField(help_text="Rounds on which a model and the numbers differ.")

    class Meta:
        model = Strategy
        fields = [
            "id", "url", "ticker", "objective", "language", "masked", "status", "source",
            "final_status", "final_message", "owner", "hypothesis", "forked_from", "dataset",
            "iterations", "variants", "trials", "disputes", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class StrategyLinksSerializer(serializers.Serializer):
    """Where the parts of a strategy are."""

    def get_fields(self) -> dict[str, Any]:
        names = (*_PARTS, "runs")
        return {name: serializers.URLField() for name in names}


class StrategyDetailSerializer(StrategySerializer):
    """A strategy with what was asked and the report of `manage.py develop --json`."""

    limits = StrategyLimitsSerializer(source="*")
    profile = serializers.DictField()
    constraints = serializers.DictField()
    starting_spec = serializers.DictField(allow_null=True)
    decision = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The id of the decision in force."
    )
    links = serializers.SerializerMethodField()
    usage = UsageSerializer(source="report.usage")
    trial_ledger = serializers.DictField(
        source="report.trial_ledger",
        allow_null=True,
        help_text="What the trials come to, inherited ones included, once the gates asked.",
    )
    report = serializers.DictField(help_text="The workflow's state after its last step.")

    class Meta(StrategySerializer.Meta):
        fields = [
            *StrategySerializer.Meta.fields,
            "decision", "seed", "limits", "profile", "constraints", "starting_spec", "links",
            "usage", "trial_ledger", "report",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(StrategyLinksSerializer)
    def get_links(self, row: Strategy) -> dict[str, Any]:
        """Where its parts are."""
        request = self.context["request"]
        links = {
            name: reverse(f"api-strategy-{name}", [row.pk], request=request) for name in _PARTS
        }
        runs = reverse("api-run-list", request=request)
        links["runs"] = f"{runs}?kind=development&subject_id={row.pk}"
        return links


class RoundVerdictSerializer(serializers.ModelSerializer):
    """A judge on a round: the numbers (`builtin`), or a model."""

    class Meta:
        model = RoundVerdict
        fields = ["subject", "judge", "verdict", "text", "degraded"]
        read_only_fields = fields


class ExperimentSerializer(serializers.Serializer):
    """A round of the experiment log, as `manage.py experiments` prints it."""

    strategy = serializers.IntegerField()
    ticker = serializers.CharField()
    timestamp = serializers.CharField()
    iteration = serializers.IntegerField()
    research_iteration = serializers.IntegerField()
    strategy_iteration = serializers.IntegerField()
    action_taken = serializers.CharField()
    best_variant_index = serializers.IntegerField(allow_null=True)
    best_variant = serializers.CharField(allow_null=True)
    best_parameters = serializers.DictField(allow_null=True)
    best_score = serializers.FloatField(allow_null=True)
    best_sharpe = serializers.FloatField(allow_null=True)
    improvement = serializers.FloatField(allow_null=True)
    parameters_changed = serializers.DictField()
    failure_class = serializers.CharField(allow_null=True)
    cause = serializers.CharField(allow_null=True)
    convergence = serializers.CharField(allow_null=True)
    next_action = serializers.CharField()
    reasoning = serializers.CharField()
    disputed = serializers.BooleanField()
    judges = RoundVerdictSerializer(many=True)
    kinds = serializers.ListField(child=serializers.CharField())
    templates = serializers.ListField(child=serializers.CharField(allow_blank=True))
    trials = serializers.IntegerField()


class StrategyDecisionSerializer(serializers.ModelSerializer):
    """A verdict, in force or past. `by` is the person, null for the gates."""

    url = serializers.HyperlinkedIdentityField("api-strategy-decision-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    variant = serializers.IntegerField(source="variant_id", allow_null=True)
    by = serializers.SerializerMethodField()
    before = ChoiceOrNull(Decision.Outcome.choices)

    class Meta:
        model = Decision
        fields = [
            "id", "url", "strategy", "variant", "source", "by", "before", "after", "reason",
            "current", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: Decision) -> str | None:
        """The account, or the person without one; null for the gates."""
        return row.user.get_username() if row.user else row.actor or None

"""A strategy: as a row of a list, and with all that its report tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from config.desk.api.creation import MadeSerializer
from config.desk.api.serializers import Body, ChoiceOrNull, PersonField, RawText
from config.runs.api import UsageSerializer
from config.text.validation import WORDS
from trading.api.filters import STATUSES
from trading.models import (
    Backtest,
    Finding,
    GateOutcome,
    Lesson,
    RoundVerdict,
    SecondLook,
    SegmentName,
    Strategy,
    StrategyDecision,
    Variant,
)
from trading.presenting.variant import rules
from trading.services.opening_marks import later_mark, look_mark, openings_before
from trading.services.wording import Wording, rationale, wording

_PARTS = ("variants", "findings", "experiments", "decisions", "looks", "certificate")


class Worded(serializers.CharField):
    """What a row says, in the reader's language (`trading.services.wording`)."""

    def __init__(self, say: Callable[[Any], Wording] = wording) -> None:
        super().__init__(source="*", read_only=True)
        self._say = say

    def to_representation(self, row: Any) -> str:
        return self._say(row).text


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
    source = ChoiceOrNull(StrategyDecision.Source.choices)
    final_status = ChoiceOrNull(Strategy.Final.choices)
    final_message = Worded()
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
    before = ChoiceOrNull(StrategyDecision.Outcome.choices)
    reason = Worded()

    class Meta:
        model = StrategyDecision
        fields = [
            "id", "url", "strategy", "variant", "source", "by", "before", "after", "reason",
            "current", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: StrategyDecision) -> str | None:
        """The account, or the person without one; null for the gates."""
        return row.user.get_username() if row.user else row.actor or None


# Findings and lessons.


class FindingSerializer(serializers.ModelSerializer):
    """One figure by one agent, with the data it rests on."""

    url = serializers.HyperlinkedIdentityField("api-finding-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    interpretation = Worded()
    data_ref = serializers.DictField()
    params = serializers.DictField()

    class Meta:
        model = Finding
        fields = [
            "id", "url", "strategy", "research_iteration", "agent", "domain", "status", "name",
            "value", "unit", "n_obs", "signal", "confidence", "p_value", "significant",
            "interpretation", "data_ref", "params",
        ]  # fmt: skip
        read_only_fields = fields


class LessonSerializer(serializers.ModelSerializer):
    """What a development taught, in a sentence; `language` is that of the sentence."""

    url = serializers.HyperlinkedIdentityField("api-lesson-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    variant = serializers.IntegerField(source="variant_id", allow_null=True)
    text = Worded()
    language = serializers.SerializerMethodField()

    class Meta:
        model = Lesson
        fields = [
            "id", "url", "kind", "ticker", "frequency", "approach", "text", "language",
            "strategy", "variant", "pinned", "last_used_at", "retired_at", "archived_at",
            "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(serializers.ChoiceField(Lesson._meta.get_field("language").choices))
    def get_language(self, row: Lesson) -> str:
        return wording(row).language


# A variant: in short, and with its rules, gates, figures and second looks.


class LookBody(Body):
    """A reviewer's second look: it opens the sealed bars again and decides nothing."""

    variant = serializers.IntegerField(min_value=1)
    reason = RawText(WORDS)
    expected = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="How many openings of the ticker's sealed bars you know of.",
    )


class SecondLookSerializer(serializers.ModelSerializer):
    """What a variant came to on sealed bars that were opened again; `mark` goes with it."""

    url = serializers.HyperlinkedIdentityField("api-look-detail")
    strategy = serializers.IntegerField(source="variant.strategy_id")
    variant = serializers.IntegerField(source="variant_id")
    by = serializers.SerializerMethodField()
    opening = serializers.IntegerField(source="opening_id")
    openings_before = serializers.SerializerMethodField()
    metrics = serializers.DictField()
    error = serializers.CharField(allow_blank=True)
    mark = serializers.SerializerMethodField()

    class Meta:
        model = SecondLook
        fields = [
            "id", "url", "strategy", "variant", "by", "reason", "opening", "openings_before",
            "engine", "metrics", "error", "mark", "created_at",
        ]  # fmt: skip
        read_only_fields = fields

    def get_by(self, row: SecondLook) -> str | None:
        """The account, or the person without one."""
        return row.who or None

    def get_openings_before(self, row: SecondLook) -> int:
        """Looks at any of these bars before this one, whoever took them."""
        return openings_before(row.opening)

    def get_mark(self, row: SecondLook) -> str:
        """What must be said beside the result, in the reader's language."""
        return look_mark(row, openings_before(row.opening))


class LookReceiptSerializer(MadeSerializer):
    """The look that was taken."""

    look = serializers.IntegerField()


class VariantSerializer(serializers.ModelSerializer):
    """A variant in short; `sharpe_ratio` and `max_drawdown` are of validation."""

    url = serializers.HyperlinkedIdentityField("api-variant-detail")
    strategy = serializers.IntegerField(source="strategy_id")
    parent = serializers.IntegerField(source="parent_id", allow_null=True)
    name = Worded()
    parameters = serializers.DictField()
    passed = serializers.BooleanField(help_text="Whether it passed every required gate and scored.")
    gate_score = serializers.FloatField(allow_null=True)
    sharpe_ratio = serializers.FloatField(allow_null=True)
    max_drawdown = serializers.FloatField(allow_null=True)

    class Meta:
        model = Variant
        fields = [
            "id", "url", "strategy", "iteration", "index", "name", "approach", "template",
            "complexity", "spec_hash", "parameters", "parent", "passed", "gate_score",
            "sharpe_ratio", "max_drawdown", "designed_by", "degraded", "as_written",
        ]  # fmt: skip
        read_only_fields = fields


class GateSerializer(serializers.ModelSerializer):
    """A gate's verdict, with the thresholds as they were; `margin` below 0 is what it lacks.

    Without a value, `reason` says why; `details` are the numbers behind it.
    """

    details = serializers.DictField(child=serializers.FloatField())

    class Meta:
        model = GateOutcome
        fields = [
            "name", "segment", "operator", "threshold", "soft", "weight", "required", "value",
            "score", "passed", "margin", "reason", "details", "applicable",
        ]  # fmt: skip
        read_only_fields = fields


class SegmentSerializer(serializers.ModelSerializer):
    """What it came to on a segment. The holdout is told only if its opening is on record."""

    segment = serializers.ChoiceField(SegmentName.choices)
    metrics = serializers.DictField()
    error = serializers.CharField(allow_blank=True)
    opening = serializers.IntegerField(source="opening_id", allow_null=True)
    openings_before = serializers.SerializerMethodField()
    mark = serializers.SerializerMethodField()

    class Meta:
        model = Backtest
        fields = [
            "segment", "engine", "metrics", "error", "opening", "openings_before", "mark",
        ]  # fmt: skip
        read_only_fields = fields

    def get_openings_before(self, row: Backtest) -> int | None:
        """Looks at any of these bars before this one, whoever took them; null for none."""
        return openings_before(row.opening) if row.opening else None

    def get_mark(self, row: Backtest) -> str:
        """What must be said beside a result that is no first look; else empty."""
        return later_mark(openings_before(row.opening)) if row.opening else ""


class VariantDetailSerializer(VariantSerializer):
    """A variant with its spec, gates, figures by segment, and what it rests on."""

    script = serializers.HyperlinkedIdentityField("api-variant-script")
    series = serializers.HyperlinkedIdentityField("api-variant-series")
    description = serializers.SerializerMethodField()
    rationale = Worded(rationale)
    spec = serializers.DictField()
    expected = serializers.DictField()
    gates = GateSerializer(many=True)
    backtests = serializers.SerializerMethodField()
    second_looks = SecondLookSerializer(many=True)
    findings = serializers.SerializerMethodField()

    class Meta(VariantSerializer.Meta):
        fields = [
            *VariantSerializer.Meta.fields,
            "description", "rationale", "expected", "spec", "script", "series", "gates",
            "backtests", "second_looks", "findings",
        ]  # fmt: skip
        read_only_fields = fields

    def get_description(self, row: Variant) -> str:
        """Its rules in the reader's language."""
        return " ".join(rules(row))

    @extend_schema_field(serializers.DictField(child=SegmentSerializer()))
    def get_backtests(self, row: Variant) -> dict[str, Any]:
        """By segment."""
        return {each.segment: SegmentSerializer(each).data for each in row.backtests.all()}

    def get_findings(self, row: Variant) -> list[int]:
        """The ids of the findings it rests on."""
        return [finding.pk for finding in row.findings.all()]

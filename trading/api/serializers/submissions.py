"""What people send: developments, decisions, files, lessons, specs, profiles; and the receipts."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from config.desk.api.creation import MadeSerializer
from config.desk.api.schema import among, one_of
from config.desk.api.serializers import Body, PersonField, RawText
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.text.validation import WORDS
from trading.api.schema import COMPONENTS, constraints_schema
from trading.domain.figures import FIGURES_OF, JUDGED, SEGMENTS
from trading.domain.limits import BOUNDS
from trading.market.auxiliary import KINDS as AUXILIARY
from trading.market.prices import TICKER
from trading.models import (
    AuxiliaryDataset,
    Dataset,
    GateCriterion,
    GateProfile,
    SavedSpec,
    SpecBacktest,
    Strategy,
)
from trading.services.spec_backtests import play_report
from trading.storage import calendar_of
from trading.strategies.constraints import parse_constraints
from trading.strategies.faults import faults_of


@extend_schema_field({"$ref": f"{COMPONENTS}Spec"})
class SpecField(serializers.DictField):
    """A spec: docs/strategy-spec.schema.json. Each of its faults is named by its path."""

    def to_internal_value(self, data: Any) -> Any:
        """The document. Raises ValidationError with the path of each fault."""
        document = super().to_internal_value(data)
        if faults := faults_of(document):
            raise ValidationError(_by_path(faults))
        return document


@extend_schema_field(constraints_schema())
class ConstraintsField(serializers.DictField):
    """What is demanded of any strategy: sides, indicators to leave out, costs, dates."""

    def to_internal_value(self, data: Any) -> Any:
        """The document. Raises ValidationError with the path of the first fault."""
        document = super().to_internal_value(data)
        try:
            parse_constraints(document)
        except TranslatableError as error:
            raise ValidationError(_by_path([error])) from error
        return document


def _by_path(faults: list[Any]) -> Any:
    details: dict[str, list[ErrorDetail]] = {}
    for fault in faults:
        message = fault.template % fault.values if not fault.path else _without_path(fault)
        details.setdefault(fault.path or "non_field_errors", []).append(
            ErrorDetail(message, code=fault.code)
        )
    return details


def _without_path(fault: Any) -> str:
    return explain(fault).removeprefix(f"{fault.path}: ")


class Ticker(serializers.CharField):
    """A ticker, in large or small letters."""

    pattern = rf"^{TICKER.pattern.replace('A-Z', 'A-Za-z')}$"

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 20, **options})


ACTS = ("accept", "abandon", "again", "extend")
ENGINES = ("auto", "kernel", "reference")
PARTS = [choice for choice in SpecBacktest.Part.choices if choice[0] != "all"]


def _bounded(name: str) -> serializers.IntegerField:
    low, high = BOUNDS[name]
    return serializers.IntegerField(required=False, min_value=low, max_value=high)


class LimitsSerializer(Body):
    """How far a development may go; what is not given is as it is by default."""

    max_iterations = _bounded("max_iterations")
    max_strategy_iterations = _bounded("max_strategy_iterations")
    max_research_iterations = _bounded("max_research_iterations")
    variants = _bounded("variants")


class MoreRoomSerializer(Body):
    """Higher limits for a development that goes on."""

    max_iterations = _bounded("max_iterations")
    max_strategy_iterations = _bounded("max_strategy_iterations")
    max_research_iterations = _bounded("max_research_iterations")


class StartSerializer(Body):
    """A development to start. With `fork_of`, what is not given is as it was there."""

    conditions = {
        **one_of("ticker", "fork_of"),
        "not": {"required": ["starting_spec", "saved_spec"]},
    }
    ticker = Ticker(required=False, help_text="Needed, unless `fork_of` is given.")
    objective = RawText(WORDS, required=False)
    limits = LimitsSerializer(required=False)
    seed = _bounded("seed")
    profile = serializers.CharField(required=False, max_length=40)
    language = serializers.ChoiceField(Strategy.Language.choices, required=False)
    constraints = ConstraintsField(required=False)
    starting_spec = SpecField(required=False)
    saved_spec = serializers.IntegerField(
        required=False, min_value=1, help_text="The id of a saved spec to start from."
    )
    memory = serializers.CharField(
        required=False, max_length=64, help_text='"recall", "none", or the hash of a snapshot.'
    )
    hypothesis = serializers.IntegerField(
        required=False, min_value=1, help_text="The id of an approved hypothesis."
    )
    masked = serializers.BooleanField(
        required=False, help_text="Hide ticker, dates and price level from language models."
    )
    fork_of = serializers.IntegerField(required=False, min_value=1)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either a ticker or a strategy to fork; one spec at most."""
        if ("ticker" in attrs) == ("fork_of" in attrs):
            message = _("give either a ticker or the strategy to fork")
            raise ValidationError({"ticker": [message]}, code="one_of")
        if "starting_spec" in attrs and "saved_spec" in attrs:
            message = _("give either a spec or the number of a saved one")
            raise ValidationError({"saved_spec": [message]}, code="one_of")
        return attrs


class DecideSerializer(Body):
    """A reviewer's decision. The reason of `again` guides the next round."""

    conditions = {
        "oneOf": [
            {"properties": {"outcome": among("accept")}, "required": ["variant"],
             "not": {"required": ["limits"]}},
            {"properties": {"outcome": among("extend")}, "required": ["limits"],
             "not": {"required": ["variant"]}},
            {"properties": {"outcome": among("abandon", "again")},
             "not": {"anyOf": [{"required": ["variant"]}, {"required": ["limits"]}]}},
        ]
    }  # fmt: skip
    outcome = serializers.ChoiceField(ACTS)
    reason = RawText(WORDS)
    variant = serializers.IntegerField(
        required=False, min_value=1, help_text="For `accept`: the variant that is taken."
    )
    limits = MoreRoomSerializer(required=False, help_text="For `extend`.")
    expected = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        help_text="The decision that you saw in force; 0 for none.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What goes with the outcome, and nothing else."""
        for name, outcome in (("variant", "accept"), ("limits", "extend")):
            if (name in attrs) != (attrs["outcome"] == outcome):
                template = _("%(name)s goes with the outcome %(outcome)s, and with no other")
                message = template % {"name": name, "outcome": outcome}
                raise ValidationError({name: [message]}, code="one_of")
        return attrs


class PlaySerializer(Body):
    """A spec to play by itself, on a ticker's newest prices."""

    spec = SpecField()
    ticker = Ticker()
    part = serializers.ChoiceField(PARTS, default="both")
    engine = serializers.ChoiceField(ENGINES, default="auto")
    start = serializers.DateField(required=False)
    end = serializers.DateField(required=False)
    cash = serializers.FloatField(required=False, min_value=1, max_value=1e12)
    commission = serializers.FloatField(required=False, min_value=0, max_value=0.09)
    spread = serializers.FloatField(
        required=False, min_value=0, max_value=0.09,
        help_text="Of the price, paid at each entry; slippage included.",
    )  # fmt: skip
    margin = serializers.FloatField(
        required=False, min_value=0.02, max_value=1,
        help_text="Part of a position that must be one's own: 0.5 allows twice the equity.",
    )  # fmt: skip
    borrow = serializers.FloatField(
        required=False, min_value=0, max_value=0.99,
        help_text="Fee a year for units sold short, a fraction of their value.",
    )  # fmt: skip
    fractions = serializers.BooleanField(
        required=False, help_text="Trade parts of a unit; left out: as the prices ask for it."
    )
    include_holdout = serializers.BooleanField(
        default=False, help_text="Play all bars, the sealed ones too. Reviewers, with a reason."
    )
    reason = serializers.CharField(required=False, max_length=180, default="", allow_blank=True)


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


class Zone(serializers.CharField):
    """The name of a time zone, or an offset; which there are the reader says."""

    pattern = r"^[A-Za-z0-9_+:/-]+$"


class OptionsSerializer(Body):
    """What a file leaves open."""

    date_order = serializers.ChoiceField(DATE_ORDERS, required=False)
    decimal = serializers.ChoiceField(DECIMALS, required=False)
    timezone = Zone(required=False, max_length=64)
    adjusted = serializers.BooleanField(required=False)
    keep_partial = serializers.BooleanField(required=False)
    bars_per_year = serializers.FloatField(required=False, min_value=1, max_value=1_000_000)


class FileSerializer(Body):
    """A CSV file as text, of prices or of what accompanies them."""

    ticker = Ticker()
    csv = RawText(r"^[^\u0000]*[^\s\u0000][^\u0000]*$")
    kind = serializers.ChoiceField(KINDS, default="prices")
    options = OptionsSerializer(required=False)
    source = serializers.CharField(required=False, default="", allow_blank=True)
    licence = serializers.CharField(required=False, default="", allow_blank=True)


class RewordSerializer(Body):
    """Other words for a lesson."""

    text = RawText(WORDS)


class SaveSerializer(Body):
    """A spec to keep; the same name again is its next version."""

    name = RawText(WORDS)
    spec = SpecField()
    variant = serializers.IntegerField(
        required=False, min_value=1, help_text="The variant that it was made from."
    )


class CriterionSerializer(Body):
    """A gate: `soft` scores 0, `threshold` 1."""

    conditions = {
        "oneOf": [
            {
                "properties": {
                    "segment": among(segment),
                    "name": among(*sorted(FIGURES_OF[segment])),
                }
            }
            for segment in SEGMENTS
        ]
    }
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


# Prices and what accompanies them: origin and extent.


class CautionSerializer(serializers.Serializer):
    """What one should know of data."""

    code = serializers.CharField()
    message = serializers.CharField()


class DatasetSerializer(serializers.ModelSerializer):
    """A version of a ticker's prices: origin and extent, never a price."""

    url = serializers.HyperlinkedIdentityField("api-dataset-detail")
    created_by = PersonField()
    calendar = serializers.SerializerMethodField()

    def get_calendar(self, row: Dataset) -> dict[str, Any]:
        """What the bars a year rest on; `message` is the same in words."""
        return {**row.calendar, "message": calendar_of(row)}

    class Meta:
        model = Dataset
        fields = [
            "id", "url", "ticker", "version", "bars", "frequency", "bars_per_year", "calendar",
            "timezone", "adjusted", "first_at", "last_at", "source", "licence", "sha256",
            "created_by", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class DatasetDetailSerializer(DatasetSerializer):
    """With its segments by date and what one should know of it: the row's `report`."""

    segments = serializers.DictField(source="report.segments")
    warnings = CautionSerializer(source="report.warnings", many=True)

    class Meta(DatasetSerializer.Meta):
        fields = [*DatasetSerializer.Meta.fields, "segments", "warnings"]
        read_only_fields = fields


class AuxiliarySerializer(serializers.ModelSerializer):
    """A version of what is known of a ticker beside prices."""

    url = serializers.HyperlinkedIdentityField("api-auxiliary-dataset-detail")
    created_by = PersonField()

    class Meta:
        model = AuxiliaryDataset
        fields = [
            "id", "url", "ticker", "kind", "version", "rows", "first_at", "last_at", "source",
            "licence", "sha256", "created_by", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


# Gate profiles, saved specs, and backtests of specs.


class GateCriterionSerializer(serializers.ModelSerializer):
    """A gate of a profile."""

    class Meta:
        model = GateCriterion
        fields = list(GateCriterion.PARTS)
        read_only_fields = fields


class GateProfileSerializer(serializers.ModelSerializer):
    """A set of gates; developments keep the one they started with."""

    url = serializers.HyperlinkedIdentityField("api-gate-profile-detail", lookup_field="name")
    criteria = GateCriterionSerializer(many=True)

    class Meta:
        model = GateProfile
        fields = ["name", "url", "pass_score", "final_error", "criteria", "changed_at"]
        read_only_fields = fields


class SavedSpecSerializer(serializers.ModelSerializer):
    """A spec under a name of its owner's."""

    url = serializers.HyperlinkedIdentityField("api-spec-detail")
    owner = PersonField()
    variant = serializers.IntegerField(source="variant_id", allow_null=True)
    spec = serializers.DictField()

    class Meta:
        model = SavedSpec
        fields = [
            "id", "url", "name", "version", "spec", "spec_hash", "variant", "owner",
            "archived_at", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class SpecBacktestSerializer(serializers.ModelSerializer):
    """A backtest of a spec by itself, in short."""

    url = serializers.HyperlinkedIdentityField("api-backtest-detail")
    ticker = serializers.CharField(source="dataset.ticker")
    dataset = serializers.IntegerField(source="dataset_id")
    owner = PersonField()
    metrics = serializers.DictField()
    opening = serializers.IntegerField(source="opening_id", allow_null=True)

    class Meta:
        model = SpecBacktest
        fields = [
            "id", "url", "name", "spec_hash", "ticker", "dataset", "part", "date_from", "date_to",
            "engine", "cash", "commission", "metrics", "opening", "owner", "created_at",
        ]  # fmt: skip
        read_only_fields = fields


class HoldoutSeenSerializer(serializers.Serializer):
    """An opening of the sealed bars, and how many were before it."""

    opening = serializers.IntegerField()
    openings_before = serializers.IntegerField()


class SpecBacktestDetailSerializer(SpecBacktestSerializer):
    """With its spec and its trades."""

    spec = serializers.DictField()
    trades = serializers.ListField(child=serializers.DictField())
    holdout = serializers.SerializerMethodField()

    class Meta(SpecBacktestSerializer.Meta):
        fields = [*SpecBacktestSerializer.Meta.fields, "spec", "trades", "holdout"]
        read_only_fields = fields

    @extend_schema_field(HoldoutSeenSerializer(allow_null=True))
    def get_holdout(self, row: SpecBacktest) -> dict[str, Any] | None:
        """The opening of the sealed bars; null where they stayed sealed."""
        seen: dict[str, Any] | None = play_report(row)["holdout"]
        return seen

"""The bodies of requests for developments, decisions and backtests, and their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from pydantic import BaseModel
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from config.desk.api.schema import among, one_of
from config.desk.api.serializers import Body, Words
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.text.validation import WORDS
from trading.domain.limits import BOUNDS
from trading.market.prices import TICKER
from trading.models import SpecBacktest, Strategy
from trading.strategies.constraints import Constraints, parse_constraints
from trading.strategies.faults import faults_of
from trading.strategies.spec import StrategySpec

_KEPT = ("type", "enum", "format", "minLength", "maxLength", "minimum", "maximum")
_EXCLUSIVE = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}


def _outline(model: type[BaseModel], **more: Any) -> dict[str, Any]:
    """The first level of a model as OpenAPI 3.0 can say it; what lies deeper is any JSON."""
    whole = model.model_json_schema()
    fields = {name: _field(told) for name, told in whole["properties"].items()}
    required = {"required": whole["required"]} if "required" in whole else {}
    return {
        "type": "object",
        "properties": fields,
        "additionalProperties": False,
        **required,
        **more,
    }


def _field(told: Mapping[str, Any]) -> dict[str, Any]:
    one, *others = told.get("anyOf", [told])
    found = {name: one[name] for name in _KEPT if name in one}
    for name, bound in _EXCLUSIVE.items():
        if name in one:
            found |= {bound: one[name], name: True}
    if "const" in one:
        found["enum"] = [one["const"]]
    if found.get("type") == "array":
        found["items"] = {}
    return {**found, "nullable": True} if others and found else found


@extend_schema_field(
    _outline(StrategySpec, anyOf=[{"required": ["long_entry"]}, {"required": ["short_entry"]}])
)
class SpecField(serializers.DictField):
    """A spec: docs/strategy-spec.schema.json. Each of its faults is named by its path."""

    def to_internal_value(self, data: Any) -> Any:
        """The document. Raises ValidationError with the path of each fault."""
        document = super().to_internal_value(data)
        if faults := faults_of(document):
            raise ValidationError(_by_path(faults))
        return document


@extend_schema_field(_outline(Constraints))
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
        said = fault.template % fault.values if not fault.path else _without_path(fault)
        details.setdefault(fault.path or "non_field_errors", []).append(
            ErrorDetail(said, code=fault.code)
        )
    return details


def _without_path(fault: Any) -> str:
    return explain(fault).removeprefix(f"{fault.path}: ")


class Ticker(serializers.CharField):
    """A ticker, in large or small letters."""

    pattern = rf"^{TICKER.pattern.replace('A-Z', 'A-Za-z')}$"

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 20, **options})


class Whatever(serializers.JSONField):
    """JSON of a form that the domain documents."""

    def to_representation(self, value: Any) -> Any:
        return value if not isinstance(value, Mapping) else dict(value)


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
    objective = Words(WORDS, required=False)
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
            said = _("give either a ticker or the strategy to fork")
            raise ValidationError({"ticker": [said]}, code="one_of")
        if "starting_spec" in attrs and "saved_spec" in attrs:
            said = _("give either a spec or the number of a saved one")
            raise ValidationError({"saved_spec": [said]}, code="one_of")
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
    reason = Words(WORDS)
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
                said = _("%(name)s goes with the outcome %(outcome)s, and with no other")
                told = said % {"name": name, "outcome": outcome}
                raise ValidationError({name: [told]}, code="one_of")
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

"""A strategy as a document: what it computes, when it trades, how much, and when it stops."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from trading.strategies.check import check_spec, check_values
from trading.strategies.conditions import Condition, SpecPart
from trading.strategies.indicator_models import Indicator
from trading.strategies.names import DESCRIPTION_CHARACTERS, NAME_CHARACTERS
from trading.strategies.table import Plan
from trading.strategies.trade_rules import AllIn, Parameter, Sizing, Stops
from trading.strategies.walk import size_of

Direction = Literal["long", "short", "both"]


class StrategySpec(SpecPart):
    """A whole strategy. Equal documents have equal hashes whatever the order of their keys.

    Rules are read at the close of each bar and filled at the next open. An entry is ignored while
    the exit rule of its side holds, or while both entries do. See docs/strategies.md.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, title="Strategy")

    spec_version: Literal[1] = 1
    name: str = Field(min_length=1, max_length=NAME_CHARACTERS)
    description: str = Field(default="", max_length=DESCRIPTION_CHARACTERS)
    direction: Direction = "long"
    parameters: dict[str, Parameter] = Field(default_factory=dict)
    ordered: tuple[tuple[str, str], ...] = Field(
        default=(), description="pairs of parameters, the first always below the second"
    )
    indicators: dict[str, Indicator] = Field(default_factory=dict)
    long_entry: Condition | None = None
    long_exit: Condition | None = None
    short_entry: Condition | None = None
    short_exit: Condition | None = None
    sizing: Sizing = AllIn()
    stops: Stops = Stops()
    fractions: bool | None = Field(
        default=None,
        strict=True,
        description="whether parts of a unit are traded; left out: as the backtest is asked",
    )

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        check_spec(self)
        return self

    @property
    def values(self) -> dict[str, float]:
        """The value of each parameter."""
        return {name: parameter.number for name, parameter in self.parameters.items()}

    def with_parameters(self, **values: float) -> StrategySpec:
        """The same strategy with other values of its parameters.

        Raises SpecError for a parameter it lacks, or a value out of its bounds or off its grid.
        """
        check_values(self, values)
        changed = {
            name: parameter.model_copy(update={"value": float(values[name])})
            if name in values
            else parameter
            for name, parameter in self.parameters.items()
        }
        return self.model_copy(update={"parameters": changed})

    def lookback(self) -> int:
        """How many bars pass before the first on which all it computes has a value."""
        return Plan(self).longest_lookback(self.values)[0]

    def complexity(self) -> int:
        """How much there is to it: parameters, indicators, nodes of conditions, stops."""
        return size_of(self)

    def document(self) -> dict[str, Any]:
        """The spec as JSON-safe data, without what is left at its default."""
        found: dict[str, Any] = self.model_dump(mode="json", exclude_defaults=True)
        return {"spec_version": self.spec_version, **found}


def spec_hash(spec: StrategySpec) -> str:
    """SHA-256 of what the strategy does, in canonical form: name and description don't count."""
    text = json.dumps(hashed_form(spec), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def hashed_form(spec: StrategySpec) -> dict[str, Any]:
    """All of what a strategy does, as hashes of it read it."""
    found: dict[str, Any] = _as_hashed(
        spec.model_dump(mode="json", exclude={"name", "description"})
    )
    # A spec that says nothing of fractions has the hash it had before one could.
    if found["fractions"] is None:
        del found["fractions"]
    return found


def _as_hashed(value: Any) -> Any:
    """A document with bars a year as hashes have always read them: left out they stand as 252.0,
    and that number itself as a text, so that each spec has a hash of its own."""
    if isinstance(value, dict):
        found = {key: _as_hashed(one) for key, one in value.items()}
        if "bars_per_year" in found:
            year = found["bars_per_year"]
            found["bars_per_year"] = 252.0 if year is None else "252" if year == 252 else year
        return found
    return [_as_hashed(one) for one in value] if isinstance(value, list) else value

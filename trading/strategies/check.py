"""What no single field can know: references, bounds, what is used, whether it can trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from trading.strategies.check_parameters import check_named, check_parameter, check_use
from trading.strategies.check_rules import check_direction, check_limits, check_references
from trading.strategies.errors import SpecError
from trading.strategies.names import is_name, is_reserved, parameter_of, series_of
from trading.strategies.walk import operands, uses

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec


def check_spec(spec: StrategySpec) -> None:
    """Raise SpecError, with its path, for the first thing that is wrong."""
    check_limits(spec)
    _check_names(spec)
    for name, parameter in spec.parameters.items():
        check_parameter(f"parameters.{name}", parameter)
    check_ordered(spec, spec.values)
    for use in uses(spec):
        check_use(spec, use)
    check_references(spec)
    check_direction(spec)
    _check_used(spec)


def check_values(spec: StrategySpec, values: Mapping[str, float]) -> None:
    """Raise SpecError for a value of a parameter that the spec lacks or that it may not take."""
    for name, value in values.items():
        check_named(spec, name, value)
    check_ordered(spec, {**spec.values, **values})


def _check_names(spec: StrategySpec) -> None:
    for field in ("parameters", "indicators"):
        for name in getattr(spec, field):
            if not is_name(name):
                raise SpecError("bad_name", f"{field}.{name}", value=name)
            if is_reserved(name):
                raise SpecError("reserved_name", f"{field}.{name}", value=name)


def check_ordered(spec: StrategySpec, values: Mapping[str, float]) -> None:
    """Raise SpecError where a parameter is not below the one it has to be below."""
    for at, pair in enumerate(spec.ordered):
        for place, name in enumerate(pair):
            if name not in values:
                known = ", ".join(values) or "none"
                raise SpecError(
                    "unknown_parameter", f"ordered.{at}.{place}", value=name, known=known
                )
        first, second = pair
        low, high = values[first], values[second]
        if not low < high:
            told = {"first": first, "low": low, "second": second, "high": high}
            raise SpecError("not_ordered", f"parameters.{first}", **told)


def _check_used(spec: StrategySpec) -> None:
    """What nothing uses would count as complexity and make flat neighbours out of nothing."""
    texts = [text for _, text in operands(spec)]
    sources = [item.source_reference for item in spec.indicators.values()]
    series = {series_of(text)[0] for text in (*texts, *sources) if text}
    for name in spec.indicators:
        if name not in series:
            raise SpecError("unused_indicator", f"indicators.{name}", value=name)
    numbers = {parameter_of(value) for value in (*texts, *(use.value for use in uses(spec)))}
    for name in spec.parameters:
        if name not in numbers:
            raise SpecError("unused_parameter", f"parameters.{name}", value=name)

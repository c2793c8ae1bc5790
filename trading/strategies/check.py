"""What no single field can know: references, bounds, what is used, whether it can trade."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trading.strategies.errors import SpecError
from trading.strategies.names import GRID_STEPS, parameter_of

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec
    from trading.strategies.trade_rules import Parameter
    from trading.strategies.walk import Use
from typing import TYPE_CHECKING

from trading.strategies import names
from trading.strategies.conditions import Compare, Cross
from trading.strategies.indicator_models import in_order, source_of
from trading.strategies.names import COLUMNS, series_of
from trading.strategies.walk import Node, nodes, operands, rules

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec
from collections.abc import Mapping
from typing import TYPE_CHECKING

from trading.strategies.names import is_name, is_reserved
from trading.strategies.walk import uses

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec


# Whether parameters keep to their bounds and grid, and numbers to the bounds of what uses them.

_DUST = 1e-6  # of a step: decimal fractions are not exact in binary


def check_parameter(path: str, parameter: Parameter) -> None:
    """Raise SpecError for bounds, a step or a value that make no sense together."""
    if parameter.low > parameter.high:
        raise SpecError("bad_bounds", f"{path}.low", low=parameter.low, high=parameter.high)
    span = parameter.high - parameter.low
    if parameter.step <= 0 or (span and parameter.step > span * (1 + _DUST)):
        raise SpecError("bad_step", f"{path}.step", step=parameter.step)
    if span / parameter.step > GRID_STEPS:
        found = f"{span / parameter.step:.0f}"
        raise SpecError("fine_grid", f"{path}.step", found=found, most=GRID_STEPS)
    if parameter.type == "int":
        for name in ("low", "high", "step"):
            _check_whole(f"{path}.{name}", getattr(parameter, name))
    check_value(f"{path}.value", parameter, parameter.value)


def check_named(spec: StrategySpec, name: str, value: float) -> None:
    """Raise SpecError for a parameter the spec lacks, or a value that it may not take."""
    if name not in spec.parameters:
        known = ", ".join(spec.parameters) or "none"
        raise SpecError("unknown_parameter", f"parameters.{name}", value=name, known=known)
    check_value(f"parameters.{name}", spec.parameters[name], value)


def check_value(path: str, parameter: Parameter, value: float) -> None:
    """Raise SpecError for a value out of the parameter's bounds or off its grid."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise SpecError("not_finite", path)
    _check_bounds(path, value, parameter.low, parameter.high)
    if parameter.type == "int":
        _check_whole(path, value)
    step = (value - parameter.low) / parameter.step
    if abs(step - round(step)) > _DUST:
        nearest = parameter.at(min(round(step), parameter.steps))
        raise SpecError("off_grid", path, value=value, nearest=nearest)


def check_use(spec: StrategySpec, use: Use) -> None:
    """Raise SpecError where a number, or any value its parameter may take, is out of bounds."""
    name = parameter_of(use.value)
    if name is None:
        number = float(use.value)
        _check_bounds(use.path, number, use.low, use.high)
        return
    if name not in spec.parameters:
        known = ", ".join(spec.parameters) or "none"
        raise SpecError("unknown_parameter", use.path, value=name, known=known)
    parameter = spec.parameters[name]
    if use.type == "int" and parameter.type != "int":
        raise SpecError("whole_parameter", use.path, value=name)
    for number in (parameter.low, parameter.high):
        _check_bounds(use.path, number, use.low, use.high)


def _check_bounds(path: str, value: float, low: float, high: float) -> None:
    if value < low:
        raise SpecError("too_small", path, value=f"{value:g}", low=f"{low:g}")
    if value > high:
        raise SpecError("too_big", path, value=f"{value:g}", high=f"{high:g}")


def _check_whole(path: str, value: float) -> None:
    if value != int(value):
        raise SpecError("not_whole", path, value=value)


# Whether the rules of a spec refer to what is there, fit its direction and stay small.


def check_limits(spec: StrategySpec) -> None:
    """Raise SpecError for more parts, or deeper ones, than limits.py allows."""
    tree = [found for name, rule in rules(spec) for found in nodes(rule, name)]
    for path, found, most in (
        ("parameters", len(spec.parameters), names.PARAMETERS),
        ("indicators", len(spec.indicators), names.INDICATORS),
        ("ordered", len(spec.ordered), names.ORDERED),
    ):
        if found > most:
            raise SpecError("too_many", path, found=found, most=most)
    if len(tree) > names.NODES:
        raise SpecError("too_many", tree[names.NODES][0], found=len(tree), most=names.NODES)
    for path, _, depth in tree:
        if depth > names.DEPTH:
            raise SpecError("too_deep", path, most=names.DEPTH)


def check_references(spec: StrategySpec) -> None:
    """Raise SpecError for a name that is not there, a circle, or a comparison of two numbers."""
    for name, indicator in spec.indicators.items():
        if indicator.source_reference:
            _check_series(spec, f"indicators.{name}.source", indicator.source_reference)
    for name in in_order(spec.indicators):
        _check_chain(spec, name)
    for path, text in operands(spec):
        _check_operand(spec, path, text)
    for name, rule in rules(spec):
        for path, node, _ in nodes(rule, name):
            if isinstance(node, Compare | Cross) and not _moves(node):
                raise SpecError("constant", path)


def _check_chain(spec: StrategySpec, name: str) -> None:
    links, at = 0, source_of(spec.indicators[name])
    while at is not None:
        links, at = links + 1, source_of(spec.indicators[at])
    if links >= names.CHAIN:
        raise SpecError("too_deep", f"indicators.{name}.source", most=names.CHAIN)


def _check_operand(spec: StrategySpec, path: str, text: str) -> None:
    name = parameter_of(text)
    if name is None:
        _check_series(spec, path, text)
    elif name not in spec.parameters:
        known = ", ".join(spec.parameters) or "none"
        raise SpecError("unknown_parameter", path, value=name, known=known)


def _check_series(spec: StrategySpec, path: str, reference: str) -> None:
    name, output = series_of(reference)
    if name in COLUMNS and output is None:
        return
    if name not in spec.indicators:
        known = ", ".join((*COLUMNS, *spec.indicators))
        raise SpecError("unknown_reference", path, value=reference, known=known)
    outputs = spec.indicators[name].definition.outputs
    if output is not None and output not in outputs:
        known = ", ".join(outputs)
        raise SpecError("unknown_output", path, name=name, output=output, known=known)


def _moves(node: Node) -> bool:
    """Whether anything below varies from bar to bar."""
    return any(
        isinstance(part, str) and parameter_of(part) is None for _, part, _ in nodes(node, "")
    )


def check_direction(spec: StrategySpec) -> None:
    """Raise SpecError where a side lacks its entry or way out, or has rules it may not have."""
    for side in ("long", "short"):
        entry, leave = getattr(spec, f"{side}_entry"), getattr(spec, f"{side}_exit")
        if spec.direction in (side, "both"):
            if entry is None:
                field = f"{side}_entry"
                raise SpecError("no_entry", field, direction=spec.direction, field=field)
            if leave is None and spec.direction == side and not _stops(spec):
                raise SpecError("no_exit", f"{side}_exit", field=f"{side}_exit")
        else:
            for field, rule in ((f"{side}_entry", entry), (f"{side}_exit", leave)):
                if rule is not None:
                    raise SpecError("wrong_side", field, direction=spec.direction, field=field)
    _check_short_target(spec)


def _stops(spec: StrategySpec) -> bool:
    return any(value is not None for _, value in spec.stops)


def _check_short_target(spec: StrategySpec) -> None:
    target = spec.stops.take_profit
    if spec.direction == "long" or target is None:
        return
    name = parameter_of(target)
    most = float(target) if name is None else spec.parameters[name].high
    if most >= 1:
        raise SpecError("short_target", "stops.take_profit", value=most)


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

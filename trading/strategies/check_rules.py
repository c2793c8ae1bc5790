"""Whether the rules of a spec refer to what is there, fit its direction and stay small."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trading.strategies import limits
from trading.strategies.conditions import Compare, Cross
from trading.strategies.errors import SpecError
from trading.strategies.lookback import in_order, source_of
from trading.strategies.names import COLUMNS, parameter_of, series_of
from trading.strategies.walk import Node, nodes, operands, rules

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec


def check_limits(spec: StrategySpec) -> None:
    """Raise SpecError for more parts, or deeper ones, than limits.py allows."""
    tree = [found for name, rule in rules(spec) for found in nodes(rule, name)]
    for path, found, most in (
        ("parameters", len(spec.parameters), limits.PARAMETERS),
        ("indicators", len(spec.indicators), limits.INDICATORS),
        ("ordered", len(spec.ordered), limits.ORDERED),
    ):
        if found > most:
            raise SpecError("too_many", path, found=found, most=most)
    if len(tree) > limits.NODES:
        raise SpecError("too_many", tree[limits.NODES][0], found=len(tree), most=limits.NODES)
    for path, _, depth in tree:
        if depth > limits.DEPTH:
            raise SpecError("too_deep", path, most=limits.DEPTH)


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
    if links >= limits.CHAIN:
        raise SpecError("too_deep", f"indicators.{name}.source", most=limits.CHAIN)


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

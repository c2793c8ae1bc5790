"""Walking the parts of a spec, each with its path in the document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from trading.strategies.conditions import (
    Arithmetic,
    Between,
    Combine,
    Compare,
    Condition,
    Cross,
    Not,
    Operand,
)
from trading.strategies.trade_rules import FixedFraction, VolatilityTarget

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec

RULES = ("long_entry", "long_exit", "short_entry", "short_exit")
LEAST = 0.001
Node = Condition | Operand


class Use(NamedTuple):
    """A number used outside of conditions: where, its value or reference, its type and bounds."""

    path: str
    value: float | str
    type: str
    low: float
    high: float


def rules(spec: StrategySpec) -> Iterator[tuple[str, Condition]]:
    """The conditions of a spec that are there, by field name."""
    for name in RULES:
        rule = getattr(spec, name)
        if rule is not None:
            yield name, rule


def children(node: Node) -> list[tuple[str, Node]]:
    """The parts of a condition or operand, by the rest of their path."""
    match node:
        case Combine():
            return [(f"conditions.{at}", part) for at, part in enumerate(node.conditions)]
        case Not():
            return [("condition", node.condition)]
        case Between():
            return [("value", node.value), ("low", node.low), ("high", node.high)]
        case Compare() | Cross() | Arithmetic():
            return [("left", node.left), ("right", node.right)]
    return []


def nodes(node: Node, path: str, depth: int = 1) -> Iterator[tuple[str, Node, int]]:
    """All nodes of a tree from the top, with path and depth."""
    yield path, node, depth
    for step, part in children(node):
        yield from nodes(part, f"{path}.{step}", depth + 1)


def operands(spec: StrategySpec) -> Iterator[tuple[str, str]]:
    """Every reference in the conditions: its path and text."""
    for name, rule in rules(spec):
        for path, node, _ in nodes(rule, name):
            if isinstance(node, str):
                yield path, node


def uses(spec: StrategySpec) -> Iterator[Use]:
    """Every number of indicators, sizing and stops, with the bounds it must keep to."""
    for name, indicator in spec.indicators.items():
        for argument, value in indicator.arguments.items():
            definition = indicator.definition.arguments[argument]
            path = f"indicators.{name}.{argument}"
            yield Use(path, value, definition.type, definition.low, definition.high)
    yield from _sizing_uses(spec)
    yield from _stop_uses(spec)


def _sizing_uses(spec: StrategySpec) -> Iterator[Use]:
    sizing = spec.sizing
    if isinstance(sizing, FixedFraction):
        yield Use("sizing.fraction", sizing.fraction, "float", LEAST, 1.0)
    if isinstance(sizing, VolatilityTarget):
        yield Use("sizing.annual", sizing.annual, "float", LEAST, 5.0)
        yield Use("sizing.length", sizing.length, "int", 2, 1_000)
        if sizing.bars_per_year is not None:
            yield Use("sizing.bars_per_year", sizing.bars_per_year, "float", 1.0, 1_000_000.0)


def _stop_uses(spec: StrategySpec) -> Iterator[Use]:
    most = {"stop_loss": 0.95, "take_profit": 10.0, "trailing_stop": 0.95}
    for name, high in most.items():
        value = getattr(spec.stops, name)
        if value is not None:
            yield Use(f"stops.{name}", value, "float", LEAST, high)
    if spec.stops.time_stop is not None:
        yield Use("stops.time_stop", spec.stops.time_stop, "int", 1, 10_000)


def size_of(spec: StrategySpec) -> int:
    """Parameters, indicators, nodes of conditions, stops, and one for a sizing by rule."""
    tree = sum(1 for name, rule in rules(spec) for _ in nodes(rule, name))
    stops = sum(value is not None for _, value in spec.stops)
    sizing = spec.sizing.kind != "all_in"
    return len(spec.parameters) + len(spec.indicators) + tree + stops + sizing

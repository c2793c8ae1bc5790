"""Conditions as Python expressions."""

from __future__ import annotations

from typing import assert_never

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
from trading.strategies.names import COLUMNS, parameter_of, series_of
from trading.strategies.spec import StrategySpec

# Conditions as Python expressions.

# What the parts of a spec are called in its script.


class ScriptNames:
    """An attribute of the strategy class for every parameter and every output of an indicator."""

    def __init__(self, spec: StrategySpec) -> None:
        self._taken = set(spec.parameters)
        self.outputs: dict[str, dict[str, str]] = {}
        for name, indicator in spec.indicators.items():
            outputs = indicator.definition.outputs
            self.outputs[name] = {
                output: self._free(name if len(outputs) == 1 else f"{name}_{output}")
                for output in outputs
            }

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_line"
        self._taken.add(name)
        return name

    def series(self, reference: str) -> str:
        """The attribute a column, an indicator or a parameter is, with its `self.`."""
        parameter = parameter_of(reference)
        if parameter is not None:
            return f"self.{parameter}"
        name, output = series_of(reference)
        if name in COLUMNS:
            return f"self.data.{name.title()}"
        outputs = self.outputs[name]
        return f"self.{outputs[output] if output else next(iter(outputs.values()))}"


WIDTH = 90


def call_lines(function: str, arguments: str) -> list[str]:
    """A call on one line, or where that is long on three."""
    line = f"{function}({arguments})"
    return [line] if len(line) <= WIDTH else [f"{function}(", f"    {arguments}", ")"]


def condition_text(condition: Condition, names: ScriptNames) -> str:
    """An expression that is true where the condition holds on the newest bar."""
    match condition:
        case Compare(op=op, left=left, right=right):
            return f"{operand_text(left, names)} {op} {operand_text(right, names)}"
        case Cross():
            return _cross_text(condition, names)
        case Between(value=value, low=low, high=high):
            ends = operand_text(low, names), operand_text(high, names)
            return f"{ends[0]} <= {operand_text(value, names)} <= {ends[1]}"
        case Combine(op=op, conditions=conditions):
            return f" {op} ".join(_grouped(part, names) for part in conditions)
        case Not(condition=inner):
            return f"not ({condition_text(inner, names)})"
    assert_never(condition)


def _grouped(condition: Condition, names: ScriptNames) -> str:
    text = condition_text(condition, names)
    alone = isinstance(condition, Combine) or " and " in text or " or " in text
    return f"({text})" if alone else text


def _cross_text(condition: Cross, names: ScriptNames) -> str:
    left, right = condition.left, condition.right
    if condition.op == "crosses_below":
        left, right = right, left
    if isinstance(left, Arithmetic) or isinstance(right, Arithmetic):
        before = f"{operand_text(left, names, 2)} < {operand_text(right, names, 2)}"
        return f"{before} and {operand_text(left, names)} > {operand_text(right, names)}"
    return f"crossover({_series_text(left, names)}, {_series_text(right, names)})"


def _series_text(operand: Operand, names: ScriptNames) -> str:
    return names.series(operand) if isinstance(operand, str) else number_text(operand)


def operand_text(operand: Operand, names: ScriptNames, back: int = 1) -> str:
    """An operand's value on the newest bar, or on the bar before it (`back` 2)."""
    if isinstance(operand, Arithmetic):
        left, right = (operand_text(part, names, back) for part in (operand.left, operand.right))
        if operand.op == "/":
            return f"quotient({left}, {right})"
        return f"({left} {operand.op} {right})"
    if isinstance(operand, str):
        text = names.series(operand)
        return text if parameter_of(operand) else f"{text}[-{back}]"
    return number_text(operand)


def number_text(number: object) -> str:
    """A number as Python writes it, without a needless fraction."""
    if isinstance(number, float) and number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)

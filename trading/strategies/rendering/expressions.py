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
from trading.strategies.names import parameter_of
from trading.strategies.rendering.names import ScriptNames

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

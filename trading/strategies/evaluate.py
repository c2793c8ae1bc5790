"""What conditions say on each bar."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

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
from trading.strategies.table import IndicatorTable

Truth = NDArray[np.bool_]
Value = Any  # a number, or an array of shape (bars,)

_COMPARE: dict[str, Callable[[Value, Value], Any]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
_ARITHMETIC: dict[str, Callable[[Value, Value], Value]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.true_divide,
}


def holds(condition: Condition, table: IndicatorTable) -> Truth:
    """On which bars a condition holds, shape (bars,). What is undefined compares false."""
    match condition:
        case Compare():
            left, right = value_of(condition.left, table), value_of(condition.right, table)
            found: Truth = _COMPARE[condition.op](left, right)
            return found
        case Cross():
            return _crosses(condition, table)
        case Between():
            value = value_of(condition.value, table)
            low, high = value_of(condition.low, table), value_of(condition.high, table)
            return np.broadcast_to((value >= low) & (value <= high), _shape(table))
        case Combine():
            parts = [holds(part, table) for part in condition.conditions]
            return functools.reduce(operator.and_ if condition.op == "and" else operator.or_, parts)
        case Not():
            return ~holds(condition.condition, table)
    assert_never(condition)


def _crosses(condition: Cross, table: IndicatorTable) -> Truth:
    """As backtesting.py's `crossover`: strictly on the one side a bar ago, on the other now."""
    left, right = value_of(condition.left, table), value_of(condition.right, table)
    if condition.op == "crosses_below":
        left, right = right, left
    found = np.empty(_shape(table), dtype=bool)
    found[0], later = False, found[1:]
    np.greater(_now(left), _now(right), out=later)
    later &= _before(left) < _before(right)
    return found


def _before(value: Value) -> Value:
    return value[:-1] if isinstance(value, np.ndarray) else value


def _now(value: Value) -> Value:
    return value[1:] if isinstance(value, np.ndarray) else value


def value_of(operand: Operand, table: IndicatorTable) -> Value:
    """An operand's number, or its values on each bar; what is not finite is undefined (NaN)."""
    if isinstance(operand, Arithmetic):
        left, right = value_of(operand.left, table), value_of(operand.right, table)
        with np.errstate(all="ignore"):
            found = _ARITHMETIC[operand.op](left, right)
        return np.where(np.isfinite(found), found, np.nan)
    if isinstance(operand, str):
        name = parameter_of(operand)
        return table.series(operand) if name is None else table.values[name]
    return operand


def _shape(table: IndicatorTable) -> tuple[int]:
    return (table.cache.bars,)

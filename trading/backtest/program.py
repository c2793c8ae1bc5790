"""A spec's rules as a program of whole numbers: compiled code (`trading.backtest.sets`) works out
what they say with many sets of parameters, as `trading.strategies.signals` does with one set."""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from trading.backtest.sets import (
    ABOVE,
    ADD,
    AND,
    AT_LEAST,
    CROSSES_ABOVE,
    DIVIDE,
    MULTIPLY,
    NOT,
    OR,
    SUBTRACT,
)
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
from trading.strategies.names import parameter_of, series_of
from trading.strategies.table import Plan
from trading.strategies.walk import RULES, nodes

NOWHERE = -1

_ARITHMETIC = {"+": ADD, "-": SUBTRACT, "*": MULTIPLY, "/": DIVIDE}


class Program:
    """The rules of a spec, each part that occurs twice worked out once.

    `steps` (steps, 4): what is done, the place of the result, and those of what it reads. Values
    and truths have places of their own, (bars,) each. Of the values the first are `series`, by
    their references (columns, then indicators as they are planned), then come `numbers`, written
    out or parameters, then what steps make.
    So many values are `made`, and `truths`.
    `rules` are the places of long_entry, long_exit, short_entry and short_exit, NOWHERE for none.
    """

    def __init__(self, plan: Plan) -> None:
        spec = plan.spec
        rules = [getattr(spec, name) for name in RULES]
        self.series: list[str] = []
        self.numbers: list[float | str] = []
        for rule in rules:
            if rule is not None:
                self._read(rule)
        order = {item.name: at for at, item in enumerate(plan.indicators)}
        self.series.sort(key=lambda text: order.get(series_of(text)[0], -1))
        self.made, self.truths = 0, 0
        self._steps: list[tuple[int, int, int, int]] = []
        self._known: dict[Hashable, int] = {}
        found = [NOWHERE if rule is None else self._truth(rule) for rule in rules]
        self.rules = np.array(found, np.int64)
        self.steps: NDArray[np.int64] = np.array(self._steps, np.int64).reshape(-1, 4)

    def _read(self, node: Condition | Operand) -> None:
        """Note the series and numbers of a part."""
        for _, leaf, _ in nodes(node, ""):
            if isinstance(leaf, str) and parameter_of(leaf) is None:
                if leaf not in self.series:
                    self.series.append(leaf)
            elif isinstance(leaf, str | float | int) and leaf not in self.numbers:
                self.numbers.append(leaf)

    def _truth(self, node: Condition) -> int:
        """The place of what a condition says."""
        if node in self._known:
            return self._known[node]
        match node:
            case Compare(op=op, left=left, right=right):
                below = op in ("<", "<=")
                what = AT_LEAST if op.endswith("=") else ABOVE
                found = self._compared(what, *((right, left) if below else (left, right)))
            case Cross(op=op, left=left, right=right):
                sides = (right, left) if op == "crosses_below" else (left, right)
                found = self._compared(CROSSES_ABOVE, *sides)
            case Between(value=value, low=low, high=high):
                found = self._joined(
                    AND,
                    self._compared(AT_LEAST, value, low),
                    self._compared(AT_LEAST, high, value),
                )
            case Combine(op=op, conditions=conditions):
                what = AND if op == "and" else OR
                found, *others = map(self._truth, conditions)
                for other in others:
                    found = self._joined(what, found, other)
            case Not(condition=inner):
                found = self._joined(NOT, self._truth(inner), NOWHERE)
            case _:
                assert_never(node)
        self._known[node] = found
        return found

    def _compared(self, what: int, left: Operand, right: Operand) -> int:
        return self._joined(what, self._value(left), self._value(right))

    def _joined(self, what: int, left: int, right: int) -> int:
        key = (what, left, right)
        if key not in self._known:
            self._steps.append((what, self.truths, left, right))
            self._known[key] = self.truths
            self.truths += 1
        return self._known[key]

    def _value(self, node: Operand) -> int:
        """The place of an operand's values."""
        if isinstance(node, Arithmetic):
            key = (_ARITHMETIC[node.op], self._value(node.left), self._value(node.right))
            if key not in self._known:
                to = len(self.series) + len(self.numbers) + self.made
                self._steps.append((key[0], to, key[1], key[2]))
                self._known[key] = to
                self.made += 1
            return self._known[key]
        if isinstance(node, str) and parameter_of(node) is None:
            return self.series.index(node)
        return len(self.series) + self.numbers.index(node)

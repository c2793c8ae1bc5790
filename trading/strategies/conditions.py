"""Conditions of entries and exits: a small tree of comparisons, crossings, and / or / not.

Operands are numbers, price columns ("close"), indicators ("rsi", "macd.signal"), parameters
("$level") and sums, differences, products and quotients of those.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Tag

from trading.strategies.names import NumberOperand, ReferenceOperand, operand_form


class SpecPart(BaseModel):
    """A part of a spec: immutable, and nothing in it that is not known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Arithmetic(SpecPart):
    """left op right; undefined where it is no finite number, as in a division by zero."""

    op: Literal["+", "-", "*", "/"]
    left: Operand
    right: Operand


Operand = Annotated[
    NumberOperand | ReferenceOperand | Annotated[Arithmetic, Tag("arithmetic")], operand_form
]


class Compare(SpecPart):
    """left op right on this bar; false where either is undefined."""

    op: Literal[">", ">=", "<", "<="]
    left: Operand
    right: Operand


class Cross(SpecPart):
    """left was on the other side of right one bar ago and is beyond it now."""

    op: Literal["crosses_above", "crosses_below"]
    left: Operand
    right: Operand


class Between(SpecPart):
    """low <= value <= high."""

    op: Literal["between"]
    value: Operand
    low: Operand
    high: Operand


class Combine(SpecPart):
    """All of the conditions hold (and), or at least one (or)."""

    op: Literal["and", "or"]
    conditions: tuple[Condition, ...] = Field(min_length=1)


class Not(SpecPart):
    """The condition does not hold."""

    op: Literal["not"]
    condition: Condition


Condition = Annotated[Compare | Cross | Between | Combine | Not, Field(discriminator="op")]

Arithmetic.model_rebuild()
Combine.model_rebuild()
Not.model_rebuild()

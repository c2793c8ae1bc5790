"""Numbers of a spec: written out, or a reference to a parameter such as "$fast"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Discriminator, Field, Tag

from trading.strategies.names import OperandReference, ParameterReference, parameter_of

# Beyond this no price or indicator lies; products of such numbers stay finite.
MOST = 1e12
Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-MOST, le=MOST)]
Whole = Annotated[int, Field(strict=True)]


def _form(value: Any) -> str:
    """Which form an operand or argument takes; what is neither is told that it is no number."""
    if isinstance(value, str):
        return "reference"
    return "number" if isinstance(value, (int, float)) or value is None else "arithmetic"


def _plain_form(value: Any) -> str:
    return "reference" if isinstance(value, str) else "number"


FloatValue = Annotated[
    Annotated[Number, Tag("number")] | Annotated[ParameterReference, Tag("reference")],
    Discriminator(_plain_form),
]
IntValue = Annotated[
    Annotated[Whole, Tag("number")] | Annotated[ParameterReference, Tag("reference")],
    Discriminator(_plain_form),
]
NumberOperand = Annotated[Number, Tag("number")]
ReferenceOperand = Annotated[OperandReference, Tag("reference")]
operand_form = Discriminator(_form)


def resolve(value: float | str, values: Mapping[str, float]) -> float:
    """The number itself, or the value of the parameter it refers to."""
    name = parameter_of(value)
    return value if name is None else values[name]  # type: ignore[return-value]

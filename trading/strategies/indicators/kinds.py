"""What an indicator is to a spec: its function, inputs, arguments, outputs and look-back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from trading.strategies.names import MAX_LENGTH


@dataclass(frozen=True)
class Argument:
    """A number an indicator takes: whole or not, its bounds (both allowed) and default.

    Where there is no default, one that is left out is that of the prices.
    """

    type: Literal["int", "float"]
    default: float | None
    low: float
    high: float


def length(default: int, low: int = 2) -> Argument:
    """A number of bars."""
    return Argument("int", default, low, MAX_LENGTH)


@dataclass(frozen=True)
class IndicatorKind:
    """One kind of indicator.

    `inputs` are the columns the function takes first ("source": what the spec names, a column or
    another indicator; "dates": the index); `lookback(**arguments)` is how many bars of its inputs
    pass before the first value. The bare name of an indicator means the first of its `outputs`.
    """

    name: str
    function: Callable[..., Any]
    inputs: tuple[str, ...]
    title: str
    reference: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    lookback: Callable[..., int] = lambda: 0
    outputs: tuple[str, ...] = ("value",)

    @property
    def defaults(self) -> dict[str, float]:
        """The numbers that stand where none are written."""
        found = {name: argument.default for name, argument in self.arguments.items()}
        return {name: value for name, value in found.items() if value is not None}

    @property
    def formula(self) -> str:
        """What it computes, from the function's own docstring."""
        return " ".join((self.function.__doc__ or "").split())

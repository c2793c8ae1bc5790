"""How much to trade and when a position is closed whatever the rules say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_serializer

from trading.strategies.conditions import SpecPart
from trading.strategies.names import FloatValue, IntValue


class Parameter(SpecPart):
    """A number that may be tuned: its type, value, bounds (both allowed) and step."""

    type: Literal["int", "float"]
    value: float = Field(strict=True, allow_inf_nan=False)
    low: float = Field(strict=True, allow_inf_nan=False)
    high: float = Field(strict=True, allow_inf_nan=False)
    step: float = Field(default=1.0, strict=True, allow_inf_nan=False)

    @field_serializer("value", "low", "high", "step")
    def _as_typed(self, value: float) -> int | float:
        return typed(self, value)

    @property
    def number(self) -> float:
        """The value, an int where the type says so."""
        return typed(self, self.value)

    @property
    def steps(self) -> int:
        """How many steps lie between low and high."""
        return int((self.high - self.low) / self.step + 1e-9)

    def at(self, step: int) -> float:
        """The value so many steps above low, free of the dust of adding fractions."""
        return typed(self, round(self.low + step * self.step, 12))

    @property
    def position(self) -> int:
        """The step the value is nearest to."""
        return self.place(self.value)

    def place(self, value: float) -> int:
        """The step another value is nearest to."""
        return round((value - self.low) / self.step)


def typed(parameter: Parameter, value: float) -> float:
    """A value as the parameter's type has it."""
    return int(value) if parameter.type == "int" else float(value)


class AllIn(SpecPart):
    """All of the equity, in whole shares."""

    kind: Literal["all_in"] = "all_in"


class FixedFraction(SpecPart):
    """Always the same fraction of the equity."""

    kind: Literal["fixed_fraction"]
    fraction: FloatValue = Field(default=0.5, description="of the equity, above 0, at most 1")


class VolatilityTarget(SpecPart):
    """Target volatility / realised volatility of the equity, at most all of it.

    Moreira & Muir 2017; the size is set when a position is opened and kept until it is closed.
    """

    kind: Literal["volatility_target"]
    annual: FloatValue = Field(default=0.15, description="annual volatility aimed at, a fraction")
    length: IntValue = Field(default=20, description="bars the volatility is measured over")
    bars_per_year: FloatValue | None = Field(
        default=None, description="bars a year; those of the prices where it is left out"
    )


Sizing = Annotated[AllIn | FixedFraction | VolatilityTarget, Field(discriminator="kind")]


class Stops(SpecPart):
    """Exits by price or time, fractions of the close that decided the entry."""

    stop_loss: FloatValue | None = Field(
        default=None, description="closes after a loss of this fraction"
    )
    take_profit: FloatValue | None = Field(
        default=None, description="closes after a gain of this fraction"
    )
    trailing_stop: FloatValue | None = Field(
        default=None,
        description="closes after a fall of this fraction from the best since the entry",
    )
    time_stop: IntValue | None = Field(default=None, description="closes after this many bars")

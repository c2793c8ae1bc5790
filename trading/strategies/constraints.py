"""What a user demands of any strategy: a side, indicators to leave out, costs, a date range."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from config.error_texts import N_
from trading.domain.broker import LEAST_MARGIN, MOST_BORROW, MOST_SPREAD
from trading.strategies.conditions import SpecPart
from trading.strategies.errors import SpecError, StrategyError
from trading.strategies.indicators import KINDS
from trading.strategies.mutate import to_long_only
from trading.strategies.parse import explain
from trading.strategies.spec import StrategySpec


class ConstraintError(StrategyError):
    """A valid spec that is not what the user asked for; `path` is where in the spec."""

    messages = {
        "long_only": N_("it sells short, and only long positions are wanted"),
        "forbidden_indicator": N_("it uses %(kind)s, which is forbidden"),
        "too_complex": N_("its complexity is %(found)s, at most %(most)s is wanted"),
    }

    def __init__(self, code: str, path: str, **params: object) -> None:
        self.path = path
        super().__init__(code, **params)


class Constraints(SpecPart):
    """The user's demands. `commission` is a fraction a side; `spread`, `margin` and `borrow` (a
    year) are the terms of `trading.domain.broker`; `start` and `end` are both included; `fractions`
    says whether parts of a unit are traded (None: by the height of the prices).

    Costs and dates are for those who run the backtest; `check` looks at the spec.
    """

    long_only: bool = Field(default=False, strict=True)
    forbidden_indicators: tuple[str, ...] = ()
    most_complexity: int | None = Field(default=None, ge=1, strict=True)
    commission: float | None = Field(default=None, ge=0, lt=0.1, allow_inf_nan=False)
    cash: float | None = Field(default=None, gt=0, le=1e12, allow_inf_nan=False)
    spread: float | None = Field(default=None, ge=0, lt=MOST_SPREAD, allow_inf_nan=False)
    margin: float | None = Field(default=None, ge=LEAST_MARGIN, le=1, allow_inf_nan=False)
    borrow: float | None = Field(default=None, ge=0, lt=MOST_BORROW, allow_inf_nan=False)
    fractions: bool | None = Field(default=None, strict=True)
    start: datetime.date | None = None
    end: datetime.date | None = None

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        for at, kind in enumerate(self.forbidden_indicators):
            if kind not in KINDS:
                path = f"forbidden_indicators.{at}"
                known = ", ".join(sorted(KINDS))
                raise SpecError("unknown_indicator", path, value=kind[:40], known=known)
        if self.start and self.end and self.start > self.end:
            raise SpecError("bad_bounds", "start", low=self.start, high=self.end)
        return self


def parse_constraints(document: Mapping[str, Any]) -> Constraints:
    """Constraints from plain data. Raises SpecError with the path for what is wrong with it."""
    data = dict(document)
    try:
        return Constraints.model_validate(data)
    except ValidationError as error:
        raise explain(error, data, Constraints) from None


def violations(spec: StrategySpec, constraints: Constraints) -> list[ConstraintError]:
    """What of a spec the constraints forbid."""
    found = []
    if constraints.long_only and spec.direction != "long":
        found.append(ConstraintError("long_only", "direction"))
    for name, indicator in spec.indicators.items():
        if indicator.kind in constraints.forbidden_indicators:
            path = f"indicators.{name}"
            found.append(ConstraintError("forbidden_indicator", path, kind=indicator.kind))
    most = constraints.most_complexity
    if most is not None and spec.complexity() > most:
        place = {"found": spec.complexity(), "most": most}
        found.append(ConstraintError("too_complex", "", **place))
    return found


def check(spec: StrategySpec, constraints: Constraints) -> None:
    """Raise ConstraintError for the first thing that the constraints forbid."""
    for violation in violations(spec, constraints):
        raise violation


def adapt(spec: StrategySpec, constraints: Constraints) -> StrategySpec:
    """The spec made to meet the constraints: without its short side if need be.

    Raises ConstraintError for what cannot be taken away.
    """
    if constraints.long_only and spec.direction == "both":
        spec = to_long_only(spec)
    check(spec, constraints)
    return spec

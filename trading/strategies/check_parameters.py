"""Whether parameters keep to their bounds and grid, and numbers to the bounds of what uses them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trading.strategies.errors import SpecError
from trading.strategies.limits import GRID_STEPS
from trading.strategies.names import parameter_of

if TYPE_CHECKING:
    from trading.strategies.spec import StrategySpec
    from trading.strategies.trade_rules import Parameter
    from trading.strategies.walk import Use

_DUST = 1e-6  # of a step: decimal fractions are not exact in binary


def check_parameter(path: str, parameter: Parameter) -> None:
    """Raise SpecError for bounds, a step or a value that make no sense together."""
    if parameter.low > parameter.high:
        raise SpecError("bad_bounds", f"{path}.low", low=parameter.low, high=parameter.high)
    span = parameter.high - parameter.low
    if parameter.step <= 0 or (span and parameter.step > span * (1 + _DUST)):
        raise SpecError("bad_step", f"{path}.step", step=parameter.step)
    if span / parameter.step > GRID_STEPS:
        found = f"{span / parameter.step:.0f}"
        raise SpecError("fine_grid", f"{path}.step", found=found, most=GRID_STEPS)
    if parameter.type == "int":
        for name in ("low", "high", "step"):
            _check_whole(f"{path}.{name}", getattr(parameter, name))
    check_value(f"{path}.value", parameter, parameter.value)


def check_named(spec: StrategySpec, name: str, value: float) -> None:
    """Raise SpecError for a parameter the spec lacks, or a value that it may not take."""
    if name not in spec.parameters:
        known = ", ".join(spec.parameters) or "none"
        raise SpecError("unknown_parameter", f"parameters.{name}", value=name, known=known)
    check_value(f"parameters.{name}", spec.parameters[name], value)


def check_value(path: str, parameter: Parameter, value: float) -> None:
    """Raise SpecError for a value out of the parameter's bounds or off its grid."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise SpecError("not_finite", path)
    _check_bounds(path, value, parameter.low, parameter.high)
    if parameter.type == "int":
        _check_whole(path, value)
    step = (value - parameter.low) / parameter.step
    if abs(step - round(step)) > _DUST:
        nearest = parameter.at(min(round(step), parameter.steps))
        raise SpecError("off_grid", path, value=value, nearest=nearest)


def check_use(spec: StrategySpec, use: Use) -> None:
    """Raise SpecError where a number, or any value its parameter may take, is out of bounds."""
    name = parameter_of(use.value)
    if name is None:
        number = float(use.value)
        _check_bounds(use.path, number, use.low, use.high)
        return
    if name not in spec.parameters:
        known = ", ".join(spec.parameters) or "none"
        raise SpecError("unknown_parameter", use.path, value=name, known=known)
    parameter = spec.parameters[name]
    if use.type == "int" and parameter.type != "int":
        raise SpecError("whole_parameter", use.path, value=name)
    for number in (parameter.low, parameter.high):
        _check_bounds(use.path, number, use.low, use.high)


def _check_bounds(path: str, value: float, low: float, high: float) -> None:
    if value < low:
        raise SpecError("too_small", path, value=f"{value:g}", low=f"{low:g}")
    if value > high:
        raise SpecError("too_big", path, value=f"{value:g}", high=f"{high:g}")


def _check_whole(path: str, value: float) -> None:
    if value != int(value):
        raise SpecError("not_whole", path, value=value)

"""The strategy class of a script."""

from __future__ import annotations

import textwrap

from trading.strategies.lookback import in_order
from trading.strategies.names import parameter_of
from trading.strategies.rendering.decisions import decision_lines, entry_methods
from trading.strategies.rendering.expressions import call_lines, number_text
from trading.strategies.rendering.names import ScriptNames
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import VolatilityTarget
from trading.strategies.words import describe

CLASS = "RenderedStrategy"


def class_text(spec: StrategySpec, names: ScriptNames) -> str:
    """The whole class: rules in words, parameters, indicators and decisions."""
    body = [
        *_docstring(spec),
        *(f"{name} = {number_text(value)}" for name, value in spec.values.items()),
        *([""] if spec.parameters else []),
        "def init(self):",
        *_indented(_init_lines(spec, names)),
        "",
        "def next(self):",
        *_indented(decision_lines(spec, names)),
        *entry_methods(spec, names),
    ]
    return "\n".join([f"class {CLASS}(Strategy):", *_indented(body)])


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def _docstring(spec: StrategySpec) -> list[str]:
    """The rules in words; they hold nothing that a user wrote."""
    lines = [line for said in describe(spec, "en") for line in textwrap.wrap(said, 92)]
    return ['"""The rules of the spec.', "", *lines, '"""', ""]


def _init_lines(spec: StrategySpec, names: ScriptNames) -> list[str]:
    lines = ["self._bars = len(self.data)"]
    for name in in_order(spec.indicators):
        indicator = spec.indicators[name]
        kind = indicator.definition
        inputs = [_input_text(spec, names, name, column) for column in kind.inputs]
        numbers = [f"{key}={value_text(value)}" for key, value in indicator.arguments.items()]
        if "bars_per_year" in kind.arguments and "bars_per_year" not in indicator.arguments:
            numbers.append("bars_per_year=BARS_PER_YEAR")
        targets = ", ".join(f"self.{target}" for target in names.outputs[name].values())
        lines += call_lines(
            f"{targets} = self.I", ", ".join((kind.function.__name__, *inputs, *numbers))
        )
    if isinstance(spec.sizing, VolatilityTarget):
        sizing = spec.sizing
        numbers = [f"{key}={value_text(getattr(sizing, key))}" for key in ("length", "annual")]
        year = sizing.bars_per_year
        numbers.append(f"bars_per_year={'BARS_PER_YEAR' if year is None else value_text(year)}")
        lines += call_lines(
            "self._size = self.I", ", ".join(("volatility_size", "self.data.Close", *numbers))
        )
    return lines


def _input_text(spec: StrategySpec, names: ScriptNames, name: str, column: str) -> str:
    if column == "source":
        return names.series(spec.indicators[name].source_reference or "close")
    return "self.data.index" if column == "dates" else f"self.data.{column.title()}"


def value_text(value: float | str) -> str:
    """A number, or the attribute of the parameter it refers to."""
    name = parameter_of(value)
    return number_text(value) if name is None else f"self.{name}"

"""What the parts of a spec are called in its script."""

from __future__ import annotations

from trading.strategies.names import COLUMNS, parameter_of, series_of
from trading.strategies.spec import StrategySpec


class ScriptNames:
    """An attribute of the strategy class for every parameter and every output of an indicator."""

    def __init__(self, spec: StrategySpec) -> None:
        self._taken = set(spec.parameters)
        self.outputs: dict[str, dict[str, str]] = {}
        for name, indicator in spec.indicators.items():
            outputs = indicator.definition.outputs
            self.outputs[name] = {
                output: self._free(name if len(outputs) == 1 else f"{name}_{output}")
                for output in outputs
            }

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_line"
        self._taken.add(name)
        return name

    def series(self, reference: str) -> str:
        """The attribute a column, an indicator or a parameter is, with its `self.`."""
        parameter = parameter_of(reference)
        if parameter is not None:
            return f"self.{parameter}"
        name, output = series_of(reference)
        if name in COLUMNS:
            return f"self.data.{name.title()}"
        outputs = self.outputs[name]
        return f"self.{outputs[output] if output else next(iter(outputs.values()))}"

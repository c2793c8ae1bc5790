"""What of a spec is the same for all values of its parameters, worked out once for many of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from trading.strategies.check import check_named, check_ordered
from trading.strategies.lookback import in_order, source_of
from trading.strategies.names import parameter_of, series_of
from trading.strategies.numbers import resolve
from trading.strategies.trade_rules import VolatilityTarget, typed
from trading.strategies.walk import operands

if TYPE_CHECKING:
    from trading.strategies.indicator_models import Indicator
    from trading.strategies.indicators.kinds import IndicatorKind
    from trading.strategies.spec import StrategySpec

Values = Mapping[str, float]


class Settled(NamedTuple):
    """An indicator with its numbers: by name, and the bars of its input before the first value."""

    arguments: dict[str, float]
    lookback: int


class PlannedIndicator:
    """An indicator of a spec, to be asked for its numbers again and again."""

    def __init__(self, name: str, declared: Indicator) -> None:
        self.name = name
        self.kind: IndicatorKind = declared.definition
        self.source = declared.source_reference
        self.computed_from = source_of(declared)
        self._written = declared.arguments
        self._references = [(value, parameter_of(value)) for value in self._written.values()]
        self._known: dict[tuple[float | str, ...], Settled] = {}

    def settled(self, values: Values) -> Settled:
        """Its numbers under these values of the parameters."""
        numbers = tuple(
            written if name is None else values[name] for written, name in self._references
        )
        if numbers not in self._known:
            arguments = {key: resolve(value, values) for key, value in self._written.items()}
            self._known[numbers] = Settled(arguments, self.kind.lookback(**arguments))
        return self._known[numbers]


class Plan:
    """One spec, ready to be computed with many sets of parameters. As long-lived as its grid."""

    def __init__(self, spec: StrategySpec) -> None:
        self.spec = spec
        self.indicators = tuple(
            PlannedIndicator(name, spec.indicators[name]) for name in in_order(spec.indicators)
        )
        rules = [text for _, text in operands(spec) if not text.startswith("$")]
        sources = [item.source_reference for item in spec.indicators.values()]
        self.reads = [(text, *series_of(text)) for text in (*sources, *rules) if text]
        self._values = spec.values
        self._known: dict[tuple[str, float], float] = {}

    def values(self, parameters: Values | None) -> dict[str, float]:
        """The value of each parameter. Raises SpecError for one it may not have."""
        if not parameters:
            return self._values
        replaced = {name: self._typed(name, value) for name, value in parameters.items()}
        values = {**self._values, **replaced}
        check_ordered(self.spec, values)
        return values

    def longest_lookback(self, values: Values) -> tuple[int, str]:
        """The longest look-back in bars, and the name of what has it.

        The name is "" where nothing looks back.
        """
        found: dict[str, int] = {}
        for item in self.indicators:
            before = found[item.computed_from] if item.computed_from else 0
            found[item.name] = item.settled(values).lookback + before
        sizing = self.spec.sizing
        if isinstance(sizing, VolatilityTarget):
            found["sizing"] = int(resolve(sizing.length, values))
        name = max(found, key=found.__getitem__, default="")
        return found.get(name, 0), name

    def _typed(self, name: str, value: float) -> float:
        plain = type(value) in (int, float)  # True and 1 are the same key
        known = self._known.get((name, value)) if plain else None
        if known is None:
            check_named(self.spec, name, value)
            known = typed(self.spec.parameters[name], value)
            self._known[name, value] = known
        return known

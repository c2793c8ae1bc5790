"""The series a spec's rules read, computed once a frame and shared between parameter sets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.check import check_named, check_ordered
from trading.strategies.errors import RuleError
from trading.strategies.indicator_models import in_order, source_of
from trading.strategies.names import COLUMNS, parameter_of, resolve, series_of
from trading.strategies.trade_rules import VolatilityTarget, typed
from trading.strategies.walk import operands

if TYPE_CHECKING:
    from trading.strategies.indicator_models import Indicator
    from trading.strategies.indicators.kinds import IndicatorKind
    from trading.strategies.spec import StrategySpec


Array = NDArray[np.float64]
Key = tuple[Any, ...]
MOST_BYTES = 256 * 1024 * 1024


class Output(NamedTuple):
    """One output of an indicator: its values, and the first bar with one (None: on no bar)."""

    values: Array
    first: int | None


class IndicatorCache:
    """Indicators of one frame by kind and arguments; the least recently used go when it is full.

    `bars_per_year` is what a rule means that names none. Not safe to share between threads; a grid
    search has one per process and frame.
    """

    def __init__(
        self,
        frame: pd.DataFrame,
        most_bytes: int = MOST_BYTES,
        bars_per_year: float = 252.0,
    ) -> None:
        self.frame, self.bars, self.bars_per_year = frame, len(frame), bars_per_year
        self._most, self.size = most_bytes, 0  # bytes
        self._kept: OrderedDict[Key, tuple[Output, ...]] = OrderedDict()
        self._columns: dict[str, Any] = {}

    def column(self, name: str) -> Any:
        """A price column as floats, or "dates", the index. Raises RuleError for one that lacks."""
        if name == "dates":
            return self.frame.index
        if name not in self._columns:
            if name.title() not in self.frame.columns:
                raise RuleError("missing_column", name=name.title())
            self._columns[name] = self.frame[name.title()].to_numpy(dtype=float)
        return self._columns[name]

    def get(self, key: Key) -> tuple[Output, ...] | None:
        """The outputs kept under a key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Key, outputs: tuple[Output, ...]) -> None:
        """Keep the outputs of an indicator."""
        self._kept[key] = outputs
        self.size += sum(output.values.nbytes for output in outputs)
        while self.size > self._most and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.size -= sum(output.values.nbytes for output in oldest)


class IndicatorTable:
    """The indicators of one spec, with the values of its parameters, on one frame."""

    def __init__(self, plan: Plan, values: Mapping[str, float], cache: IndicatorCache) -> None:
        self.values, self.cache = values, cache
        self._keys: dict[str, Key] = {}
        self.outputs: dict[str, dict[str, Output]] = {}
        for indicator in plan.indicators:
            self._add(indicator)

    def series(self, reference: str) -> Array:
        """The values of a column or indicator output, shape (bars,)."""
        name, output = series_of(reference)
        if name in COLUMNS:
            column: Array = self.cache.column(name)
            return column
        return self.output(name, output).values

    def output(self, name: str, output: str | None) -> Output:
        """An output of an indicator, the first where none is named."""
        outputs = self.outputs[name]
        return outputs[output] if output else next(iter(outputs.values()))

    def _add(self, indicator: PlannedIndicator) -> None:
        kind, source = indicator.kind, indicator.source
        arguments = indicator.settled(self.values).arguments
        if "bars_per_year" in kind.arguments:
            arguments = {"bars_per_year": self.cache.bars_per_year, **arguments}
        key = (kind.name, self._key_of(source), *(arguments[name] for name in kind.arguments))
        self._keys[indicator.name] = key
        found = self.cache.get(key)
        if found is None:
            inputs = [self._input(column, source) for column in kind.inputs]
            with np.errstate(all="ignore"):
                computed = kind.function(*inputs, **arguments)
            outputs = computed if isinstance(computed, tuple) else (computed,)
            found = tuple(_finite(output) for output in outputs)
            self.cache.put(key, found)
        self.outputs[indicator.name] = dict(zip(kind.outputs, found, strict=True))

    def _key_of(self, source: str | None) -> Key | str | None:
        if source is None:
            return None
        name, output = series_of(source)
        return source if name in COLUMNS else (*self._keys[name], output)

    def _input(self, column: str, source: str | None) -> Any:
        if column == "source":
            return self.series(source or "close")
        return self.cache.column(column)


def _finite(values: Array) -> Output:
    """Infinities as undefined; kept read-only, since several specs share it."""
    defined = np.isfinite(values)
    found = np.where(defined, values, np.nan)
    found.setflags(write=False)
    first = int(defined.argmax())
    return Output(found, first if defined[first] else None)


# What of a spec is the same for all values of its parameters, worked out once for many of them.

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
        self.parameters = tuple(name for _, name in self._references if name is not None)
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

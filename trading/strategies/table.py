"""The series a spec's rules read, computed once a frame and shared between parameter sets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.errors import RuleError
from trading.strategies.names import COLUMNS, series_of
from trading.strategies.plan import Plan, PlannedIndicator

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

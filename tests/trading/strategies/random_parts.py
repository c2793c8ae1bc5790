"""The parts of a random spec, drawn one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from trading.strategies.indicators import KINDS
from trading.strategies.indicators.kinds import Argument, IndicatorKind
from trading.strategies.names import COLUMNS

_SCALES: dict[str, tuple[float, float]] = {  # what an output is compared with if it is no price
    "macd": (-1, 1),
    "momentum": (-2, 2),
    "bollinger.percent": (0, 1),
    "bollinger.bandwidth": (0.05, 0.25),
    "atr": (0.2, 4),
    "stdev": (0.2, 4),
    "rsi": (20, 80),
    "stochastic": (20, 80),
    "adx": (10, 40),
    "zscore": (-2, 2),
    "roc": (-0.1, 0.1),
    "return": (-0.02, 0.02),
    "relative_volume": (0.5, 2),
    "realised_volatility": (0.1, 0.6),
    "variance_ratio": (0.8, 1.2),
    "calendar": (1, 8),
}
_AGAINST = {"obv": 0.0, "volume_sma": "volume"}
_EVENTS = ("crosses_above", "crosses_below")
_OPS = (">", "<", ">=", "<=", *_EVENTS)
_LONGEST = 60


class Maker:
    """One spec in the making."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.parameters: dict[str, Any] = {}
        self.indicators: dict[str, Any] = {}
        self.unused: list[str] = []

    def pick(self, *choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def parameter(self, argument: Argument) -> str:
        """A new parameter an argument may refer to."""
        name = f"p{len(self.parameters)}"
        low = max(argument.low, 2)
        high = min(argument.high, _LONGEST)
        steps = 8
        step = max((high - low) / steps, 1) if argument.type == "int" else (high - low) / steps
        step = int(step) if argument.type == "int" else step
        value = low + int(self.rng.integers(0, int((high - low) / step) + 1)) * step
        self.parameters[name] = {
            "type": argument.type, "value": value, "low": low, "high": high, "step": step,
        }  # fmt: skip
        return f"${name}"

    def argument(self, argument: Argument) -> Any:
        if argument.low >= 1 and argument.high > 10_000:
            return argument.default
        if self.rng.random() < 0.2 and len(self.parameters) < 8:
            return self.parameter(argument)
        if argument.type == "int":
            return int(self.rng.integers(int(argument.low), _LONGEST + 1))
        return round(float(self.rng.uniform(max(argument.low, 0.5), min(argument.high, 3.0))), 3)

    def indicator(self, kind: IndicatorKind) -> str:
        """A new indicator; the name of it."""
        name = f"i{len(self.indicators)}"
        found: dict[str, Any] = {"kind": kind.name}
        if "source" in kind.inputs:
            prices = [other for other in self.indicators if self.indicators[other]["kind"] == "sma"]
            found["source"] = self.pick(*COLUMNS[:4], "close", "close", *prices)
        for key, argument in kind.arguments.items():
            found[key] = self.argument(argument)
        self.indicators[name] = found
        self.unused.append(name)
        return name

    def output(self) -> tuple[str, str]:
        """A reference to an indicator output, the unused first, and what it is."""
        name = self.unused.pop(0) if self.unused else self.pick(*self.indicators)
        kind = KINDS[self.indicators[name]["kind"]]
        output = self.pick(*kind.outputs)
        meaning = f"{kind.name}.{output}"
        reference = name if output == kind.outputs[0] else f"{name}.{output}"
        return reference, meaning if meaning in _SCALES else kind.name

    def simple(self, ops: tuple[str, ...] = _OPS) -> dict[str, Any]:
        """A comparison, crossing or range of one indicator."""
        reference, meaning = self.output()
        op = self.pick(*ops)
        if meaning in _SCALES:
            low, high = _SCALES[meaning]
            level = round(float(self.rng.uniform(low, high)), 3)
            if self.rng.random() < 0.15:
                return {"op": "between", "value": reference, "low": low, "high": level}
            return {"op": op, "left": reference, "right": level}
        if meaning in _AGAINST:
            return {"op": op, "left": reference, "right": _AGAINST[meaning]}
        price: Any = self.pick("close", "close", "close", "open", "high")
        if self.rng.random() < 0.3:
            factor = round(float(self.rng.uniform(0.98, 1.02)), 3)
            price = {"op": self.pick("*", "/"), "left": price, "right": factor}
        return {"op": op, "left": price, "right": reference}

    def entry(self) -> dict[str, Any]:
        """A condition of up to three simple ones."""
        parts = [self.simple() for _ in range(int(self.rng.choice([1, 1, 1, 2, 2, 3])))]
        joined = {"op": self.pick("and", "or", "or"), "conditions": parts}
        found = parts[0] if len(parts) == 1 else joined
        return {"op": "not", "condition": found} if self.rng.random() < 0.1 else found

    def leave(self, entry: dict[str, Any]) -> dict[str, Any]:
        """The end of what its entry asks, or something else that happens now and then."""
        if self.rng.random() < 0.4:
            return {"op": "not", "condition": entry}
        return self.simple(_EVENTS)

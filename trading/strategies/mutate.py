"""Changing a strategy's structure: each change gives a new, valid spec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trading.strategies.errors import SpecError
from trading.strategies.names import parameter_of, series_of
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec
from trading.strategies.walk import RULES

# Taking out of a document what nothing in it uses any more.


def prune(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a spec without indicators and parameters that nothing uses."""
    found = dict(document)
    rules = [text for name in RULES for text in texts(found.get(name))]
    found["indicators"] = _used_indicators(found.get("indicators", {}), rules)
    places = (found["indicators"], found.get("sizing"), found.get("stops"))
    used = {parameter_of(text) for text in (*rules, *(t for part in places for t in texts(part)))}
    parameters = found.get("parameters", {})
    found["parameters"] = {name: parameters[name] for name in parameters if name in used}
    pairs = found.get("ordered", ())
    found["ordered"] = [list(pair) for pair in pairs if all(name in used for name in pair)]
    return found


def texts(part: Any) -> Iterator[str]:
    """Every text below a part of a document, but for the names of its operations."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, Mapping):
        for key, value in part.items():
            if key not in ("op", "kind"):
                yield from texts(value)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from texts(value)


def _used_indicators(indicators: Mapping[str, Any], rules: list[str]) -> dict[str, Any]:
    used: set[str] = set()
    waiting = [series_of(text)[0] for text in rules]
    while waiting:
        name = waiting.pop()
        if name in indicators and name not in used:
            used.add(name)
            waiting.append(series_of(str(indicators[name].get("source", "close")))[0])
    return {name: indicators[name] for name in indicators if name in used}


# States of the market that entries may be kept to.

Document = dict[str, Any]


@dataclass(frozen=True)
class Regime:
    """What a filter adds to a document: parameters, indicators, and a condition a side."""

    parameters: Document
    indicators: Document
    long: Document
    short: Document


def _same(parameters: Document, indicators: Document, condition: Document) -> Regime:
    return Regime(parameters, indicators, condition, condition)


def _whole(value: int, low: int, high: int, step: int) -> Document:
    return {"type": "int", "value": value, "low": low, "high": high, "step": step}


_ADX = {"regime_adx": {"kind": "adx", "length": 14}}

REGIMES: Mapping[str, Regime] = {
    # Faber 2007, A quantitative approach to tactical asset allocation
    "uptrend": Regime(
        {"regime_length": _whole(200, 50, 250, 25)},
        {"regime_average": {"kind": "sma", "length": "$regime_length"}},
        {"op": ">", "left": "close", "right": "regime_average"},
        {"op": "<", "left": "close", "right": "regime_average"},
    ),
    # Wilder 1978: trend rules want a high ADX, reversion rules a low one
    "strong_trend": _same(
        {"regime_strength": _whole(20, 10, 40, 5)},
        _ADX,
        {"op": ">", "left": "regime_adx", "right": "$regime_strength"},
    ),
    "weak_trend": _same(
        {"regime_strength": _whole(25, 15, 45, 5)},
        _ADX,
        {"op": "<", "left": "regime_adx", "right": "$regime_strength"},
    ),
    # Moreira & Muir 2017: risk is paid for best when volatility is low
    "calm": _same(
        {"regime_memory": _whole(126, 63, 252, 21)},
        {
            "regime_volatility": {"kind": "realised_volatility", "length": 20},
            "regime_usual": {
                "kind": "median",
                "source": "regime_volatility",
                "length": "$regime_memory",
            },
        },
        {"op": "<", "left": "regime_volatility", "right": "regime_usual"},
    ),
}


MOST_FRACTION = 0.95  # of a stop that can be reached on either side


def to_long_only(spec: StrategySpec) -> StrategySpec:
    """The strategy without its short side; what sold short now closes the long position.

    Raises SpecError for one that only sells short.
    """
    if spec.direction == "long":
        return spec
    if spec.direction == "short":
        raise SpecError("no_entry", "long_entry", direction="long", field="long_entry")
    document = spec.document()
    short_entry, _ = document.pop("short_entry"), document.pop("short_exit", None)
    document["long_exit"] = _joined("or", document.get("long_exit"), short_entry)
    document["direction"] = "long"
    return parse_spec(prune(document))


def with_regime_filter(spec: StrategySpec, kind: str) -> StrategySpec:
    """The strategy with entries in one regime of the market only; see REGIMES for the kinds.

    A signal for the other side that the regime holds back still closes the position. Raises
    KeyError for another kind, SpecError where the spec would become larger than specs may be.
    """
    regime = REGIMES[kind]
    document = spec.document()
    names = _new_names(document, (*regime.parameters, *regime.indicators))
    document["parameters"] = document.get("parameters", {}) | _renamed(regime.parameters, names)
    document["indicators"] = document.get("indicators", {}) | _renamed(regime.indicators, names)
    entries = {side: document.get(f"{side}_entry") for side in ("long", "short")}
    for side, other in (("long", "short"), ("short", "long")):
        if entries[side] is None:
            continue
        only = regime.long if side == "long" else regime.short
        document[f"{side}_entry"] = _joined("and", entries[side], _renamed(only, names))
        if entries[other] is not None:
            leave = document.get(f"{side}_exit")
            document[f"{side}_exit"] = _joined("or", leave, entries[other])
    return parse_spec(document)


def with_stops(spec: StrategySpec, **stops: float) -> StrategySpec:
    """The strategy with these stops as parameters that may be tuned from half to twice.

    `stop_loss`, `take_profit`, `trailing_stop` are fractions, `time_stop` is in bars; a stop it
    has is replaced. Raises SpecError for a stop there is not or one out of its bounds.
    """
    document = spec.document()
    document["stops"] = dict(document.get("stops", {}))
    for stop, value in stops.items():
        document["stops"][stop] = f"${_tunable(document, stop, value)}"
    return parse_spec(prune(document))


def with_volatility_target(
    spec: StrategySpec, annual: float = 0.15, *, length: int = 20
) -> StrategySpec:
    """The strategy with positions sized for an annual volatility, at most all of the equity."""
    document = spec.document()
    target = _tunable(document, "target", annual)
    document["sizing"] = {
        "kind": "volatility_target",
        "annual": f"${target}",
        "length": length,
    }
    return parse_spec(prune(document))


def _joined(op: str, first: Any, second: Any) -> Any:
    """Two conditions as one; equal or missing ones once, nested ones of the same kind flat."""
    parts: list[Any] = []
    for part in (first, second):
        if part is not None:
            parts += part["conditions"] if part["op"] == op else [part]
    unique = [part for at, part in enumerate(parts) if part not in parts[:at]]
    return unique[0] if len(unique) == 1 else {"op": op, "conditions": unique}


def _new_names(document: Document, wanted: tuple[str, ...]) -> dict[str, str]:
    """Names that the document does not have yet, for each wanted one."""
    taken = {*document.get("parameters", {}), *document.get("indicators", {})}
    found = {}
    for name in wanted:
        new, number = name, 2
        while new in taken:
            new, number = f"{name}_{number}", number + 1
        found[name] = new
    return found


def _renamed(part: Any, names: dict[str, str]) -> Any:
    """A part of a document with its names and references changed."""
    if isinstance(part, dict):
        return {
            names.get(key, key): value if key in ("op", "kind", "type") else _renamed(value, names)
            for key, value in part.items()
        }
    if isinstance(part, list):
        return [_renamed(value, names) for value in part]
    if isinstance(part, str):
        mark = "$" if part.startswith("$") else ""
        return mark + names.get(part.removeprefix("$"), part.removeprefix("$"))
    return part


def _tunable(document: Document, name: str, value: float) -> str:
    """Add a parameter with steps of a quarter of its value, from half of it to twice."""
    new = _new_names(document, (name,))[name]
    parameters = document["parameters"] = dict(document.get("parameters", {}))
    parameters[new] = _around_bars(int(value)) if name == "time_stop" else _around(value)
    return new


def _around_bars(value: int) -> Document:
    step = max(value // 4, 1)
    low, high = value - min(2, (value - 1) // step) * step, value + 4 * step
    return {"type": "int", "value": value, "low": low, "high": high, "step": step}


def _around(value: float) -> Document:
    step = round(value / 4, 6)
    above = min(4, max(int((MOST_FRACTION - value) / step), 0)) if step > 0 else 0
    low, high = round(value - 2 * step, 6), round(value + above * step, 6)
    return {"type": "float", "value": value, "low": low, "high": high, "step": step}

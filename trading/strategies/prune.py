"""Taking out of a document what nothing in it uses any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trading.strategies.names import parameter_of, series_of
from trading.strategies.walk import RULES


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

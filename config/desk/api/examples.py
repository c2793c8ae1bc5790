"""One example for each operation of the API: a request as one types it, and what is answered.

Made from the schema alone, so that it is never of another version than the API.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Document = Mapping[str, Any]

_DEEPEST = 4  # levels of an answer; what lies below is left out
_WORDS: dict[str, Any] = {
    "text": "Naps improve recall in nurses",
    "texts": ["Naps improve recall in nurses"],
    "question": "In nurses of one hospital, do naps improve recall?",
    "ticker": "AAPL",
    "objective": "momentum with low drawdown",
    "reason": "The interval is narrow enough.",
    "username": "ana",
    "password": "...",
    "name": "nightly",
    "language": "en",
}
"""What fields of these names hold, so that an example reads like one."""
_FORMATS = {
    "date-time": "2026-11-27T12:00:00Z",
    "date": "2026-11-27",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "uri": "http://127.0.0.1:8000/api/v1/runs/1/",
    "binary": "...",
}


def example_of(shape: Document, known: Document, name: str = "", depth: int = 0) -> Any:
    """A value of a shape (an OpenAPI schema); `known` are the shapes that others refer to."""
    shape = _resolved(shape, known)
    for key in ("example", "default"):
        if shape.get(key) is not None:
            return shape[key]
    if "enum" in shape:
        return next((one for one in shape["enum"] if one not in (None, "")), None)
    for key in ("allOf", "oneOf", "anyOf"):
        if key in shape:
            return example_of(shape[key][0], known, name, depth)
    kind = shape.get("type")
    kind = next((one for one in kind if one != "null"), "null") if isinstance(kind, list) else kind
    if kind == "object" or "properties" in shape:
        return _object(shape, known, depth)
    if name in _WORDS and (kind == "array") == isinstance(_WORDS[name], list):
        return _WORDS[name]
    if kind == "array":
        items = shape.get("items", {})
        return [] if depth >= _DEEPEST else [example_of(items, known, "", depth + 1)]
    return _scalar(shape, str(kind))


def request_of(method: str, path: str, operation: Document, known: Document) -> str:
    """The request as a line for a shell; what stands in the path is 1."""
    lines = [f"curl -H 'Authorization: Token ...' {_address(path, operation)}"]
    if method != "get":
        lines[0] = lines[0].replace("curl ", f"curl -X {method.upper()} ", 1)
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        body = _required(content["application/json"]["schema"], known)
        lines.append("  -H 'Content-Type: application/json'")
        lines.append("  -d '" + json.dumps(body, ensure_ascii=False).replace("'", "'\\''") + "'")
    elif content:
        lines.append("  -F file=@prices.csv")
    return " \\\n".join(lines)


def answer_of(operation: Document, known: Document) -> tuple[str, str]:
    """The status of what is answered when all goes well, and its body; empty where it has none."""
    status = next((code for code in operation["responses"] if code.startswith("2")), "")
    content = operation["responses"].get(status, {}).get("content", {})
    if "application/json" not in content:
        return status, ""
    made = example_of(content["application/json"]["schema"], known)
    return status, json.dumps(made, ensure_ascii=False, indent=2)


def _address(path: str, operation: Document) -> str:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            number = parameter["schema"].get("type") == "integer"
            path = path.replace(f"{{{parameter['name']}}}", "1" if number else "one")
    return f"http://127.0.0.1:8000{path}"


def _required(shape: Document, known: Document) -> Any:
    """A body with what it cannot do without; where it can do without anything, all of it."""
    whole = _resolved(shape, known)
    names = whole.get("required", ())
    made = example_of(shape, known)
    if not names or not isinstance(made, dict):
        return made
    return {name: value for name, value in made.items() if name in names}


def _resolved(shape: Document, known: Document) -> Document:
    while "$ref" in shape:
        shape = known[shape["$ref"].rpartition("/")[2]]
    return shape


def _object(shape: Document, known: Document, depth: int) -> dict[str, Any]:
    if depth >= _DEEPEST:
        return {}
    return {
        name: example_of(each, known, name, depth + 1)
        for name, each in shape.get("properties", {}).items()
    }


def _scalar(shape: Document, kind: str) -> Any:
    if kind in ("integer", "number"):
        usual = 1 if kind == "integer" else 0.5
        return min(max(usual, shape.get("minimum", usual)), shape.get("maximum", usual))
    if kind == "boolean":
        return True
    if kind == "string":
        return _FORMATS.get(shape.get("format", ""), "...")
    return {} if kind == "None" else None

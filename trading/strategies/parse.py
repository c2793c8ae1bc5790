"""Reading a spec from JSON text or plain data, with the place of what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from trading.strategies import limits
from trading.strategies.errors import SpecError
from trading.strategies.parse_errors import explain, shown
from trading.strategies.spec import StrategySpec

# Controls but for tab and line ends, and halves of surrogate pairs.
_UNKEPT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def parse_spec(document: Mapping[str, Any] | str) -> StrategySpec:
    """A spec from a document: a mapping, or JSON text.

    Raises SpecError with the path in the document for whatever is wrong with it.
    """
    data: Any = load_json(document) if isinstance(document, str) else dict(document)
    if not isinstance(data, dict):
        raise SpecError("not_an_object", found=shown(data))
    check_shape(data)
    version = data.get("spec_version", 1)
    if version != 1 or isinstance(version, bool):
        raise SpecError("bad_version", "spec_version", value=str(version)[:40], known=1)
    try:
        return StrategySpec.model_validate(data)
    except ValidationError as error:
        raise explain(error, data) from None


def load_json(text: str) -> Any:
    """What a JSON text holds; NaN, infinities and keys given twice are errors."""
    if len(text) > limits.DOCUMENT_CHARACTERS:
        raise SpecError("too_large", found=len(text), most=limits.DOCUMENT_CHARACTERS)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise SpecError(
            "bad_json", detail=error.msg, line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise SpecError("too_deep", most=limits.DOCUMENT_DEPTH) from None
    except SpecError:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise SpecError("invalid", detail=str(error)[:200]) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise SpecError("duplicate_key", key=repr(key[:40]))
        found[key] = value
    return found


def _refuse_constant(text: str) -> None:
    raise SpecError("not_json_number", value=text)


def check_shape(data: Any) -> None:
    """Raise SpecError for plain data nested too deep, too large, with keys that are no text, or
    with text that not every database keeps.

    Done before pydantic reads it, so that no document can exhaust the stack.
    """
    left = limits.DOCUMENT_CHARACTERS
    waiting: list[tuple[str, Any, int]] = [("", data, 1)]
    while waiting:
        path, part, depth = waiting.pop()
        if depth > limits.DOCUMENT_DEPTH:
            raise SpecError("too_deep", path, most=limits.DOCUMENT_DEPTH)
        left -= len(part) if isinstance(part, str) else 1
        if left < 0:
            most = limits.DOCUMENT_CHARACTERS
            raise SpecError("too_large", found=f">{most}", most=most)
        if isinstance(part, str) and (odd := _UNKEPT.search(part)):
            raise SpecError("bad_character", path, character=f"U+{ord(odd[0]):04X}")
        waiting.extend((f"{path}.{key}".lstrip("."), value, depth + 1) for key, value in _in(part))


def _in(part: Any) -> list[tuple[Any, Any]]:
    if isinstance(part, Mapping):
        for key in part:
            if not isinstance(key, str):
                raise SpecError("bad_key", key=repr(key)[:40])
        return list(part.items())
    return list(enumerate(part)) if isinstance(part, list | tuple) else []

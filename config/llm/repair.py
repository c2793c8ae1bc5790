"""An answer's form mended by its schema: what it says stays as it is.

Mended are: keys and choices in other capitals, keys that nobody asked for, numbers given as texts
and texts given as numbers, null or nothing for an empty text or list and the reverse, one item for
a list of one and the reverse, a list or an object given as a text of JSON.
Nothing is ever made up: a choice or a number that is missing, a value outside the schema and a
translated key stay wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from pydantic import BaseModel

Shape = Mapping[str, Any]
_EMPTY: dict[str, Callable[[], Any]] = {"string": str, "array": list}


def mended(value: Any, schema: type[BaseModel]) -> tuple[Any, tuple[str, ...]]:
    """A JSON value in the form of a schema, as far as it goes; and the kinds of what was mended."""
    shape = _shape(schema)
    mender = _Mender(shape.get("$defs", {}))
    known = {name.casefold() for name in shape.get("properties", {})}
    if not isinstance(value, dict) or not known & {name.casefold() for name in value}:
        return value, ()  # nothing of it was asked for
    return mender.mend(value, shape), tuple(sorted(mender.notes))


@lru_cache(maxsize=256)
def _shape(schema: type[BaseModel]) -> Shape:
    return schema.model_json_schema()


class _Mender:
    """Mends one answer; `notes` are the kinds of what it mended."""

    def __init__(self, parts: Mapping[str, Shape]) -> None:
        self._parts = parts
        self.notes: set[str] = set()

    def mend(self, value: Any, shape: Shape) -> Any:
        if _is_nothing(value) and self._may_be_null(shape):
            return self._noted("null", None)
        shape = self._resolved(value, shape)
        if "const" in shape or "enum" in shape:
            return self._choice(value, shape.get("enum", [shape.get("const")]))
        kind = shape.get("type")
        if value is None and kind in _EMPTY:
            return self._noted("null", _EMPTY[kind]())
        if kind in ("array", "object") and isinstance(value, str):
            value = self._parsed(value)
        if kind == "object" and isinstance(value, dict):
            return self._object(value, shape)
        if kind == "array":
            items = value if isinstance(value, list) else self._items(value)
            if isinstance(items, list):
                return [self.mend(item, shape.get("items", {})) for item in items]
        if kind == "string" and isinstance(value, list) and _is_text_alone(value):
            return self._noted("one for a list", value[0])
        if kind == "string" and isinstance(value, int | float) and not isinstance(value, bool):
            return self._noted("number for a text", str(value))
        return value

    def _resolved(self, value: Any, shape: Shape) -> Shape:
        """The schema that a value is held to: a reference followed, a choice with null made."""
        for _step in range(10):
            several = shape.get("anyOf") or shape.get("allOf") or shape.get("oneOf") or []
            fitting = [each for each in several if (each.get("type") == "null") == (value is None)]
            if "$ref" in shape:
                shape = self._parts.get(shape["$ref"].rpartition("/")[2], {})
            elif len(fitting) == 1:
                shape = fitting[0]
            else:
                break
        return shape

    def _choice(self, value: Any, choices: list[Any]) -> Any:
        """The one choice that a value means, whatever its capitals and its type."""
        if any(value == choice and type(value) is type(choice) for choice in choices):
            return value
        meant = [choice for choice in choices if _same(value, choice)]
        if len(meant) != 1:
            return value
        return self._noted("choice in another form", meant[0])

    def _object(self, value: dict[str, Any], shape: Shape) -> dict[str, Any]:
        properties: Mapping[str, Shape] = shape.get("properties", {})
        further = shape.get("additionalProperties", True)
        found = {self._key(name, value, properties): part for name, part in value.items()}
        missing = [name for name in shape.get("required", ()) if name not in found]
        if further is False and not found.keys() <= properties.keys():
            if missing:  # another object than was asked for
                return value
            self.notes.add("extra fields")
            found = {name: part for name, part in found.items() if name in properties}
        inner = further if isinstance(further, Mapping) else {}
        whole = {name: self.mend(part, properties.get(name, inner)) for name, part in found.items()}
        for name in missing:
            part = self._resolved("", properties.get(name, {}))
            kind = part.get("type")
            if kind in _EMPTY and not part.keys() & {"enum", "const"}:
                whole[name] = self._noted("missing fields", _EMPTY[kind]())
        return whole

    def _key(self, name: str, value: Mapping[str, Any], properties: Mapping[str, Shape]) -> str:
        """The property that a key means."""
        if name in properties:
            return name
        meant = [each for each in properties if each.casefold() == name.strip().casefold()]
        if len(meant) != 1 or meant[0] in value:
            return name
        self.notes.add("key in another form")
        return meant[0]

    def _parsed(self, text: str) -> Any:
        """The JSON in a text; the text where it is none."""
        if not text.lstrip().startswith(("[", "{")):
            return text
        try:
            return self._noted("a text of JSON", json.loads(text, strict=False))
        except (ValueError, RecursionError):
            return text

    def _may_be_null(self, shape: Shape) -> bool:
        """Whether null may stand there and a text may not."""
        kinds = {self._resolved("", each).get("type") for each in shape.get("anyOf", ())}
        return "null" in kinds and "string" not in kinds

    def _items(self, value: Any) -> Any:
        """One item where a list of items is asked for."""
        return self._noted("one for a list", [value]) if isinstance(value, dict) else value

    def _noted(self, note: str, value: Any) -> Any:
        self.notes.add(note)
        return value


def _is_nothing(value: Any) -> bool:
    return isinstance(value, str) and value.strip().casefold() in ("", "null", "none")


def _is_text_alone(value: list[Any]) -> bool:
    return len(value) == 1 and isinstance(value[0], str)


def _same(value: Any, choice: Any) -> bool:
    """Whether a value is a choice in other capitals, or its number or truth as a text."""
    if isinstance(value, str) and isinstance(choice, str):
        return value.strip().casefold() == choice.casefold()
    if isinstance(choice, bool) or isinstance(value, bool):
        return isinstance(value, str) and value.strip().casefold() == str(choice).casefold()
    if not isinstance(choice, int | float) or not isinstance(value, int | float | str):
        return False
    try:
        return float(value) == choice
    except ValueError:
        return False

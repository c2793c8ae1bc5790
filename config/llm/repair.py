"""Repairs an answer's form by its schema; its content stays.

Repaired are: keys and choices in other capitals, unknown keys, numbers given as texts and texts
given as numbers, null or nothing for an empty text or list and the reverse, one item for a list of
one and the reverse, a list or an object given as a text of JSON. Nothing is ever made up: a missing
choice or number, a value outside the schema and a translated key stay wrong.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import BaseModel

from config.llm.provider import whole_number

Shape = Mapping[str, Any]
_EMPTY: dict[str, Callable[[], Any]] = {"string": str, "array": list}


def mended(value: Any, schema: type[BaseModel]) -> tuple[Any, tuple[str, ...]]:
    """A JSON value in the form of a schema, as far as possible; and the kinds of repair."""
    shape = _shape(schema)
    mender = _Mender(shape.get("$defs", {}))
    known = {name.casefold() for name in shape.get("properties", {})}
    if not isinstance(value, dict) or not known & {name.casefold() for name in value}:
        return value, ()  # none of its keys is known
    return mender.mend(value, shape), tuple(sorted(mender.notes))


@lru_cache(maxsize=256)
def _shape(schema: type[BaseModel]) -> Shape:
    return schema.model_json_schema()


class _Mender:
    """Repairs one answer; `notes` are the kinds of repair."""

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
        """The schema that applies to a value: a reference resolved, a choice with null decided."""
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
        """The only choice that a value can mean, whatever its capitals and type."""
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
        """The JSON in a text; the text itself when there is none."""
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
        """A single item where a list of items is expected."""
        return self._noted("one for a list", [value]) if isinstance(value, dict) else value

    def _noted(self, note: str, value: Any) -> Any:
        self.notes.add(note)
        return value


def _is_nothing(value: Any) -> bool:
    return isinstance(value, str) and value.strip().casefold() in ("", "null", "none")


def _is_text_alone(value: list[Any]) -> bool:
    return len(value) == 1 and isinstance(value[0], str)


def _same(value: Any, choice: Any) -> bool:
    """Whether a value is a choice in other capitals, or its number or boolean as a text."""
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


# A server's error, in any of the forms that servers use.

_MESSAGES = (
    "message", "error", "detail", "msg", "title", "error_description", "errorMessage", "status_msg",
)  # fmt: skip
_STATUSES = ("code", "status", "status_code", "statusCode", "http_status")
_WAITS = ("retry_after", "retryAfter", "retry_after_seconds", "retryDelay")
_DEEPEST = 10  # nested errors
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|body|title|center|h1)\b", re.IGNORECASE)
_HIDDEN = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^<>]*>", re.IGNORECASE | re.DOTALL)
_STATUS_IN_WORDS = re.compile(
    r"\b(?:error code|status(?: code)?|http(?:/[\d.]+)?(?: error)?)\s*[:=]?\s*([45]\d\d)\b", re.I
)


class ServerError(NamedTuple):
    """An error that a server describes: its message, its codes, and the field it is about.
    `status` is the HTTP status that it names; 0 when it names none."""

    message: str
    names: frozenset[str] = frozenset()
    param: str = ""
    status: int = 0


def complaint_of(found: Any, depth: int = 0) -> ServerError | None:
    """The error in a value of any form; None when there is none."""
    if isinstance(found, str):
        return _of_text(found, depth)
    if isinstance(found, list) and found:
        several = all(isinstance(each, dict) and "loc" in each for each in found)
        return _of_fields(found) if several else complaint_of(found[0], depth + 1)
    if not isinstance(found, dict) or not found or depth > _DEEPEST:
        return None
    for name in ("error", "errors"):
        inner = complaint_of(found.get(name), depth + 1)
        if inner is not None and not isinstance(found[name], str):
            return inner
    return _of_parts(found, depth)


def complaint_in(envelope: Mapping[str, Any], parts: Iterable[Mapping[str, Any]]) -> Any:
    """The error of a successful response: its own, or that of one of its parts."""
    for each in (envelope, *parts):
        for name in ("error", "errors"):
            if found := complaint_of(each.get(name)):
                return found
    complaint = envelope.get("base_resp")  # MiniMax
    if isinstance(complaint, dict) and complaint.get("status_code"):
        return complaint_of(complaint)
    if envelope.get("choices"):
        return None
    named = envelope.get("object") == "error" or envelope.get("success") is False
    coded = envelope.get("code") not in (None, 0, 200, "0", "200", "")
    worded = any(envelope.get(name) for name in ("message", "msg"))
    if named or (coded and worded) or envelope.get("detail"):
        return complaint_of(dict(envelope))
    return None


def words_of(text: str) -> str:
    """A text; of an HTML page what a person would see."""
    if not _PAGE.match(text):
        return text
    return " ".join(html.unescape(_HIDDEN.sub(" ", text)).split()) or text


def _of_text(text: str, depth: int) -> ServerError | None:
    """An error that is a plain text, or JSON in a text."""
    if not text.strip():
        return None
    inner = _json_in(text, depth)
    found = inner or ServerError(words_of(text))
    status = found.status or _status_in(text)
    return found._replace(status=status)


def _of_parts(found: Mapping[str, Any], depth: int) -> ServerError | None:
    """An error made of fields: a message, names, a status."""
    for name in _MESSAGES:
        value = found.get(name)
        if isinstance(value, dict | list) and value:
            return complaint_of(value, depth + 1)
        if isinstance(value, str) and value.strip():
            break
    else:
        value = json.dumps(found, ensure_ascii=False)
    inner = _json_in(value, depth)
    names = {str(found[n]).lower() for n in ("type", "code", "status") if _is_name(found.get(n))}
    status = next((n for n in map(_status, (found.get(n) for n in _STATUSES)) if n), 0)
    error = inner or ServerError(words_of(value))
    raw = found.get("metadata")
    further = raw.get("raw") if isinstance(raw, dict) else None  # OpenRouter's provider
    return ServerError(
        f"{error.message}{f': {further}' if _is_name(further) else ''}{''.join(_waits(found))}",
        error.names | names,
        error.param or _text(found.get("param")),
        error.status or status or _status_in(value),
    )


def _json_in(text: str, depth: int) -> ServerError | None:
    """The error of a text that is JSON, or ends with it."""
    at = text.find("{")
    if at < 0 or not text.rstrip().endswith("}") or depth > _DEEPEST:
        return None
    try:
        found = json.loads(text[at:])
    except (ValueError, RecursionError):
        return None
    known = isinstance(found, dict) and any(name in found for name in ("error", *_MESSAGES))
    return complaint_of(found, depth + 1) if known else None


def _of_fields(faults: list[Any]) -> ServerError:
    """Validation errors of the request's fields (FastAPI's form): the place of each, and its
    message."""
    texts, places = [], []
    for fault in faults:
        place = ".".join(str(part) for part in _list(fault.get("loc")) if part != "body")
        places.append(place)
        texts.append(f"{place}: {_text(fault.get('msg'))}")
    return ServerError("; ".join(texts), param=places[0])


def _waits(found: Mapping[str, Any]) -> Iterator[str]:
    """How long a field asks to wait: the error's own field, or one of its details (Google's)."""
    for each in (found, *_list(found.get("details"))):
        for name in _WAITS:
            value = each.get(name) if isinstance(each, dict) else None
            if isinstance(value, str) and value.strip():
                yield f" (retry in {value})"
            elif isinstance(value, int | float) and not isinstance(value, bool):
                yield f" (retry in {value} s)"


def _status(value: Any) -> int:
    number = whole_number(value)
    return number if number is not None and 400 <= number < 600 else 0


def _status_in(text: str) -> int:
    found = _STATUS_IN_WORDS.search(text)
    return int(found[1]) if found else 0


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""

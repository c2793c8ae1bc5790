"""All that is wrong with a spec's text at once, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]  # typeshed lacks it
from typing import Any, NamedTuple

from pydantic import ValidationError

from trading.strategies.errors import SpecError
from trading.strategies.parse import check_shape, explain_all, load_json, parse_spec
from trading.strategies.spec import StrategySpec

# Where in a JSON text a part of the document stands.

_SPACE = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")


class Position(NamedTuple):
    """A place in a text: line and column, both from 1, in characters."""

    line: int
    column: int


@dataclass
class TextPart:
    """A value in the text: where it begins, where its key does, and what is in it."""

    start: int
    key: int | None = None
    parts: dict[str, TextPart] = field(default_factory=dict)
    listed: bool = False


class Stopped(Exception):
    """What JSON has not, or a key given twice, stands here."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def position_of(text: str, path: str, *, key: bool = False) -> Position:
    """The place of a path such as `indicators.fast.length` in a JSON text.

    Of a path that is not there, the place of the deepest part of it that is. With `key`, the
    place of its name rather than of its value. Where the text is no strict JSON (a number such as
    NaN, a key given twice), the place of that.
    """
    try:
        root = _scan(text)
    except Stopped as stopped:
        return _counted(text, stopped.at)
    found = _find(root, path)
    return _counted(text, found.key if key and found.key is not None else found.start)


def _counted(text: str, at: int) -> Position:
    before = text[:at]
    return Position(before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1)


def _find(part: TextPart, path: str) -> TextPart:
    """The part a path leads to. Names may hold dots: the longest that fits is taken."""
    while path:
        fitting = [name for name in part.parts if path == name or path.startswith(f"{name}.")]
        if not fitting:
            return part
        name = max(fitting, key=len)
        part, path = part.parts[name], path[len(name) + 1 :]
    return part


def _scan(text: str) -> TextPart:
    """The parts of a JSON text; without recursion, so that no depth is too deep."""
    at = _skip(text, 0)
    root = TextPart(at)
    open_parts: list[TextPart] = []
    found = root
    while True:
        at = _enter(text, at, found, open_parts)
        found_at = _next(text, at, open_parts)
        if found_at is None:
            return root
        found, at = found_at


def _enter(text: str, at: int, part: TextPart, open_parts: list[TextPart]) -> int:
    """Past the value that begins here, or into it where it is an object or a list."""
    sign = text[at : at + 1]
    if sign in ("{", "["):
        part.listed = sign == "["
        open_parts.append(part)
        return at + 1
    if sign == '"':
        return int(scanstring(text, at + 1, False)[1])
    word = _WORD.match(text, at)
    if word is None:
        raise Stopped(at)
    return word.end()


def _next(text: str, at: int, open_parts: list[TextPart]) -> tuple[TextPart, int] | None:
    """The next value of the innermost open part, and where it begins; None at the end."""
    at = _skip(text, at)
    while open_parts:
        holder = open_parts[-1]
        if text[at : at + 1] == ("]" if holder.listed else "}"):
            open_parts.pop()
            at = _skip(text, at + 1)
            continue
        if holder.parts:
            at = _skip(text, _past(text, at, ","))
        return _member(text, at, holder)
    return None


def _member(text: str, at: int, holder: TextPart) -> tuple[TextPart, int]:
    key: int | None = None
    name = str(len(holder.parts))
    if not holder.listed:
        key = at
        name, at = scanstring(text, _past(text, at, '"'), False)
        if name in holder.parts:
            raise Stopped(key)
        at = _skip(text, _past(text, _skip(text, at), ":"))
    part = TextPart(at, key)
    holder.parts[name] = part
    return part, at


def _past(text: str, at: int, sign: str) -> int:
    if text[at : at + 1] != sign:
        raise Stopped(at)
    return at + 1


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


MOST = 20
"""Faults told at once: whoever mends the first often mends the rest."""

_AT_KEY = ("unknown_field", "reserved_name", "unused_parameter", "unused_indicator")


class Fault(NamedTuple):
    """What is wrong, and where: line and column from 1; None where it is about the whole."""

    error: SpecError
    position: Position | None


class SpecReading(NamedTuple):
    """A text as it was read: the spec, or what is wrong with it."""

    spec: StrategySpec | None
    faults: list[Fault]


def read_text(text: str) -> SpecReading:
    """A spec from a person's text, or its faults, at most MOST, in the order of the text.

    What the shape of the document says comes all at once; what its parts say of each other, one
    at a time.
    """
    try:
        return SpecReading(parse_spec(text), [])
    except SpecError as error:
        errors = {each.path: each for each in (*_all(text), error)}.values()
    faults = [Fault(error, _position(text, error)) for error in errors]
    return SpecReading(None, sorted(faults, key=lambda fault: fault.position or (0, 0))[:MOST])


def _all(text: str) -> list[SpecError]:
    try:
        return _shape(load_json(text))
    except SpecError:
        return []  # the first fault is the only one


def _shape(data: Any) -> list[SpecError]:
    """What the shape says; nothing where there is none to speak of."""
    try:
        check_shape(data)
        if isinstance(data, dict):
            StrategySpec.model_validate(data)
    except ValidationError as error:
        return explain_all(error, data)
    except SpecError:
        pass  # the first fault is the only one
    return []


def _position(text: str, error: SpecError) -> Position | None:
    if error.code == "bad_json":
        return Position(int(str(error.params["line"])), int(str(error.params["column"])))
    if error.code in ("too_large", "not_an_object"):
        return None
    return position_of(text, error.path, key=_is_of_key(error))


def _is_of_key(error: SpecError) -> bool:
    """Whether the name of a part is the fault, not what stands after it."""
    named = error.path.partition(".")[2] == error.params.get("value")
    return error.code in _AT_KEY or (error.code == "bad_name" and named)


def faults_of(document: Any) -> list[SpecError]:
    """What is wrong with a spec as plain data, at most MOST faults; none with a sound one."""
    try:
        parse_spec(document)
    except SpecError as error:
        return list({each.path: each for each in (*_shape(document), error)}.values())[:MOST]
    return []

"""All that is wrong with a spec's text at once, each with its place in the text."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import ValidationError

from trading.strategies.errors import SpecError
from trading.strategies.parse import check_shape, load_json, parse_spec
from trading.strategies.parse_errors import explain_all
from trading.strategies.positions import Position, position_of
from trading.strategies.spec import StrategySpec

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

"""Reading a spec from JSON text or plain data, with the place of what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from trading.strategies import conditions, indicator_models, names, spec, trade_rules
from trading.strategies.errors import SpecError
from trading.strategies.indicators import KINDS
from trading.strategies.spec import StrategySpec
from trading.strategies.walk import RULES

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
    if len(text) > names.DOCUMENT_CHARACTERS:
        raise SpecError("too_large", found=len(text), most=names.DOCUMENT_CHARACTERS)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise SpecError(
            "bad_json", detail=error.msg, line=error.lineno, column=error.colno
        ) from None
    except RecursionError:
        raise SpecError("too_deep", most=names.DOCUMENT_DEPTH) from None
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
    left = names.DOCUMENT_CHARACTERS
    waiting: list[tuple[str, Any, int]] = [("", data, 1)]
    while waiting:
        path, part, depth = waiting.pop()
        if depth > names.DOCUMENT_DEPTH:
            raise SpecError("too_deep", path, most=names.DOCUMENT_DEPTH)
        left -= len(part) if isinstance(part, str) else 1
        if left < 0:
            most = names.DOCUMENT_CHARACTERS
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


# The JSON schema of a spec, as published in docs/strategy-spec.schema.json.


def json_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a strategy document.

    It knows the shape; references, bounds and what must be used are checked by `parse_spec`.
    """
    found = StrategySpec.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


# Turning what pydantic says into one SpecError: its place in the document and a plain sentence.

# Which fields the object at a place of a document may have.


def fields_at(path: str, holder: Any, model: type[BaseModel]) -> list[str]:
    """The fields of the object a key that is not known stands in."""
    steps = path.split(".")
    if len(steps) == 3 and steps[0] == "parameters":
        model = trade_rules.Parameter
    elif len(steps) == 3 and steps[0] == "indicators":
        model = indicator_models.MODELS.get(
            str(holder.get("kind")), indicator_models.DeclaredIndicator
        )
    elif len(steps) > 1 and steps[0] == "stops":
        model = trade_rules.Stops
    elif len(steps) > 1:
        model = _by_tag(holder)
    return list(model.model_fields)


def _by_tag(holder: Any) -> type[BaseModel]:
    tag = str(holder.get("op", holder.get("kind")))
    for model in (
        *(conditions.Arithmetic, conditions.Compare, conditions.Cross, conditions.Between),
        *(conditions.Combine, conditions.Not),
        *(trade_rules.AllIn, trade_rules.FixedFraction, trade_rules.VolatilityTarget),
    ):
        field = model.model_fields["op" if "op" in model.model_fields else "kind"]
        if tag in getattr(field.annotation, "__args__", ()):
            return model
    return conditions.SpecPart


_TYPES = {
    "int": "not_whole_number",
    "float": "not_number",
    "string": "not_text",
    "dict": "not_object",
    "model": "not_object",
    "tuple": "not_list",
    "list": "not_list",
    "bool": "not_boolean",
    "date": "not_date",
}
_MOST_SHOWN = 40


def explain(
    error: ValidationError, data: dict[str, Any], model: type[BaseModel] = spec.StrategySpec
) -> SpecError:
    """The first fault of a document of a model as a SpecError."""
    return _explained(error.errors(include_url=False)[0], data, model)


def explain_all(
    error: ValidationError, data: dict[str, Any], model: type[BaseModel] = spec.StrategySpec
) -> list[SpecError]:
    """Every fault of a document, one a place."""
    found = [_explained(fault, data, model) for fault in error.errors(include_url=False)]
    return list({fault.path: fault for fault in reversed(found)}.values())[::-1]


def _explained(fault: ErrorDetails, data: dict[str, Any], model: type[BaseModel]) -> SpecError:
    cause = fault.get("ctx", {}).get("error")
    if isinstance(cause, SpecError):
        return cause
    path, holder = _place(fault, data)
    return _told(fault, path, holder, model)


def _place(fault: ErrorDetails, data: dict[str, Any]) -> tuple[str, Any]:
    """The path in the document and the object the last step is in.

    Pydantic's own path also names the branches of unions; those are no keys of the document.
    """
    path: list[str] = []
    at: Any = data
    holder: Any = data
    last = len(fault["loc"]) - 1
    for number, step in enumerate(fault["loc"]):
        listed = isinstance(at, list | tuple) and isinstance(step, int)
        if (isinstance(at, dict) and step in at) or (listed and int(step) < len(at)):
            path.append(str(step))
            holder, at = at, at[step]
        elif number == last and fault["type"] == "missing":
            path.append(str(step))
            holder = at
    return ".".join(path), holder


def _told(fault: ErrorDetails, path: str, holder: Any, model: type[BaseModel]) -> SpecError:
    kind, given, context = fault["type"], fault["input"], fault.get("ctx", {})
    if kind == "missing":
        return SpecError("missing", path)
    if kind == "extra_forbidden":
        return SpecError("unknown_field", path, known=", ".join(fields_at(path, holder, model)))
    if kind in ("union_tag_invalid", "union_tag_not_found", "literal_error"):
        return _choice(path, given, context)
    if kind == "string_pattern_mismatch":
        code = "bad_name" if _is_series(path) else "bad_reference"
        return SpecError(code, path, value=shown(given))
    return _bounds(kind, path, given, context) or _type(kind, path, given, fault["msg"])


def _type(kind: str, path: str, given: Any, said: str) -> SpecError:
    if kind == "finite_number":
        return SpecError("not_finite", path)
    code = _TYPES.get(kind.split("_", maxsplit=1)[0])
    if code and kind.endswith(("_type", "_parsing", "_from_float", "_inexact")):
        return SpecError(code, path, found=shown(given))
    return SpecError("invalid", path, detail=said)


def _bounds(kind: str, path: str, given: Any, context: dict[str, Any]) -> SpecError | None:
    if kind in ("string_too_short", "too_short"):
        return SpecError("empty", path)
    if kind == "string_too_long":
        return SpecError("too_long", path, found=len(given), most=context["max_length"])
    if kind == "greater_than":
        return SpecError("not_above", path, value=shown(given), low=f"{context['gt']:g}")
    if kind == "less_than":
        return SpecError("not_below", path, value=shown(given), high=f"{context['lt']:g}")
    if kind == "greater_than_equal":
        return SpecError("too_small", path, value=shown(given), low=context["ge"])
    if kind == "less_than_equal":
        return SpecError("too_big", path, value=shown(given), high=context["le"])
    return None


def _is_series(path: str) -> bool:
    """Whether a place takes the name of a series: conditions and sources do, numbers don't."""
    return path.startswith(RULES) or path.endswith(".source")


def shown(given: Any) -> str:
    """A value as a document has it, cut short."""
    if isinstance(given, dict | list | tuple):
        return "{...}" if isinstance(given, dict) else "[...]"
    try:
        text = json.dumps(given, ensure_ascii=False)
    except TypeError:
        text = type(given).__name__
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _choice(path: str, given: Any, context: dict[str, Any]) -> SpecError:
    """A word that is none of those allowed, or none at all where one tells what a part is."""
    tag = str(context.get("discriminator", "")).strip("'")
    if "discriminator" in context and not isinstance(given, dict):
        return SpecError("not_object", path, found=shown(given))
    if "discriminator" in context and "tag" not in context:
        return SpecError("missing", f"{path}.{tag}")
    value = shown(context.get("tag", given)).strip('"')
    if path.startswith("indicators.") and tag == "kind":
        known = ", ".join(sorted(KINDS))
        return SpecError("unknown_indicator", f"{path}.kind", value=value, known=known)
    known = str(context.get("expected_tags", context.get("expected")))
    known = known.replace("'", "").replace(" or ", ", ")
    return SpecError("unknown_choice", f"{path}.{tag}".rstrip("."), value=value, known=known)

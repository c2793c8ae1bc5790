"""Turning what pydantic says into one SpecError: its place in the document and a plain sentence."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from trading.strategies import conditions, declared, spec, trade_rules
from trading.strategies.errors import SpecError
from trading.strategies.indicators import KINDS

_EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "string": "text",
    "dict": "an object",
    "model": "an object",
    "tuple": "a list",
    "list": "a list",
}
_FOUND = {
    "NoneType": "null",
    "bool": "true or false",
    "str": "text",
    "int": "a number",
    "float": "a number",
    "dict": "an object",
    "list": "a list",
    "tuple": "a list",
}


def explain(
    error: ValidationError, data: dict[str, Any], model: type[BaseModel] = spec.StrategySpec
) -> SpecError:
    """The first fault of a document of a model as a SpecError."""
    first = error.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, SpecError):
        return cause
    path, holder = _place(first, data)
    return _told(first, path, holder, model)


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
    kind, given, ctx = fault["type"], fault["input"], fault.get("ctx", {})
    if kind in ("missing", "union_tag_not_found"):
        tag = str(ctx.get("discriminator", "")).strip("'")
        where = f"{path}.{tag}" if tag and isinstance(given, dict) else path
        if not tag or isinstance(given, dict):
            return SpecError("missing", where)
    if kind == "extra_forbidden":
        return SpecError("unknown_field", path, known=", ".join(_fields(path, holder, model)))
    if kind in ("union_tag_invalid", "literal_error"):
        return _choice(path, given, ctx)
    if kind == "finite_number":
        return SpecError("not_finite", path)
    if kind == "string_pattern_mismatch":
        return SpecError("bad_name", path, value=str(given)[:40])
    expected = _EXPECTED.get(kind.split("_")[0], "an object" if "tag" in kind else "")
    if kind.endswith(("_type", "_parsing", "_from_float")) or "tag" in kind:
        found = _FOUND.get(type(given).__name__, type(given).__name__)
        return SpecError("wrong_type", path, expected=expected or "something else", found=found)
    return SpecError("invalid", path, detail=fault["msg"])


def _choice(path: str, given: Any, ctx: dict[str, Any]) -> SpecError:
    if "tag" in ctx:
        tag = str(ctx.get("discriminator")).strip("'")
        if path.startswith("indicators."):
            known = ", ".join(sorted(KINDS))
            return SpecError(
                "unknown_indicator", f"{path}.kind", value=str(ctx["tag"])[:40], known=known
            )
        known = str(ctx["expected_tags"]).replace("'", "")
        return SpecError("unknown_choice", f"{path}.{tag}", value=str(ctx["tag"])[:40], known=known)
    known = str(ctx["expected"]).replace("'", "")
    return SpecError("unknown_choice", path, value=str(given)[:40], known=known)


def _fields(path: str, holder: Any, model: type[BaseModel]) -> list[str]:
    """The fields of the object a key that is not known stands in."""
    steps = path.split(".")
    if len(steps) == 3 and steps[0] == "parameters":
        model = trade_rules.Parameter
    elif len(steps) == 3 and steps[0] == "indicators":
        model = declared.MODELS.get(str(holder.get("kind")), declared.DeclaredIndicator)
    elif len(steps) > 1 and steps[0] == "stops":
        model = trade_rules.Stops
    elif len(steps) > 1:
        model = _by_tag(holder)
    return list(model.model_fields)


def _by_tag(holder: Any) -> type[BaseModel]:
    tag = str(holder.get("op", holder.get("kind")))
    for model in (
        conditions.Arithmetic, conditions.Compare, conditions.Cross, conditions.Between,
        conditions.Combine, conditions.Not, trade_rules.AllIn, trade_rules.FixedFraction,
        trade_rules.VolatilityTarget,
    ):  # fmt: skip
        field = model.model_fields["op" if "op" in model.model_fields else "kind"]
        if tag in getattr(field.annotation, "__args__", ()):
            return model
    return conditions.Part

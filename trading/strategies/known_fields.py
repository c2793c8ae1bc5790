"""Which fields the object at a place of a document may have."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from trading.strategies import conditions, declared, trade_rules


def fields_at(path: str, holder: Any, model: type[BaseModel]) -> list[str]:
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
        *(conditions.Arithmetic, conditions.Compare, conditions.Cross, conditions.Between),
        *(conditions.Combine, conditions.Not),
        *(trade_rules.AllIn, trade_rules.FixedFraction, trade_rules.VolatilityTarget),
    ):
        field = model.model_fields["op" if "op" in model.model_fields else "kind"]
        if tag in getattr(field.annotation, "__args__", ()):
            return model
    return conditions.SpecPart

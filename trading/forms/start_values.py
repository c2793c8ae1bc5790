"""What a person wrote into the form of a start, as the services take it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from trading.domain.broker import ASKED
from trading.domain.limits import Limits
from trading.models import SavedSpec
from trading.strategies.constraints import Constraints
from trading.strategies.errors import SpecError
from trading.strategies.parse import load_json

_HUNDRED = Decimal(100)
PERCENTS = ("commission", *ASKED)
"""Constraints that are fractions, and percents in the form."""
_FRACTIONS = {"yes": True, "no": False}


def limits_of(told: Mapping[str, Any]) -> Limits:
    """The limits, by their own names."""
    return Limits(**{name: told[name] for name in Limits._fields})


def written_constraints(told: Mapping[str, Any]) -> dict[str, Any]:
    """The constraints that were filled in; percents as fractions."""
    found = {name: told.get(name) for name in Constraints.model_fields}
    for name in PERCENTS:
        if (percent := found[name]) is not None:
            found[name] = float(percent / _HUNDRED)
    found["fractions"] = _FRACTIONS.get(found["fractions"] or "")
    found |= {name: told[name].isoformat() for name in ("start", "end") if told.get(name)}
    # By identity: no costs are costs, and 0 equals False.
    kept = {k: v for k, v in found.items() if v is not None and v is not False and v != []}
    return kept | ({"fractions": False} if found["fractions"] is False else {})


def written_spec(told: Mapping[str, Any], user: Any) -> Any:
    """The spec to begin with, a saved one or JSON; None without one. Raises SpecError."""
    if told.get("saved"):
        return SavedSpec.objects.visible_to(user).get(pk=told["saved"]).spec
    text = (told.get("spec") or "").strip()
    if not text:
        return None
    found = load_json(text)
    if not isinstance(found, dict):
        raise SpecError("not_an_object", found=type(found).__name__)
    return found


def shown_constraints(constraints: Mapping[str, Any]) -> dict[str, Any]:
    """Constraints as the form shows them: fractions in percent, their digits as typed."""
    shown = dict(constraints)
    for name in PERCENTS:
        if shown.get(name) is not None:
            shown[name] = (Decimal(str(shown[name])) * _HUNDRED).normalize()
    if "fractions" in shown:
        shown["fractions"] = "yes" if shown["fractions"] else "no"
    return shown

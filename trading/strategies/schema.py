"""The JSON schema of a spec, as published in docs/strategy-spec.schema.json."""

from __future__ import annotations

from typing import Any

from trading.strategies.spec import StrategySpec


def json_schema() -> dict[str, Any]:
    """The JSON schema (draft 2020-12) of a strategy document.

    It knows the shape; references, bounds and what must be used are checked by `parse_spec`.
    """
    found = StrategySpec.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}

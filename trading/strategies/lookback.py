"""In which order indicators are computed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trading.strategies.errors import SpecError
from trading.strategies.names import COLUMNS, series_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trading.strategies.indicator_models import Indicator


def source_of(indicator: Indicator) -> str | None:
    """The indicator this one is computed from; None where it reads a price column."""
    reference = indicator.source_reference
    name = series_of(reference)[0] if reference else None
    return None if name is None or name in COLUMNS else name


def in_order(indicators: Mapping[str, Indicator]) -> list[str]:
    """The names of the indicators, each after the one it is computed from; sorted otherwise.

    Raises SpecError ("circular") for one that is computed from itself.
    """
    ordered: dict[str, None] = {}
    for name in sorted(indicators):
        chain: list[str] = []
        at: str | None = name
        while at is not None and at not in ordered:
            if at in chain:
                said = " < ".join([*chain, at])
                raise SpecError("circular", f"indicators.{name}.source", chain=said)
            chain.append(at)
            at = source_of(indicators[at])
        ordered.update(dict.fromkeys(reversed(chain)))
    return list(ordered)

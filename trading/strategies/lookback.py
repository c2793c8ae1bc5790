"""In which order indicators are computed, and how many bars pass before they have values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trading.strategies.errors import SpecError
from trading.strategies.names import COLUMNS, series_of
from trading.strategies.numbers import resolve
from trading.strategies.trade_rules import VolatilityTarget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trading.strategies.declared import Indicator
    from trading.strategies.spec import StrategySpec


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


def lookbacks(spec: StrategySpec, values: Mapping[str, float] | None = None) -> dict[str, int]:
    """How many bars pass before each indicator, and "sizing", has its first value."""
    values = spec.values if values is None else values
    found: dict[str, int] = {}
    for name in in_order(spec.indicators):
        indicator = spec.indicators[name]
        own = indicator.definition.lookback(
            **{key: resolve(value, values) for key, value in indicator.arguments.items()}
        )
        source = source_of(indicator)
        found[name] = own + (found[source] if source else 0)
    if isinstance(spec.sizing, VolatilityTarget):
        found["sizing"] = int(resolve(spec.sizing.length, values))
    return found


def longest_lookback(
    spec: StrategySpec, values: Mapping[str, float] | None = None
) -> tuple[int, str]:
    """The longest look-back in bars, and the name of what has it ("" where nothing looks back)."""
    found = lookbacks(spec, values)
    name = max(found, key=lambda key: found[key], default="")
    return found.get(name, 0), name

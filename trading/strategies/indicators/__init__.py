"""The indicators a spec may use, by name. Each is causal: a value uses bars up to its own only."""

from __future__ import annotations

from collections.abc import Mapping

from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.indicators.registry import PRICE_KINDS, RANGE_KINDS

KINDS: Mapping[str, IndicatorKind] = {kind.name: kind for kind in (*PRICE_KINDS, *RANGE_KINDS)}

"""What a development's backtests are played by: money, costs and the version of the calculation."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from trading.models import Strategy


def terms_of(strategy: Strategy) -> dict[str, Any]:
    """Cash, commission, fractions and calculation of a development.

    Raises Refusal where it names no costs.
    """
    try:
        costs = {name: float(strategy.constraints[name]) for name in ("cash", "commission")}
    except KeyError as missing:
        raise Refusal(
            _("the development names no %(name)s: its backtests cannot be recomputed")
            % {"name": missing.args[0]}
        ) from missing
    parts = bool(strategy.constraints.get("fractions", False))
    return {**costs, "calculation": strategy.calculation, "fractions": parts}


def money_of(strategy: Strategy) -> dict[str, Any]:
    """The same with the bars a year of its prices, as the engines take it."""
    return terms_of(strategy) | {"bars_per_year": strategy.dataset.bars_per_year}

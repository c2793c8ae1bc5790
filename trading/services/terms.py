"""The terms of a development's backtests: money, costs and the version of the calculation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from trading.domain.broker import ASKED, CASH, broker_of
from trading.models import Strategy


def asked_terms(values: Mapping[str, Any]) -> dict[str, float]:
    """A broker's terms by name, `borrow` a year: as asked for, else the site's.

    What the site leaves at its default is not named.
    """
    site = {
        "spread": settings.BACKTEST_SPREAD,
        "margin": settings.BACKTEST_MARGIN,
        "borrow": settings.BACKTEST_BORROW,
    }
    usual = {name: value for name, value in site.items() if value != getattr(CASH, name)}
    return usual | {name: values[name] for name in ASKED if values.get(name) is not None}


def terms_of(strategy: Strategy) -> dict[str, Any]:
    """Cash, commission, the broker's terms, fractions and calculation of a development.

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
    broker = broker_of(strategy.constraints, strategy.dataset.bars_per_year)
    return {
        **costs, "calculation": strategy.calculation, "fractions": parts, "broker": broker,
    }  # fmt: skip


def money_of(strategy: Strategy) -> dict[str, Any]:
    """The same with the bars a year of its prices, in the form of the engines."""
    return terms_of(strategy) | {"bars_per_year": strategy.dataset.bars_per_year}

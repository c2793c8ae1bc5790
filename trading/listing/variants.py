"""Which variants of a development a table shows, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, F, FloatField, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import NullIf

from trading.models import Backtest, Strategy, Variant

FIGURES = {
    "sharpe": "sharpe_ratio",
    "return": "annual_return",
    "drawdown": "max_drawdown",
    "trades": "total_trades",
    "wins": "win_rate",
    "factor": "profit_factor",
}
"""Orders by a figure of one segment, the highest first."""

ORDERS: dict[str, list[Any]] = {
    "number": [F("iteration").asc(), F("index").asc()],
    "name": [F("name").asc()],
    "approach": [F("approach").asc()],
    "score": [F("gate_score").desc(nulls_last=True)],
    "gates": [F("gates_passed").desc(), F("gate_score").desc(nulls_last=True)],
}
_LAST = [F("iteration").asc(), F("index").asc()]


def known(order: str) -> str:
    """The order itself, with its minus sign if any; "number" for one that there is not."""
    return order if order.removeprefix("-") in {*ORDERS, *FIGURES} else "number"


def listed(
    strategy: Strategy, told: Mapping[str, Any], order: str = "number", on: str = "validation"
) -> QuerySet[Variant]:
    """A development's variants narrowed by the clean values of a VariantFilter, sorted.

    A minus before the order turns it around. Each with `gate_score`, `gate_count`,
    `gates_passed` and `required_failed`.
    """
    rows = _with_gates(strategy.variants.all())
    if told.get("iteration"):
        rows = rows.filter(iteration=told["iteration"])
    if told.get("passed"):
        least = float(strategy.profile.get("pass_score", 1.0))
        through = Q(gate_count__gt=0, required_failed=0, gate_score__gte=least)
        rows = rows.filter(through if told["passed"] == "yes" else ~through | Q(gate_score=None))
    rows = rows.select_related("parent").prefetch_related("backtests", "gates")
    return _sorted(rows, known(order), on).defer("code", "description", "rationale")


def _with_gates(rows: QuerySet[Variant]) -> QuerySet[Variant]:
    weighted = Sum(F("gates__score") * F("gates__weight"), output_field=FloatField())
    weights = NullIf(Sum("gates__weight"), 0.0, output_field=FloatField())
    return rows.annotate(
        gate_score=weighted / weights,
        gate_count=Count("gates"),
        gates_passed=Count("gates", filter=Q(gates__passed=True)),
        required_failed=Count("gates", filter=Q(gates__required=True, gates__passed=False)),
    )


def _sorted(rows: QuerySet[Variant], order: str, on: str) -> QuerySet[Variant]:
    name = order.removeprefix("-")
    if name in FIGURES:
        of_segment = Backtest.objects.filter(variant=OuterRef("pk"), segment=on)
        rows = rows.annotate(by=Subquery(of_segment.values(FIGURES[name])[:1]))
        keys = [F("by").desc(nulls_last=True)]
    else:
        keys = ORDERS[name]
    if order.startswith("-"):
        keys = [_turned(key) for key in keys]
    return rows.order_by(*keys, *_LAST)


def _turned(key: Any) -> Any:
    """The other way round; what has no value stays last."""
    if key.descending:
        return key.expression.asc(nulls_last=key.nulls_last)
    return key.expression.desc(nulls_last=key.nulls_last)

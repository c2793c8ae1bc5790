"""Which strategies a list shows, and in which order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q

from trading.querysets import LARGE, STRATEGIES, StrategyQuerySet

ORDERS = {
    "new": ["-pk"],
    "old": ["pk"],
    "ticker": ["ticker", "-pk"],
    "status": ["status", "-pk"],
    "rounds": ["-round_count", "-pk"],
    "trials": ["-trial_count", "-pk"],
}
_LOOKUPS = (
    ("status", "status"),
    ("source", "source"),
    ("ticker", "ticker__iexact"),
    ("owner", "owner__username__iexact"),
    ("since", "created_at__date__gte"),
    ("until", "created_at__date__lte"),
)


def listed(seen: StrategyQuerySet, told: Mapping[str, Any], order: str = "new") -> StrategyQuerySet:
    """`seen` narrowed by the clean values of a FilterForm, in one of ORDERS."""
    rows = seen.with_status().with_counts().select_related("owner").filter(_asked(told))
    return rows.defer(*LARGE).order_by(*ORDERS.get(order, ORDERS["new"]))


def _asked(told: Mapping[str, Any]) -> Q:
    asked = Q()
    for name, lookup in _LOOKUPS:
        if told.get(name):
            asked &= Q(**{lookup: told[name]})
    if words := (told.get("q") or "").strip():
        asked &= searched(words)
    return asked


def searched(words: str) -> Q:
    """Every word stands in the ticker, the objective or the message at the end; a number is a
    strategy, too."""
    found = STRATEGIES.matching(words)
    return found | Q(pk=int(words)) if words.isascii() and words.isdigit() else found

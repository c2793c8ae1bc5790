"""How many parameter sets were tried before a strategy was judged, by itself and by others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from django.db.models import Count

from trading.models import Strategy


class TrialCount(TypedDict):
    """Parameter sets evaluated on real prices: a strategy's own, and those it builds on."""

    own: int
    inherited: int
    total: int


def trial_count(strategy: Strategy) -> TrialCount:
    """The trials behind a strategy: its own as of now, and those inherited.

    It inherits those of the strategies it recalled, as many as they were when it did, and those
    of the ones it was forked from; each strategy counts once, however it was reached.
    """
    own = strategy.trials.count()
    known = dict(strategy.memory.trials) if strategy.memory else {}
    if strategy.forked_from_id:
        known = _most(known, tried([strategy.forked_from_id]))
    known.pop(str(strategy.pk), None)
    inherited = sum(known.values())
    return {"own": own, "inherited": inherited, "total": own + inherited}


def tried(strategies: Iterable[int]) -> dict[str, int]:
    """The trials by now of strategies and of all that these build on, by id, in order of id."""
    counts: dict[str, int] = {}
    waiting = set(strategies)
    while waiting:
        rows = Strategy.objects.filter(pk__in=waiting)
        own = dict(rows.order_by().annotate(own=Count("trials")).values_list("pk", "own"))
        later: set[int] = set()
        for row in rows.select_related("memory"):
            counts = _most(counts, {str(row.pk): own[row.pk]})
            counts = _most(counts, row.memory.trials if row.memory else {})
            if row.forked_from_id and str(row.forked_from_id) not in counts:
                later.add(row.forked_from_id)
        waiting = later
    return {key: counts[key] for key in sorted(counts, key=int)}


def _most(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Both, and of what both know the larger: a count only grows."""
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}

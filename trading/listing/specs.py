"""Which saved specs a list shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from trading.models import SavedSpec, SpecBacktest, Strategy, Variant

_LOOKS = 20  # shown of a spec


def newest(rows: QuerySet[Any]) -> QuerySet[Any]:
    """The newest version under each name."""
    later = SavedSpec.objects.filter(
        owner=OuterRef("owner"), name=OuterRef("name"), version__gt=OuterRef("version")
    )
    return rows.filter(~Exists(later))


def listed_specs(seen: QuerySet[Any], told: Mapping[str, Any]) -> QuerySet[Any]:
    """The newest version of each name of `seen`, narrowed by the clean values of SpecFilterForm."""
    asked = Q(archived_at__isnull=told.get("archived") != "only")
    for word in told.get("q", "").split():
        asked &= searched_spec(word)
    return newest(seen).filter(asked).select_related("owner").order_by("-pk")


def searched_spec(word: str) -> Q:
    """A word of a spec's name, or the beginning of its hash."""
    return Q(name__icontains=word) | Q(spec_hash__istartswith=word)


def strategies_that_tried(user: Any, hashes: Iterable[str]) -> dict[str, list[int]]:
    """By spec hash, the numbers of the strategies a person may see that tried it, newest first."""
    seen = Strategy.objects.visible_to(user)
    rows = Variant.objects.filter(spec_hash__in=list(hashes), strategy__in=seen)
    found: dict[str, list[int]] = {}
    pairs = rows.order_by("-strategy").values_list("spec_hash", "strategy").distinct()
    for digest, strategy in pairs:
        found.setdefault(digest, []).append(strategy)
    return found


def versions_of(saved: SavedSpec) -> list[SavedSpec]:
    """Every version under a saved spec's name, the newest first."""
    rows = SavedSpec.objects.filter(owner=saved.owner_id, name=saved.name)
    return list(rows.order_by("-version"))


def looks_at(user: Any, digest: str) -> list[SpecBacktest]:
    """The newest backtests of a spec by itself that a person may see."""
    if not digest:
        return []
    rows = SpecBacktest.objects.visible_to(user).filter(spec_hash=digest)
    return list(rows.select_related("dataset", "owner").defer("trades", "spec")[:_LOOKS])

"""Which memories hold a lesson: frozen, they name its content and not its row."""

from __future__ import annotations

from typing import Any

from trading.models import Lesson, MemorySnapshot

_ALIKE = ("kind", "ticker", "frequency", "approach", "code", "values")
MOST = 500
"""Memories that are looked through, the latest first: each holds some twenty lessons."""


def snapshots_with(lesson: Lesson) -> list[int]:
    """The ids of the memory snapshots that hold a lesson, as it reads now or as it read then.

    One that several developments left is recalled once: it counts for each whose trials count.
    """
    own = {name: getattr(lesson, name) for name in _ALIKE}
    rows = MemorySnapshot.objects.filter(trials__has_key=str(lesson.strategy_id))
    latest = rows.order_by("-pk").values_list("pk", "content")[:MOST]
    return [pk for pk, content in latest.iterator(chunk_size=50) if _holds(content, own)]


def _holds(content: list[dict[str, Any]], own: dict[str, Any]) -> bool:
    return any(all(row.get(name) == own[name] for name in _ALIKE) for row in content)

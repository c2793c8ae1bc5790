"""Writes events, and tells whoever watches the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .models import Event

OnEvent = Callable[[Event], None]


def write(run_id: int, kind: Event.Kind, node: str = "", **data: Any) -> Event:
    """Append an event to a run's history."""
    return Event.objects.create(run_id=run_id, kind=kind, node=node, data=data)


def tell(on_event: OnEvent | None, event: Event) -> None:
    if on_event:
        on_event(event)

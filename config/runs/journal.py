"""Writes events, and tells whoever watches the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .models import Event
from .port import StepKey

OnEvent = Callable[[Event], None]


def write(run_id: int, kind: Event.Kind, node: str = "", **data: Any) -> Event:
    """Append an event to a run's history."""
    return Event.objects.create(run_id=run_id, kind=kind, node=node, data=data)


def write_steps(run_id: int, steps: Iterable[tuple[StepKey, float]]) -> list[Event]:
    """Append an event a finished step, given its key and the seconds it took."""
    return Event.objects.bulk_create(
        Event(
            run_id=run_id,
            kind=Event.Kind.STEP,
            node=key.node,
            data={"iteration": key.iteration, "item": key.item, "seconds": seconds},
        )
        for key, seconds in steps
    )


def tell(on_event: OnEvent | None, event: Event) -> None:
    if on_event:
        on_event(event)

"""The function that the broker calls."""

from __future__ import annotations

import logging
from typing import Any

from .execution import execute
from .models import Event
from .worker_start import settle_once

logger = logging.getLogger(__name__)


def run_task(run_id: int, **kwargs: Any) -> str:
    """Execute a run. Returns its status, for the broker's own record."""
    status = execute(run_id, on_event=_tell).status
    settle_once()  # the first run has loaded the rest
    return status


def _tell(event: Event) -> None:
    """Log the state of a run; not each of its steps."""
    if event.kind not in (Event.Kind.STEP, Event.Kind.MESSAGE):
        logger.info("run %s: %s", event.run_id, event.kind)

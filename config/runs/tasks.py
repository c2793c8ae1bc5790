"""What the broker calls."""

from __future__ import annotations

from typing import Any

from .execution import execute
from .settling import settle_once


def run_task(run_id: int, **kwargs: Any) -> str:
    """Execute a run. Returns its status, for the broker's own record."""
    status = execute(run_id).status
    settle_once()  # the first run has loaded the rest
    return status

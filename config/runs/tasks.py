"""What the broker calls."""

from __future__ import annotations

from typing import Any

from .execution import execute


def run_task(run_id: int, **kwargs: Any) -> str:
    """Execute a run. Returns its status, for the broker's own record."""
    return execute(run_id).status

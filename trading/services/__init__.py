"""What one can do with strategies: `execute_workflow`, `stream_workflow`, and a module an act."""

from __future__ import annotations

from typing import Any

__all__ = ["execute_workflow", "stream_workflow"]


def __getattr__(name: str) -> Any:
    """Import the workflow with its first use: LangGraph takes a second, which few commands need."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from trading.services import workflow

    return getattr(workflow, name)

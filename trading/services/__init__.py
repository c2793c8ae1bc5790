"""What one can do with strategies."""

from trading.services.workflow import execute_workflow, stream_workflow

__all__ = ["execute_workflow", "stream_workflow"]

"""The port of memory over the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from trading.memory.recalling import DEFAULT_LIMIT, recall
from trading.memory.remembering import remember
from trading.models import MemorySnapshot, Strategy


@dataclass(frozen=True)
class DatabaseMemory:
    """`trading.graph.ports.Memory` for what one user may see; without a user, for all."""

    user: Any = None

    def recall(
        self,
        *,
        ticker: str,
        objective: str,
        frequency: str,
        language: str,
        limit: int = DEFAULT_LIMIT,
        until: datetime | None = None,
    ) -> MemorySnapshot:
        """Lessons of strategies that the user may see; see `recalling.recall`."""
        return recall(
            user=self.user,
            ticker=ticker,
            objective=objective,
            frequency=frequency,
            language=language,
            limit=limit,
            until=until,
        )

    def remember(self, *, strategy: int, state: Mapping[str, Any]) -> None:
        """Leave the lessons of a development that ended; see `remembering.remember`."""
        row = Strategy.objects.select_related("dataset").get(pk=strategy)
        remember(strategy=row, state=state)

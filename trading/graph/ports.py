"""What the nodes are given from outside, as protocols over plain types."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol, TypedDict


class Recalled(TypedDict):
    """A lesson of an earlier development, as it was when it was recalled.

    `kind` is "finding", "strategy" or "lesson"; `code` and `values` are what `text` says, the
    text in the language of the run that recalls. Figures are of train and validation. `strategy`
    is the id of the one it comes from: of this database, so no hash covers it.
    """

    kind: str
    ticker: str
    frequency: str
    approach: str
    code: str
    values: dict[str, Any]
    text: str
    strategy: int


class Snapshot(Protocol):
    """What was recalled, frozen: `sha256` is the same wherever the content is."""

    @property
    def sha256(self) -> str:
        """Of the content and the number of trials behind it, without ids."""

    @property
    def content(self) -> list[Recalled]:
        """The lessons, the most relevant first."""


class Memory(Protocol):
    """What earlier developments left behind, and what this one leaves."""

    def recall(
        self,
        *,
        ticker: str,
        objective: str,
        frequency: str,
        language: str,
        limit: int = 20,
        until: datetime | None = None,
    ) -> Snapshot:
        """Lessons on the ticker and for the objective; of the ticker, none from after `until`."""

    def remember(self, *, strategy: int, state: Mapping[str, Any]) -> None:
        """Leave the lessons of a development that ended; a second time does nothing."""

"""What the nodes are given from outside: an analyst, the ledger of steps, the recorder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from config.llm.analyst import Analyst
from config.runs.port import MemorySteps, Steps
from hypotheses.analyst.builtin import BuiltinAnalyst


class StepRecorder(Protocol):
    """Turns a step's output into rows; called once a step, in the step's transaction."""

    def understood(self, output: dict[str, Any]) -> None:
        """Language, kind, and V1 when it is the author's words."""

    def drafted(self, output: dict[str, Any]) -> None:
        """A version by the structurer."""

    def reviewed(self, output: dict[str, Any]) -> None:
        """A review and the gap ledger after it."""

    def forced(self, output: dict[str, Any]) -> None:
        """The forced review at the limit."""


@dataclass(frozen=True)
class HypothesisContext:
    """The ports of one run. The defaults run a graph in memory, on the built-in analyst."""

    analyst: Analyst = field(default_factory=BuiltinAnalyst)
    steps: Steps = field(default_factory=MemorySteps)
    recorder: StepRecorder | None = None

    def record(self, event: str) -> Callable[[Any], None] | None:
        """The recorder's method for an event, or None without a recorder."""
        return getattr(self.recorder, event) if self.recorder else None

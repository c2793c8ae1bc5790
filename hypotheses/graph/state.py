"""The state of the refinement graph. Plain JSON only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypedDict

from config.llm.analyst import Analyst
from config.runs.port import MemorySteps, Steps
from hypotheses.analyst.builtin import BuiltinAnalyst


class MultiAgentState(TypedDict, total=False):
    """What the nodes hand on.

    `hypothesis_versions` are `{version, question, feedback}`, feedback `{status, improvements}`
    once reviewed. `methodologist_output` is the last review, `claim` the frame of the last version
    as plain JSON, `filled` its slots that hold words. A later round starts with the versions,
    `claim`, `filled` and `gaps` of the rounds before, and with `answers` by slot, slots
    that were `declined`, or a reviewer's `guidance`; `person_question` is the newest wording of a
    person's own.
    `frame` is what the author set before anything ran (`hypotheses.domain.frame`).
    """

    user_input: str
    language: str
    input_kind: str
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: list[dict[str, Any]]
    methodologist_output: dict[str, Any]
    forced: bool
    claim: dict[str, Any] | None
    filled: list[str]
    gaps: list[dict[str, Any]]
    answers: dict[str, str]
    declined: list[str]
    guidance: str
    person_question: str
    frame: dict[str, str | None]


# What the nodes are given from outside: an analyst, the ledger of steps, the recorder.


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

"""The state of the refinement graph. Plain JSON only."""

from __future__ import annotations

from typing import Any, TypedDict


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

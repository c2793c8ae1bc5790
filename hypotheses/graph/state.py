"""The state of the refinement graph. Plain JSON only."""

from __future__ import annotations

from typing import Any, TypedDict


class MultiAgentState(TypedDict, total=False):
    """What the nodes hand on.

    `hypothesis_versions` are `{version, question, feedback}`, feedback `{status, improvements}`
    once reviewed. `methodologist_output` is the last review. A later round starts with the
    versions, `elements`, `scores` and `gaps` of the rounds before, and with `answers` (by part or
    aspect), parts that were `declined`, or a reviewer's `guidance`.
    """

    user_input: str
    language: str
    input_kind: str
    refinement_iteration: int
    max_refinements: int
    hypothesis_versions: list[dict[str, Any]]
    methodologist_output: dict[str, Any]
    forced: bool
    elements: list[dict[str, Any]]
    scores: dict[str, int]
    gaps: list[dict[str, Any]]
    answers: dict[str, str]
    declined: list[str]
    guidance: str

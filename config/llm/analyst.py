"""The port through which both apps' graphs reach an analyst, built-in or a language model.

Everything that crosses it is plain JSON, so that a step's output can be stored and replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, Protocol, TypedDict


class AnalystReading(TypedDict):
    """An idea's language (en, pt) and kind (vague, semi_formed, complete). `degraded`, here and
    below: a model should have answered and could not."""

    language: str
    kind: str
    degraded: NotRequired[bool]


class AnalystDraft(TypedDict):
    """A version as the structurer wrote it.

    `claim` is the version's claim as plain JSON (`hypotheses.domain.claim.Claim.as_dict`);
    `proposals` are `{slot, text, source}`, the best first, for slots that only the author can
    confirm; `asks` are `{slot, aspect, question}`, `understood` and `not_understood` quote a
    reviewer's guidance; `notes` are `{kind, text}` on how the version was written.
    """

    question: str
    claim: dict[str, Any]
    proposals: list[dict[str, Any]]
    asks: list[dict[str, Any]]
    notes: NotRequired[list[dict[str, str]]]


class AnalystReview(TypedDict):
    """A methodologist's verdict on one version.

    `scores` are `{aspect, score, evidence, code}`, one an aspect; `findings` are the slots as
    `hypotheses.domain.gaps.SlotFinding`; `improvements` are `{slot, aspect, gap, suggestion}`;
    `clarifications` maps an open slot to the question that only the author can answer, and
    `conditions` are `{slot, text}` of what was proposed and not confirmed. `exhausted`: nothing is
    left but the author's answers. `vetoes` are `{code, quote, reason}`. `others` are the verdicts
    of further judges on the same version: kept and shown, but this one leads on.
    """

    judge: str
    status: str
    justification: str
    scores: list[dict[str, Any]]
    findings: list[dict[str, Any]]
    improvements: list[dict[str, Any]]
    clarifications: dict[str, str]
    conditions: list[dict[str, str]]
    exhausted: bool
    vetoes: list[dict[str, Any]]
    hedges: list[str]
    notes: list[dict[str, str]]
    drift: list[str]
    degraded: NotRequired[bool]
    others: NotRequired[list[AnalystReview]]


class Analyst(Protocol):
    """An orchestrator, structurer and methodologist in one."""

    name: str

    async def read(self, text: str, language: str) -> AnalystReading:
        """Find an idea's language (`auto` to detect it) and kind. Raises ValueError."""

    async def structure(self, brief: Mapping[str, Any]) -> AnalystDraft:
        """Write the next version: `original, language, previous, claim, review, answers, declined,
        guidance, iteration`. Without `previous` it is the first."""

    async def review(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Judge a version: `original, language, question, claim, declined, person_question,
        iteration`."""

    async def decide(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Decide at the limit, approved or rejected: as `review`, with the last `review`."""

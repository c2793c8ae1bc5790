"""The port through which both apps' graphs reach an analyst, built-in or a language model.

Everything that crosses it is plain JSON, so that a step's output can be stored and replayed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NotRequired, Protocol, TypedDict


class Reading(TypedDict):
    """What an idea is: its language (en, pt) and kind (vague, semi_formed, complete).

    `degraded`, here and below: a model should have answered and could not.
    """

    language: str
    kind: str
    degraded: NotRequired[bool]


class Draft(TypedDict):
    """A version as the structurer wrote it.

    `elements` are `{aspect, kind, text, origin}`; `asks` are `{aspect, question}` for what only
    the author can say; `notes` are `{kind, text}` on how it was written.
    """

    question: str
    elements: list[dict[str, Any]]
    asks: list[dict[str, Any]]
    notes: NotRequired[list[dict[str, str]]]


class Review(TypedDict):
    """A methodologist's verdict on one version.

    `scores` are `{aspect, score, evidence, code, gap, suggestion}`, one an aspect; `improvements`
    are `{aspect, gap, suggestion}`; `vetoes` are `{code, quote, reason}`. `others` are the
    verdicts of further judges on the same version: kept and shown, but this one leads on.
    """

    judge: str
    status: str
    justification: str
    scores: list[dict[str, Any]]
    improvements: list[dict[str, Any]]
    clarifications: dict[str, str]
    vetoes: list[dict[str, Any]]
    hedges: list[str]
    notes: list[dict[str, str]]
    drift: list[str]
    degraded: NotRequired[bool]
    others: NotRequired[list[Review]]


class Analyst(Protocol):
    """An orchestrator, structurer and methodologist in one."""

    name: str

    async def read(self, text: str, language: str) -> Reading:
        """Tell an idea's language (`auto` to detect) and kind. Raises ValueError."""

    async def structure(self, brief: Mapping[str, Any]) -> Draft:
        """Write the next version: `original, language, previous, elements, review, answers,
        declined, guidance, iteration`. Without `previous` it is the first."""

    async def review(self, brief: Mapping[str, Any]) -> Review:
        """Judge a version: `original, language, question, elements`."""

    async def decide(self, brief: Mapping[str, Any]) -> Review:
        """Decide at the limit, approved or rejected: as `review`, with the last `review`."""

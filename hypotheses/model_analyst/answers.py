"""What a model is asked to answer with. Lengths and words are checked apart: no server is strict
about the same part of a schema."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hypotheses.domain.types import Aspect, Kind

PartKind = Literal[
    "population",
    "independent_variable",
    "dependent_variable",
    "metric",
    "comparator",
    "window",
]


class Answer(BaseModel):
    """Nothing but what was asked for."""

    model_config = ConfigDict(extra="forbid")


class ReadAnswer(Answer):
    """The orchestrator's."""

    claim: str = Field(description="the idea's own words that state the relation")
    kind: Kind


class PartAnswer(Answer):
    """A part of a version."""

    kind: PartKind
    text: str = Field(description="copied letter by letter from the question")


class AskAnswer(Answer):
    """What only the author can say."""

    aspect: Aspect
    question: str


class DraftAnswer(Answer):
    """The structurer's."""

    question: str
    claim: str
    parts: list[PartAnswer]
    asks: list[AskAnswer]


class AspectAnswer(Answer):
    """The methodologist's on one aspect; evidence first, the score last."""

    quote: str = Field(description="the version's own words that earn the score, or empty")
    gap: str
    suggestion: str
    score: Literal[0, 1, 2]


class TestabilityAnswer(AspectAnswer):
    """With what it says of the idea's scientific basis."""

    __test__ = False  # to pytest its name looks like a test's

    unscientific: bool
    basis_quote: str
    reason: str


class DecisionAnswer(Answer):
    """The forced decision."""

    justification: str
    decision: Literal["approved", "rejected"]

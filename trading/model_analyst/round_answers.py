"""What models are asked to answer with about a round. Specs are checked by their own rules."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from config.llm.answers import StrictAnswer
from trading.domain.types import Convergence, FailureClass


class DesignAnswer(StrictAnswer):
    """One strategy. Reasons first, the spec last."""

    idea: str = Field(description="why it should work, in two or three sentences")
    findings: list[str] = Field(description="names of the findings it rests on")
    builds_on: int | None = Field(description="index of the variant it changes, or null")
    spec: dict[str, Any]


class DesignsAnswer(StrictAnswer):
    """The strategist's."""

    rationale: str = Field(description="why these together, in two or three sentences")
    designs: list[DesignAnswer]


class FailureAnswer(StrictAnswer):
    """The failure analyst's; the class last."""

    explanation: str
    failure_class: FailureClass


class TrajectoryAnswer(StrictAnswer):
    """The trajectory analyst's; the status last."""

    explanation: str
    convergence: Convergence

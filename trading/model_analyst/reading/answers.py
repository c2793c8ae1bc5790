"""What a model is asked to answer with. Lengths and words are checked apart: no server is strict
about the same part of a schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from config.llm.answers import StrictAnswer

# Findings have names in small letters, whatever a model makes of them.
Name = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]


class PointAnswer(StrictAnswer):
    """A sentence on a finding."""

    finding: Name = Field(description="the finding's name, exactly as given")
    text: str


class AgentAnswer(StrictAnswer):
    """A research agent's reading of its findings."""

    points: list[PointAnswer]
    caution: str


class SummaryAnswer(StrictAnswer):
    """A synthesizer's, or the leader's."""

    text: str
    caution: str

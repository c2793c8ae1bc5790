"""What a model is asked to answer with. Lengths and words are checked apart: no server is strict
about the same part of a schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

# Findings have names in small letters, whatever a model makes of them.
Name = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]


class Answer(BaseModel):
    """Nothing but what was asked for."""

    model_config = ConfigDict(extra="forbid")


class PointAnswer(Answer):
    """A sentence on a finding."""

    finding: Name = Field(description="the finding's name, exactly as given")
    text: str


class AgentAnswer(Answer):
    """A research agent's reading of its findings."""

    points: list[PointAnswer]
    caution: str


class SummaryAnswer(Answer):
    """A synthesizer's, or the leader's."""

    text: str
    caution: str

"""What a hypothesis is made of: its versions, their reviews, gaps, questions and decisions."""

from hypotheses.models.review import Preregistration
from hypotheses.models.version import Clarification, Gap, GapEvent

from .hypothesis import Hypothesis, LexiconTerm
from .review import AspectScore, Decision, Improvement, Review, Veto
from .version import (
    ELEMENT_NAMES,
    Direction,
    Element,
    Note,
    Proposal,
    StudyDesign,
    Version,
    claim_fields,
)

__all__ = [
    "ELEMENT_NAMES",
    "AspectScore",
    "Clarification",
    "Decision",
    "Direction",
    "Element",
    "Gap",
    "GapEvent",
    "Hypothesis",
    "Improvement",
    "LexiconTerm",
    "Note",
    "Preregistration",
    "Proposal",
    "Review",
    "StudyDesign",
    "Version",
    "Veto",
    "claim_fields",
]

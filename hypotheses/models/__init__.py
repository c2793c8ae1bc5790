"""What a hypothesis is made of: its versions, their reviews, gaps, questions and decisions."""

from .decision import Decision
from .hypothesis import Hypothesis
from .ledger import Clarification, Gap, GapEvent
from .lexicon import LexiconTerm
from .registration import Preregistration
from .review import AspectScore, Improvement, Review, Veto
from .version import Direction, Element, Note, Proposal, StudyDesign, Version, claim_fields

__all__ = [
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

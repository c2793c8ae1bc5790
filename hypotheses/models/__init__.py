"""What a hypothesis is made of: its versions, their reviews, gaps, questions and decisions."""

from .decision import Decision
from .hypothesis import Hypothesis
from .ledger import Clarification, Gap, GapEvent
from .lexicon import LexiconTerm
from .registration import Preregistration
from .review import AspectScore, Improvement, Review, Veto
from .version import Design, Direction, Element, Note, Proposal, Version, claim_fields

__all__ = [
    "AspectScore",
    "Clarification",
    "Decision",
    "Design",
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
    "Version",
    "Veto",
    "claim_fields",
]

"""What a hypothesis is made of: its versions, their reviews, gaps, questions and decisions."""

from .decision import Decision
from .hypothesis import Hypothesis
from .ledger import Clarification, Gap, GapEvent
from .lexicon import LexiconTerm
from .registration import Preregistration
from .review import AspectScore, Improvement, Review, Veto
from .version import Element, Note, Version

__all__ = [
    "AspectScore",
    "Clarification",
    "Decision",
    "Element",
    "Gap",
    "GapEvent",
    "Hypothesis",
    "Improvement",
    "LexiconTerm",
    "Note",
    "Preregistration",
    "Review",
    "Version",
    "Veto",
]

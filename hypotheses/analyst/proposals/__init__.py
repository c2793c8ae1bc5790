"""Proposals that fit a claim's open slots, one question for each slot, and slots that clash."""

from hypotheses.analyst.proposals.candidates import RankedProposal, propose
from hypotheses.analyst.proposals.conditions import with_conditions, without_other_clauses
from hypotheses.analyst.proposals.misfits import Misfit, misfits
from hypotheses.analyst.proposals.populations import with_eligibility
from hypotheses.analyst.proposals.questions import Asked, ask, quoted
from hypotheses.analyst.proposals.texts import own_texts

__all__ = [
    "Asked",
    "Misfit",
    "RankedProposal",
    "ask",
    "misfits",
    "own_texts",
    "propose",
    "quoted",
    "with_conditions",
    "with_eligibility",
    "without_other_clauses",
]

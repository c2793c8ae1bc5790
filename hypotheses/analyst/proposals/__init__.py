"""Proposals that fit a claim's open slots, one question for each slot, and slots that clash."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.proposals.candidates import RankedProposal, defaults, propose
from hypotheses.analyst.proposals.doubts import ask_doubted, ask_pointer, ask_relation
from hypotheses.analyst.proposals.measures import SOURCES
from hypotheses.analyst.proposals.misfits import Misfit, misfits
from hypotheses.analyst.proposals.populations import with_eligibility
from hypotheses.analyst.proposals.questions import Asked, ask, ask_factors, questions, quoted
from hypotheses.analyst.proposals.sentences import (
    is_further_clause,
    with_conditions,
    without_other_clauses,
)
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

__all__ = [
    "Asked",
    "Misfit",
    "RankedProposal",
    "ask",
    "ask_doubted",
    "ask_factors",
    "ask_pointer",
    "ask_relation",
    "is_further_clause",
    "misfits",
    "offered",
    "own_texts",
    "propose",
    "quoted",
    "with_conditions",
    "with_eligibility",
    "without_other_clauses",
]


def offered(
    claim: Claim, language: Language, clause: str, whole: str
) -> dict[SlotName, tuple[RankedProposal, ...]]:
    """What is proposed for a claim that a clause states, as it is put into the next version.

    Who is observed may be found only in the order of the author's `whole` text; of other clauses
    nobody is taken from there.
    """
    found = propose(claim, language, clause, whole)
    if claim.unit is not None or "unit" in found or clause == whole:
        return found
    there = propose(claim, language, whole)
    who = there.get("unit", ())
    return {**there, **found} if who and who[0].text in clause else found


def own_texts() -> Iterator[dict[str, str]]:
    """Each question, and each source that is no citation, in every language: `{en, pt}`."""
    for forms in questions().values():
        for key in forms["en"]:
            if key in forms["pt"]:
                yield {"en": forms["en"][key], "pt": forms["pt"][key]}
    for told in [*SOURCES.values(), *defaults()["source"].values()]:
        yield {"en": told["en"], "pt": told["pt"]}

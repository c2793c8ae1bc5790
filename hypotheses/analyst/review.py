"""The built-in methodologist: what a claim's frame covers, what is open, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypotheses.domain.claim import MAY_LACK, Claim, SlotName
from hypotheses.domain.types import Aspect, Verdict

_NO_COMPARATOR = ("correlational", "predictive")
_DESCRIBES = ("descriptive", "qualitative")


@dataclass(frozen=True, slots=True)
class AspectCoverage:
    """How far a claim covers one aspect: 0 absent, 1 in part, 2 covered.

    `slot` holds the words that earn the score, `code` names what is missing (empty at 2).
    """

    aspect: Aspect
    score: int
    slot: SlotName | None = None
    code: str = ""


def coverage(claim: Claim) -> dict[Aspect, AspectCoverage]:
    """Scores the four aspects of a claim. A placeholder letter never counts as content."""
    found = (_population(claim), _metrics(claim), _variables(claim), _testability(claim))
    return {each.aspect: each for each in found}


def judge(claim: Claim, vetoed: bool, misfit: bool) -> Verdict:
    """The verdict on a claim.

    A veto rejects it. It is approved when every aspect is covered. One slot of `MAY_LACK` may stay
    open where the claim is not hedged, rests on no proposal and states its direction. Never
    approved: a placeholder, an uncertain slot that the claim rests on, words that belong to no
    slot, a design that is not stated, slots that contradict each other (`misfit`).
    """
    if vetoed:
        return "rejected"
    doubted = claim.unsure or claim.open_doubts or claim.design == "unknown"
    if misfit or claim.placeholders or doubted:
        return "needs_refinement"
    scores = [each.score for each in coverage(claim).values()]
    missing = sum(2 - score for score in scores)
    if missing == 0:
        return "approved"
    small = missing == 1 and set(claim.missing) <= MAY_LACK and claim.direction != "difference"
    if small and not claim.hedges and not claim.conditions:
        return "approved"
    return "needs_refinement"


def _filled(claim: Claim, *names: SlotName) -> Iterator[SlotName]:
    return (name for name in names if claim.is_filled(name))


def _population(claim: Claim) -> AspectCoverage:
    found = list(_filled(claim, "unit", "bound"))
    if len(found) == 2:
        return AspectCoverage("population", 2, "unit")
    if "unit" in found:
        return AspectCoverage("population", 1, "unit", "no_bound")
    return AspectCoverage("population", len(found), found[0] if found else None, "missing")


def _metrics(claim: Claim) -> AspectCoverage:
    wanted: SlotName = "approach" if claim.design == "qualitative" else "measure"
    if claim.is_filled(wanted):
        return AspectCoverage("metrics", 2, wanted)
    if claim.is_filled("outcome"):
        code = "no_approach" if claim.design == "qualitative" else "construct_only"
        return AspectCoverage("metrics", 1, "outcome", code)
    return AspectCoverage("metrics", 0, None, "missing")


def _variables(claim: Claim) -> AspectCoverage:
    if claim.design in _DESCRIBES:
        filled = claim.is_filled("outcome")
        code = "" if filled else "missing"
        return AspectCoverage("variables", 2 if filled else 0, "outcome" if filled else None, code)
    if {"exposure", "outcome"} & set(claim.placeholders):
        return AspectCoverage("variables", 0, None, "placeholder")
    found = list(_filled(claim, "exposure", "outcome"))
    if len(found) == 2:
        return AspectCoverage("variables", 2, "exposure")
    code = "one_side" if found else "missing"
    return AspectCoverage("variables", len(found), found[0] if found else None, code)


def _testability(claim: Claim) -> AspectCoverage:
    points, slot, code = _points(claim)
    if claim.hedges:
        return AspectCoverage("testability", min(points, 1), slot, "hedged")
    return AspectCoverage("testability", points, slot, code if points < 2 else "")


def _points(claim: Claim) -> tuple[int, SlotName | None, str]:
    compared: SlotName | None = next(_filled(claim, "comparator"), None)
    if claim.design in _DESCRIBES:
        there = claim.is_filled("outcome")
        return (2 if there else 0), "outcome" if there else None, "missing"
    if claim.design in ("equivalence", "non_inferiority") or claim.direction == "none":
        margin: SlotName | None = "margin" if claim.is_filled("margin") else None
        points = 2 if margin and compared else 1
        return points, margin or compared, "no_comparator" if margin else "no_margin"
    directed = claim.direction != "unspecified"
    if claim.design in _NO_COMPARATOR:
        return (2 if directed else 0), "outcome" if directed else None, "no_direction"
    if directed and compared:
        return 2, compared, ""
    if directed:
        return 1, None, "no_comparator"
    return (1, compared, "no_direction") if compared else (0, None, "missing")

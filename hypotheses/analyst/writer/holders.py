"""Exposure or outcome together with the unit that the author attached to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.phrases import Phrase, mid, opens
from hypotheses.analyst.writer.places import placed
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_OF = lazy_regex(
    r"\s(?:of(?: (?:the|an?|each|their|its))?|d[eao]s?(?: (?:seus?|suas?|cada|uma?|uns|umas))?)\s"
)
_DIRECT = lazy_regex(r"\s(?:the |o |a |os |as )?")
_POSSESSIVE = lazy_regex(r"['’]s?\s")


def stretch(
    claim: Claim,
    names: tuple[SlotName, ...],
    source: str,
    marks: str = " ,()",
    language: Language | None = None,
) -> tuple[int, int] | None:
    """The text from the first to the last of slots that are adjacent in the source; otherwise None.

    With a language, words of a noun phrase may stand between them.
    """
    spots = sorted(p for name in names if (p := placed(getattr(claim, name), source)))
    for (_, end), (start, _) in pairwise(spots):
        gap = source[end:start].strip(marks)
        if gap and not (language and _of_nouns(source, end, start, language)):
            return None
    return (spots[0][0], spots[-1][1]) if spots else None


def _of_nouns(source: str, start: int, end: int, language: Language) -> bool:
    """Whether only nouns and their dependents stand between two positions."""
    tokens = [w for w in tagged(source, language) if start <= w.start < end]
    return len(tokens) < 8 and all(
        w.tag.startswith(("N", "J", "D", "ADP", "PD.")) or w.text in "()," for w in tokens
    )


def with_holder(
    claim: Claim, phrases: dict[SlotName, Phrase], source: str
) -> dict[SlotName, Phrase]:
    """Exposure or outcome together with the unit that the author attached to it.

    `the mood of investors`, `students' attention`, `freezing the samples`.
    """
    unit = stretch(claim, ("unit", "bound"), source) or placed(claim.unit, source)
    if unit is None or placed(claim.unit, source) is None:
        return phrases
    for name in ("outcome", "exposure"):
        found, spot = phrases.get(name), placed(getattr(claim, name), source)
        if found is None or spot is None or not found.nominal:
            continue
        behind = found.shape == "action" and _DIRECT.fullmatch(source[spot[1] : unit[0]])
        if behind or (found.shape == "nominal" and _OF.fullmatch(source[spot[1] : unit[0]])):
            text = found.text + source[spot[1] : unit[1]] + _added_bound(claim, phrases, source)
        elif name == "outcome" and _POSSESSIVE.fullmatch(source[unit[1] : spot[0]]):
            if _added_bound(claim, phrases, source):
                continue
            text = source[unit[0] : spot[1]]
            text = mid(text, "en") if opens(source, unit[0]) else text
        else:
            continue
        retained = {n: p for n, p in phrases.items() if n not in ("unit", "bound")}
        return {**retained, name: replace(found, text=text)}
    return phrases


def _added_bound(claim: Claim, phrases: dict[SlotName, Phrase], source: str) -> str:
    bounds = phrases.get("bound")
    return clauses.bound(bounds) if bounds and placed(claim.bound, source) is None else ""


def without_both_sides(claim: Claim) -> Claim:
    """The claim without a unit that is only the two that are compared: `judokas and swimmers`."""
    unit, sides = claim.unit, (claim.exposure, claim.comparator)
    if unit is None or not all(each and each.text.lower() in unit.text.lower() for each in sides):
        return claim
    return claim.with_slot("unit", None)

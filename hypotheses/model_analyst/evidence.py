"""The evidence of a point and of a rejection: words of the version, or they do not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.text import SLOT
from hypotheses.domain.types import Aspect
from hypotheses.model_analyst.answers import AspectAnswer, TestabilityAnswer
from hypotheses.model_analyst.quoting import locate
from hypotheses.model_analyst.words import words_for, written

CODE = "judged"  # a gap that the model alone sees
VETO = "no_basis"
_PARTIAL: tuple[Aspect, ...] = ("population", "metrics")


def scored(
    aspect: Aspect, answer: AspectAnswer, brief: Mapping[str, Any], ours: Mapping[str, Any]
) -> tuple[dict[str, Any], str]:
    """A score as it counts, and a note where a point is void.

    A point rests on words of the version. Where the model's quote is none of its words, no more
    counts than the built-in analyst found words for.
    """
    quote = _evidence(aspect, answer.quote, brief["question"]) if answer.score else None
    if answer.score == 0 or quote is not None:
        points, evidence, note = answer.score, quote, ""
    else:
        points = min(answer.score, ours["score"] if ours["evidence"] else 0)
        evidence = ours["evidence"] if points else None
        note = _void(aspect, answer.quote, brief["language"])
    gap, suggestion = _missing(answer, ours, brief["language"]) if points < 2 else ("", "")
    code = "" if points == 2 else (ours["code"] if ours["score"] < 2 else CODE)
    return {
        "aspect": aspect,
        "score": points,
        "evidence": evidence,
        "code": code,
        "gap": gap,
        "suggestion": suggestion,
    }, note


def _evidence(aspect: Aspect, quote: str, version: str) -> str | None:
    """The quoted words as the version has them; the whole of it points at no population or measure.

    Otherwise a model that repeats what it was given would have evidence for anything.
    """
    found = locate(quote, version)
    whole = found is not None and len(found.split()) >= len(SLOT.sub("", version).split())
    return None if whole and aspect in _PARTIAL else found


def _missing(answer: AspectAnswer, ours: Mapping[str, Any], language: str) -> tuple[str, str]:
    """The gap in the model's words; where it saw none, in ours."""
    if answer.score < 2:
        return written(answer.gap), written(answer.suggestion)
    if ours["score"] < 2:
        return ours["gap"], ours["suggestion"]
    words = words_for(language)
    return words.text("gaps.void"), words.text("gaps.void_suggestion")


def _void(aspect: Aspect, quote: str, language: str) -> str:
    name = messages_for(language).text(f"aspects.{aspect}")
    name = name[0].upper() + name[1:]
    key = "notes.void" if quote.strip() else "notes.unquoted"
    return words_for(language).text(key, aspect=name, quote=_short(quote))


def veto_of(answer: TestabilityAnswer, brief: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The ground for a rejection, if its words stand in the version or the idea."""
    for text in (brief["question"], brief["original"]):
        if quote := locate(answer.basis_quote, text):
            return {"code": VETO, "quote": quote, "reason": written(answer.reason)}, ""
    shown = _short(answer.basis_quote)
    return {}, words_for(brief["language"]).text("notes.void_veto", quote=shown)


def _short(text: str) -> str:
    text = written(text)
    return text if len(text) <= 200 else text[:197] + "..."

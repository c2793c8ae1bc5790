"""The evidence of a point and of a rejection: words of the version, or they do not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from config.text.words import SLOT
from hypotheses.analyst.messages import messages_for
from hypotheses.domain.claim import ASPECT_OF, Claim, is_placeholder
from hypotheses.domain.types import Aspect
from hypotheses.model_analyst.answers import AspectAnswer, TestabilityAnswer
from hypotheses.model_analyst.quotes import locate
from hypotheses.model_analyst.sentences import words_for, written

CODE = "judged"  # a gap that the model alone sees
VETO = "no_basis"
_PARTIAL: tuple[Aspect, ...] = ("population", "metrics")


class ScorePoint(NamedTuple):
    """A score as it counts, what the model misses where it is below 2, and why a point is void."""

    row: dict[str, Any]
    gap: str
    suggestion: str
    void: str


def scored(
    aspect: Aspect,
    answer: AspectAnswer,
    brief: Mapping[str, Any],
    claim: Claim,
    ours: Mapping[str, Any],
) -> ScorePoint:
    """A score as it counts, as `{aspect, score, evidence, code}`.

    A point rests on words of the version, and a letter is none. Where the model's quote is none
    of its words, no more counts than the built-in analyst found words for.
    """
    language = brief["language"]
    quote = _evidence(aspect, answer.quote, brief["question"]) if answer.score else None
    letters = any(ASPECT_OF[name] == aspect for name in claim.placeholders)
    if answer.score == 0 or (quote is not None and not letters):
        points, evidence, void = answer.score, quote, ""
    else:
        points = min(answer.score, ours["score"] if ours["evidence"] else 0)
        evidence = ours["evidence"] if points else None
        void = _void(aspect, answer.quote, language)
    code = "" if points == 2 else (ours["code"] if ours["score"] < 2 else CODE)
    row = {"aspect": aspect, "score": points, "evidence": evidence, "code": code}
    if points == 2:
        return ScorePoint(row, "", "", void)
    if answer.score < 2:
        return ScorePoint(row, written(answer.gap), written(answer.suggestion), void)
    words = words_for(language)
    return ScorePoint(row, words.text("gaps.void"), words.text("gaps.void_suggestion"), void)


def _evidence(aspect: Aspect, quote: str, version: str) -> str | None:
    """The quoted words as the version has them; the whole of it points at no population or measure.

    Otherwise a model that repeats what it was given would have evidence for anything.
    """
    found = locate(quote, version)
    if found is None or is_placeholder(found):
        return None
    whole = len(found.split()) >= len(SLOT.sub("", version).split())
    return None if whole and aspect in _PARTIAL else found


def _void(aspect: Aspect, quote: str, language: str) -> str:
    name = messages_for(language).text(f"aspects.{aspect}")
    name = name[0].upper() + name[1:]
    key = "notes.void" if quote.strip() else "notes.unquoted"
    return words_for(language).text(key, aspect=name, quote=_short(quote))


def veto_of(answer: TestabilityAnswer, brief: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The ground for a rejection, if its words are a person's: what we propose vetoes nothing."""
    for text in (brief["original"], brief.get("person_question", "")):
        if quote := locate(answer.basis_quote, text):
            return {"code": VETO, "quote": quote, "reason": written(answer.reason)}, ""
    shown = _short(answer.basis_quote)
    return {}, words_for(brief["language"]).text("notes.void_veto", quote=shown)


def _short(text: str) -> str:
    text = written(text)
    return text if len(text) <= 200 else text[:197] + "..."

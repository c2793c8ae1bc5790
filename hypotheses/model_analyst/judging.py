"""The methodologist's answers, held to the version: points without words in it do not count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from config.llm.analyst import Review
from hypotheses.analyst.assess import judge
from hypotheses.analyst.justify import justify
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.text import SLOT
from hypotheses.domain.types import ASPECTS, Aspect
from hypotheses.model_analyst.answers import AspectAnswer, TestabilityAnswer
from hypotheses.model_analyst.figures import given, strike
from hypotheses.model_analyst.quoting import locate
from hypotheses.model_analyst.words import language_fault, text_fault, words_for, written

CODE = "judged"  # a gap that the model alone sees
VETO = "no_basis"
_PARTIAL: tuple[Aspect, ...] = ("population", "metrics")


class Held(NamedTuple):
    """Scores, vetoes and notes, once every point is held to the text."""

    scores: list[dict[str, Any]]
    vetoes: list[dict[str, Any]]
    notes: list[str]


def faults(answer: AspectAnswer, brief: Mapping[str, Any]) -> Iterator[str]:
    """What the model has to mend before its answer can be used."""
    language = brief["language"]
    said = {"gap": answer.gap, "suggestion": answer.suggestion} if answer.score < 2 else {}
    if isinstance(answer, TestabilityAnswer) and answer.unscientific:
        if not answer.reason.strip() or not answer.basis_quote.strip():
            yield words_for(language).text("faults.no_reason")
        else:
            said["reason"] = answer.reason
    if not all(text.strip() for text in said.values()):
        yield words_for(language).text("faults.unsaid")
        return
    for field, text in said.items():
        yield text_fault(field, text, language)
    yield language_fault(" ".join(said.values()), language, brief["original"])


def review(
    judge_name: str,
    answers: Mapping[Aspect, AspectAnswer],
    brief: Mapping[str, Any],
    own: Review,
) -> Review:
    """The model's verdict. The scores are its own, the verdict follows from them by our rule.

    `own` is the built-in analyst's review of the same version.
    """
    held = _held(answers, brief, own)
    points = {score["aspect"]: score["score"] for score in held.scores}
    status = judge(points, bool(held.vetoes), bool(own["hedges"]))
    below = [score for score in held.scores if score["score"] < 2]
    assumed = sum(element["origin"] == "suggested" for element in brief.get("elements", ()))
    return {
        "judge": judge_name,
        "status": status,
        "justification": justify(
            brief["language"],
            status,
            [score["aspect"] for score in below],
            [veto["reason"] for veto in held.vetoes],
            assumed,
        ),
        "scores": held.scores,
        "improvements": [improvement(score) for score in below]
        if status == "needs_refinement"
        else [],
        "clarifications": {},
        "vetoes": held.vetoes,
        "hedges": own["hedges"],
        "notes": [*own["notes"], *({"kind": "void", "text": text} for text in held.notes)],
        "drift": own["drift"],
    }


def improvement(score: Mapping[str, Any]) -> dict[str, Any]:
    """What a score says is missing, and how to fill it."""
    return {key: score[key] for key in ("aspect", "gap", "suggestion")}


def _held(answers: Mapping[Aspect, AspectAnswer], brief: Mapping[str, Any], own: Review) -> Held:
    ours = {score["aspect"]: score for score in own["scores"]}
    known = given([brief["original"], brief["question"]])
    scores, vetoes, notes = [], [], []
    for aspect in ASPECTS:
        answer = answers[aspect]
        score, note = _score(aspect, answer, brief, ours[aspect])
        for field in ("gap", "suggestion"):
            score[field] = strike(score[field], known, "…").text
        scores.append(score)
        notes += [note] if note else []
        if isinstance(answer, TestabilityAnswer) and answer.unscientific:
            veto, note = _veto(answer, brief)
            vetoes += [{**veto, "reason": strike(veto["reason"], known, "…").text}] if veto else []
            notes += [note] if note else []
    return Held(scores, vetoes, notes)


def _score(
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


def _veto(answer: TestabilityAnswer, brief: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The ground for a rejection, if its words stand in the version or the idea."""
    for text in (brief["question"], brief["original"]):
        if quote := locate(answer.basis_quote, text):
            return {"code": VETO, "quote": quote, "reason": written(answer.reason)}, ""
    shown = _short(answer.basis_quote)
    return {}, words_for(brief["language"]).text("notes.void_veto", quote=shown)


def _short(text: str) -> str:
    text = written(text)
    return text if len(text) <= 200 else text[:197] + "..."

"""The methodologist's answers, held to the version: points without words in it do not count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from config.llm.analyst import Review
from hypotheses.analyst.assess import judge
from hypotheses.analyst.justify import justify
from hypotheses.domain.types import ASPECTS, Aspect
from hypotheses.model_analyst.answers import AspectAnswer, TestabilityAnswer
from hypotheses.model_analyst.evidence import scored, veto_of
from hypotheses.model_analyst.figures import given, strike
from hypotheses.model_analyst.words import language_fault, text_fault, words_for


class Held(NamedTuple):
    """Scores, vetoes and notes, once every point is held to the text."""

    scores: list[dict[str, Any]]
    vetoes: list[dict[str, Any]]
    notes: list[dict[str, str]]


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
        "notes": [*own["notes"], *held.notes],
        "drift": own["drift"],
    }


def improvement(score: Mapping[str, Any]) -> dict[str, Any]:
    """What a score says is missing, and how to fill it."""
    return {key: score[key] for key in ("aspect", "gap", "suggestion")}


def _held(answers: Mapping[Aspect, AspectAnswer], brief: Mapping[str, Any], own: Review) -> Held:
    ours = {score["aspect"]: score for score in own["scores"]}
    known = given([brief["original"], brief["question"]])
    scores, vetoes, void = [], [], []
    figures: list[str] = []

    def without_figures(row: dict[str, Any], *fields: str) -> dict[str, Any]:
        for field in fields:
            row[field], struck = strike(row[field], known, "…")
            figures.extend(struck)
        return row

    for aspect in ASPECTS:
        answer = answers[aspect]
        score, note = scored(aspect, answer, brief, ours[aspect])
        scores.append(without_figures(score, "gap", "suggestion"))
        void.append(note)
        if isinstance(answer, TestabilityAnswer) and answer.unscientific:
            veto, note = veto_of(answer, brief)
            vetoes += [without_figures(veto, "reason")] if veto else []
            void.append(note)
    notes = [{"kind": "void", "text": text} for text in void if text]
    if figures:
        said = words_for(brief["language"]).text("notes.struck", figures=", ".join(figures))
        notes.append({"kind": "struck", "text": said})
    return Held(scores, vetoes, notes)

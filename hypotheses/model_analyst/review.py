"""The methodologist's answers, checked against the version; the open slots follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from config.llm.analyst import AnalystReview
from hypotheses.analyst import proposals
from hypotheses.analyst.justify import justify
from hypotheses.analyst.questions import asked_now
from hypotheses.domain.claim import ASPECT_OF, Claim
from hypotheses.domain.gaps import SlotFinding
from hypotheses.domain.types import ASPECTS, COVERED, Aspect, Verdict
from hypotheses.model_analyst.answers import (
    CODE,
    AspectAnswer,
    FitAnswer,
    ScorePoint,
    TestabilityAnswer,
    given,
    language_fault,
    scored,
    strike,
    text_fault,
    veto_of,
    words_for,
    written,
)

FIT = "fit"
# The slot that speaks for an aspect: the first of these that the claim needs, else the last.
_LEADS: dict[Aspect, tuple[str, ...]] = {
    "population": ("population",),
    "metrics": ("measure", "approach"),
    "variables": ("exposure", "outcome"),
    "testability": ("comparator", "margin", "direction"),
}


class Answers(NamedTuple):
    """The methodologist's answers on each aspect, and on the whole."""

    aspects: Mapping[Aspect, AspectAnswer]
    fit: FitAnswer


class CheckedAnswers(NamedTuple):
    """Points, a misfit, vetoes and notes, each checked against the text."""

    points: dict[Aspect, ScorePoint]
    misfit: SlotFinding | None
    vetoes: list[dict[str, Any]]
    notes: list[dict[str, str]]


def faults(answer: AspectAnswer, brief: Mapping[str, Any]) -> Iterator[str]:
    """What the model has to correct before its answer on an aspect can be used."""
    texts = {"gap": answer.gap, "suggestion": answer.suggestion} if answer.score < COVERED else {}
    if isinstance(answer, TestabilityAnswer) and answer.unscientific:
        if not answer.reason.strip() or not answer.basis_quote.strip():
            yield words_for(brief["language"]).text("faults.no_reason")
        else:
            texts["reason"] = answer.reason
    yield from _texts(texts, brief, "faults.unsaid")


def fit_faults(answer: FitAnswer, brief: Mapping[str, Any]) -> Iterator[str]:
    """What the model has to correct before its answer on the whole can be used."""
    if answer.fits:
        return
    if len(set(answer.parts)) < 2:
        yield words_for(brief["language"]).text("faults.no_parts")
    texts = {"gap": answer.gap, "question": answer.question}
    yield from _texts(texts, brief, "faults.no_misfit")


def _texts(texts: Mapping[str, str], brief: Mapping[str, Any], unsaid: str) -> Iterator[str]:
    language = brief["language"]
    if not all(text.strip() for text in texts.values()):
        yield words_for(language).text(unsaid)
        return
    for field, text in texts.items():
        yield text_fault(field, text, language)
    yield language_fault(" ".join(texts.values()), language, brief["original"])


def review(
    judge_name: str, answers: Answers, brief: Mapping[str, Any], claim: Claim, own: AnalystReview
) -> AnalystReview:
    """The model's verdict. The scores are its own; what is open, and the verdict, follow by rule.

    `own` is the built-in analyst's review of the same version: a slot that it finds open stays
    open, as only words in the slot close it.
    """
    checked = _checked(answers, brief, claim, own)
    found = _findings(checked, brief, claim, own)
    wanting = [each for each in found if not each.filled]
    status = _status(wanting, bool(checked.vetoes), own)
    needs = status == "needs_refinement"
    conditions = [{"slot": name, "text": slot.text} for name, slot in claim.conditions]
    return {
        "judge": judge_name,
        "status": status,
        "justification": justify(
            brief["language"],
            status,
            wanting=[each.aspect for each in wanting],
            reasons=[veto["reason"] for veto in checked.vetoes],
            conditions=len(conditions),
        ),
        "scores": [checked.points[aspect].row for aspect in ASPECTS],
        "findings": [asdict(each) for each in found],
        "improvements": [
            {"slot": e.slot, "aspect": e.aspect, "gap": e.gap, "suggestion": e.suggestion}
            for e in wanting
        ]
        if needs
        else [],
        "clarifications": {each.slot: _question(each, claim, brief) for each in asked_now(wanting)}
        if needs
        else {},
        "conditions": conditions if status == "approved" else [],
        "exhausted": needs and not claim.placeholders and not any(e.offered for e in wanting),
        "vetoes": checked.vetoes,
        "hedges": own["hedges"],
        "notes": [*own["notes"], *checked.notes],
        "drift": own["drift"],
    }


def _status(wanting: list[SlotFinding], vetoed: bool, own: AnalystReview) -> Verdict:
    """Rejected on a veto, and never approved while a slot is open. A small gap that the built-in
    analyst allows may stay, if the model sees no other one."""
    if vetoed:
        return "rejected"
    small = {each["slot"] for each in own["findings"] if not each["filled"]}
    passed = small if own["status"] == "approved" else set()
    return "approved" if {each.slot for each in wanting} <= passed else "needs_refinement"


def _findings(
    checked: CheckedAnswers, brief: Mapping[str, Any], claim: Claim, own: AnalystReview
) -> list[SlotFinding]:
    """The built-in findings, with the model's remarks; and the findings of the model alone."""
    found = {row["slot"]: SlotFinding(**row) for row in own["findings"]}
    for aspect, point in checked.points.items():
        if point.row["score"] == COVERED:
            continue
        wanting = [f for f in found.values() if f.aspect == aspect and not f.filled]
        if len(wanting) == 1 and point.gap:
            (one,) = wanting
            found[one.slot] = _with_gap(one, point.gap)
        elif not wanting:
            each = _judged(aspect, point, claim)
            found[each.slot] = each
    if checked.misfit is not None and FIT not in found:
        found[FIT] = checked.misfit
    return list(found.values())


def _with_gap(finding: SlotFinding, gap: str) -> SlotFinding:
    return SlotFinding(**{**asdict(finding), "gap": gap})


def _judged(aspect: Aspect, point: ScorePoint, claim: Claim) -> SlotFinding:
    """An aspect that only the model finds wanting, by the slot that stands for it."""
    *leads, last = _LEADS[aspect]
    slot = next((name for name in leads if name in claim.needed), last)
    return SlotFinding(
        slot=slot,
        aspect=aspect,
        filled=False,
        code=CODE,
        gap=point.gap,
        suggestion=point.suggestion,
    )


def _question(finding: SlotFinding, claim: Claim, brief: Mapping[str, Any]) -> str:
    """The question to the author: a judge's suggestion may be no question."""
    question = finding.suggestion
    if finding.code != CODE or question.endswith("?"):
        return question
    slot: Any = "bound" if finding.slot == "population" else finding.slot
    return proposals.ask(claim, slot, brief["language"], brief["original"])


def _checked(
    answers: Answers, brief: Mapping[str, Any], claim: Claim, own: AnalystReview
) -> CheckedAnswers:
    words = words_for(brief["language"])
    ours = {score["aspect"]: score for score in own["scores"]}
    known = given([brief["original"], brief["question"]])
    figures: list[str] = []

    def bare(text: str) -> str:
        shown, struck = strike(text, known, "…")
        figures.extend(struck)
        return shown

    points: dict[Aspect, ScorePoint] = {}
    vetoes, void = [], []
    for aspect in ASPECTS:
        answer = answers.aspects[aspect]
        point = scored(aspect, answer, brief, claim, ours[aspect])
        points[aspect] = point._replace(gap=bare(point.gap), suggestion=bare(point.suggestion))
        void.append(point.void)
        if isinstance(answer, TestabilityAnswer) and answer.unscientific:
            veto, note = veto_of(answer, brief)
            vetoes += [{**veto, "reason": bare(veto["reason"])}] if veto else []
            void.append(note)
    misfit = None
    if not answers.fit.fits:
        if _stands(answers.fit, claim):
            misfit = _misfit(bare(written(answers.fit.gap)), bare(written(answers.fit.question)),
                             answers.fit)  # fmt: skip
        else:
            void.append(words.text("notes.void_fit", parts=", ".join(answers.fit.parts)))
    notes = [{"kind": "void", "text": text} for text in void if text]
    if figures:
        shown = words.text("notes.struck", figures=", ".join(figures))
        notes.append({"kind": "struck", "text": shown})
    return CheckedAnswers(points, misfit, vetoes, notes)


def _stands(answer: FitAnswer, claim: Claim) -> bool:
    """Whether the parts of a misfit have words: an empty slot is missing, not unfit."""
    return all(part == "design" or claim.is_filled(part) for part in answer.parts)


def _misfit(gap: str, question: str, answer: FitAnswer) -> SlotFinding:
    names = [part for part in answer.parts if part != "design"]
    return SlotFinding(
        slot=FIT,
        aspect=ASPECT_OF[names[-1]],
        filled=False,
        code=CODE,
        gap=gap,
        suggestion=question if question.endswith("?") else f"{question.rstrip('.')}?",
    )

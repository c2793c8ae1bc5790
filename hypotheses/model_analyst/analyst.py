"""The analyst that asks language models, with the built-in one beside it to keep it honest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from config.llm.agent_asker import AgentAsker, AgentQuestion, judge_name
from config.llm.analyst import AnalystDraft, AnalystReading, AnalystReview
from config.llm.asker import Answered, Asker, ModelFailed
from config.llm.forecast import Expected
from config.llm.prompts import Prompt
from hypotheses.analyst.assessment import findings
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.analyst.reader import read
from hypotheses.analyst.writer import located
from hypotheses.domain.claim import Claim, Slot, from_dict
from hypotheses.domain.types import ASPECTS, Language
from hypotheses.model_analyst import briefs, draft, review
from hypotheses.model_analyst.answers import (
    AspectAnswer,
    DecisionAnswer,
    DraftAnswer,
    FitAnswer,
    ReadAnswer,
    TestabilityAnswer,
)
from hypotheses.model_analyst.briefs import METHODOLOGIST, ORCHESTRATOR, STRUCTURER
from hypotheses.model_analyst.evidence import CODE, says
from hypotheses.model_analyst.figures import given, strike
from hypotheses.model_analyst.sentences import language_fault, text_fault, words_for, written
from hypotheses.model_analyst.sources import Sources, has_letters


class ModelAnalyst:
    """Implements `config.llm.analyst.Analyst` with models, where one serves the agent.

    The built-in analyst reads everything, too. What a model says counts as far as the texts bear
    it out; where no model gives a usable answer the built-in one's stands, marked `degraded`.
    Raises BudgetExceeded, which ends the run.
    """

    name = "model"

    def __init__(self, asker: Asker, builtin: BuiltinAnalyst | None = None) -> None:
        self.talk = AgentAsker(asker)
        self.builtin = builtin or BuiltinAnalyst()

    async def read(self, text: str, language: str) -> AnalystReading:
        """Language by rules, kind by the model. Raises LanguageError when `auto` cannot tell."""
        own = await self.builtin.read(text, language)
        if not self.talk.serves(ORCHESTRATOR):
            return own
        prompt = briefs.reading(text, own["language"])
        try:
            told = await self.talk.ask(
                AgentQuestion(ORCHESTRATOR, "orchestrator", prompt, ReadAnswer)
            )
        except ModelFailed:
            return {**own, "degraded": True}
        return {**own, "kind": told.value.kind} if says(text, told.value.claim) else own

    async def structure(self, brief: Mapping[str, Any]) -> AnalystDraft:
        """The next version; the author's own words and letters for variables need no model."""
        own = brief.get("keep_words") or brief.get("frame")
        if own or not self.talk.serves(STRUCTURER):
            return await self.builtin.structure(brief)
        sources = Sources.of(brief)
        if has_letters(sources.settled):
            return await self.builtin.structure(brief)
        gaps = _gaps(brief, sources)
        question = AgentQuestion(
            STRUCTURER,
            "structurer",
            briefs.structuring(brief, sources.settled, gaps),
            DraftAnswer,
            lambda answer: draft.faults(answer, sources, {gap["slot"] for gap in gaps}),
        )
        try:
            told = await self.talk.ask(question)
        except ModelFailed:
            own = await self.builtin.structure(brief)
            return {**own, "notes": [*own.get("notes", []), _degraded("version", brief)]}
        return draft.drafted(told.value, sources)

    async def review(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Two verdicts on a version. The model's leads on, unless the built-in one has a veto."""
        own = await self.builtin.review(brief)
        claim = _claim(brief)
        if not self.talk.serves(METHODOLOGIST):
            return self._hopeful(own, brief, claim)
        try:
            answers = await self._answers(brief, claim)
        except ModelFailed:
            return {**own, "notes": [*own["notes"], _degraded("review", brief)], "degraded": True}
        judge = judge_name(answers, self.builtin.name)
        said = [answer.value for answer in answers]
        values = review.Answers(dict(zip(ASPECTS, said, strict=False)), said[-1])
        told = review.review(judge, values, brief, claim, own)
        leads, other = (own, told) if own["vetoes"] else (told, own)
        both: AnalystReview = {**leads, "notes": told["notes"], "others": [{**other, "notes": []}]}
        return self._hopeful(both, brief, claim)

    async def decide(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Two decisions at the limit, each on its judge's own last review."""
        last: AnalystReview = brief["review"]
        rule = await self.builtin.decide({**brief, "review": _alone(last)})
        if not self.talk.serves(METHODOLOGIST) or last.get("degraded"):
            return rule
        question = AgentQuestion(
            METHODOLOGIST,
            "methodologist_force_decision",
            briefs.deciding(brief),
            DecisionAnswer,
            lambda answer: faults(answer, brief),
        )
        try:
            told = await self.talk.ask(question)
        except ModelFailed:
            return {**rule, "degraded": True}
        judge = judge_name([told], self.builtin.name)
        ours = next((r for r in last.get("others", []) if r["judge"] == self.builtin.name), last)
        beside = await self.builtin.decide({**brief, "review": _alone(ours)})
        return {
            **decided(judge, told.value, brief, rule),
            "others": [{**beside, "judge": self.builtin.name}],
        }

    async def _answers(self, brief: Mapping[str, Any], claim: Claim) -> list[Answered[Any]]:
        """Each aspect asked on its own, and the whole, side by side."""
        questions = [
            AgentQuestion(
                METHODOLOGIST,
                "methodologist",
                briefs.reviewing(brief, claim, aspect),
                TestabilityAnswer if aspect == "testability" else AspectAnswer,
                lambda answer: review.faults(answer, brief),
            )
            for aspect in ASPECTS
        ]
        fit = AgentQuestion(
            METHODOLOGIST,
            "methodologist",
            briefs.fitting(brief, claim),
            FitAnswer,
            lambda answer: review.fit_faults(answer, brief),
        )
        return await self.talk.ask_all([*questions, fit])

    def _hopeful(
        self, review: AnalystReview, brief: Mapping[str, Any], claim: Claim
    ) -> AnalystReview:
        """A review that lets a model that structures have its say before nothing is left.

        Once it wrote a version, it has filled each gap or asked the author; only what a judge alone
        misses may be mended by another one.
        """
        open_ = review["status"] == "needs_refinement" and not has_letters(claim)
        if not open_ or not self.talk.serves(STRUCTURER):
            return review
        anew = any(not f["filled"] and f["code"] == CODE for f in review["findings"])
        return {**review, "exhausted": bool(brief.get("iteration")) and not anew}


def _claim(brief: Mapping[str, Any]) -> Claim:
    """The claim of a version as far as its text bears it out; without one the text is read."""
    if not brief.get("claim"):
        return read(brief["question"], brief["language"]).claim
    return located(from_dict(brief["claim"]), brief["question"])


def _gaps(brief: Mapping[str, Any], sources: Sources) -> list[Mapping[str, Any]]:
    """The open slots that the next version answers; in a later round what is open by now."""
    if not brief.get("previous"):
        return []
    review = brief.get("review")
    if review:
        return list(review["improvements"])
    keys = ("slot", "aspect", "gap", "suggestion")
    settled = findings(sources.settled, sources.language, sources.original, sources.declined)
    return [{key: each[key] for key in keys} for each in map(asdict, settled) if not each["filled"]]


def _alone(review: AnalystReview) -> dict[str, Any]:
    """A review without the other judges'."""
    return {key: value for key, value in review.items() if key != "others"}


def _degraded(what: str, brief: Mapping[str, Any]) -> dict[str, str]:
    return {"kind": "degraded", "text": words_for(brief["language"]).text(f"notes.degraded_{what}")}


_LONGEST = 2_000


def faults(answer: DecisionAnswer, brief: Mapping[str, Any]) -> Iterator[str]:
    """What the model has to mend before its decision can be used."""
    language = brief["language"]
    yield text_fault("justification", answer.justification, language, _LONGEST)
    yield language_fault(answer.justification, language, brief["original"])


def decided(
    judge: str, answer: DecisionAnswer, brief: Mapping[str, Any], rule: AnalystReview
) -> AnalystReview:
    """The decision by `judge`, on the last review's scores; every gap stays open.

    `rule` is what the rule makes of the same review: rejected while a slot is open.
    """
    last: AnalystReview = brief["review"]
    known = given([brief["original"], brief["question"], *_shown(last)])
    said = strike(written(answer.justification), known, "…").text
    status: str = answer.decision
    if status == "approved" and rule["status"] == "rejected":
        overruled = words_for(brief["language"]).text("notes.overruled")
        status, said = "rejected", f"{rule['justification']} {overruled}"
    return {**rule, "judge": judge, "status": status, "justification": said}


def _shown(review: AnalystReview) -> Iterator[str]:
    """What the model was shown of the review, whose figures it may say again."""
    for score in review["scores"]:
        yield str(score["score"])
    for finding in review["findings"]:
        yield finding["gap"]


_A_TOKEN = {"en": 4.2, "pt": 3.6}  # characters, of common vocabularies
_SCHEMA = 200  # tokens of the shape that goes along with a prompt
# Tokens of an answer, as a rule.
_READING, _DRAFT, _ASPECT, _FIT, _DECISION = 60, 240, 110, 80, 120
_ADDED = " measured by something, in somebody of some place, compared with something else" * 2


def calls(text: str, language: Language, limit: int) -> Iterator[Expected]:
    """The calls of the longest way: a vague idea, refined to the limit, each answered at once."""

    def call(agent: str, prompt: Prompt, received: int) -> Expected:
        sent = (len(prompt.system) + len(prompt.user)) / _A_TOKEN[language]
        return Expected(agent, round(sent) + _SCHEMA, received)

    gaps = [{"slot": a, "aspect": a, "gap": _ADDED, "suggestion": _ADDED} for a in ASPECTS]
    scores = [{"aspect": a, "score": 1, "evidence": ""} for a in ASPECTS]
    review = {"scores": scores, "findings": [{**gap, "filled": False} for gap in gaps]}
    version = text + _ADDED
    claim = Claim(outcome=Slot(version))  # as many words as all slots hold together
    brief = {"original": text, "language": language, "question": version}
    later = {**brief, "previous": version}
    yield call(ORCHESTRATOR, briefs.reading(text, language), _READING)
    yield call(STRUCTURER, briefs.structuring(brief, claim, gaps), _DRAFT)
    for _round in range(limit):
        yield call(STRUCTURER, briefs.structuring(later, claim, gaps), _DRAFT)
    for _version in range(limit + 1):
        for aspect in ASPECTS:
            yield call(METHODOLOGIST, briefs.reviewing(brief, claim, aspect), _ASPECT)
        yield call(METHODOLOGIST, briefs.fitting(brief, claim), _FIT)
    yield call(METHODOLOGIST, briefs.deciding({**brief, "review": review}), _DECISION)

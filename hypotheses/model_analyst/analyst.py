"""The analyst that asks language models, with the built-in one beside it to keep it honest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.llm.analyst import Draft, Reading, Review
from config.llm.asking import Answered, Asker, ModelFailed
from config.llm.talk import Question, Talk, judge_name
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.analyst.elements import CLAIM
from hypotheses.domain.types import ASPECTS, Aspect
from hypotheses.model_analyst import briefs, deciding, drafting, judging
from hypotheses.model_analyst.answers import (
    AspectAnswer,
    DecisionAnswer,
    DraftAnswer,
    ReadAnswer,
    TestabilityAnswer,
)
from hypotheses.model_analyst.briefs import METHODOLOGIST, ORCHESTRATOR, STRUCTURER
from hypotheses.model_analyst.guard import is_placeholder
from hypotheses.model_analyst.quoting import says
from hypotheses.model_analyst.sources import Sources
from hypotheses.model_analyst.words import words_for


class ModelAnalyst:
    """Implements `config.llm.analyst.Analyst` with models, where one serves the agent.

    The built-in analyst reads everything, too. What a model says counts as far as the texts bear
    it out; where no model gives a usable answer the built-in one's stands, marked `degraded`.
    Raises BudgetExceeded, which ends the run.
    """

    name = "model"

    def __init__(self, asker: Asker, builtin: BuiltinAnalyst | None = None) -> None:
        self.talk = Talk(asker)
        self.builtin = builtin or BuiltinAnalyst()

    async def read(self, text: str, language: str) -> Reading:
        """Language by rules, kind by the model. Raises LanguageError when `auto` cannot tell."""
        own = await self.builtin.read(text, language)
        if not self.talk.serves(ORCHESTRATOR):
            return own
        prompt = briefs.reading(text, own["language"])
        try:
            told = await self.talk.ask(Question(ORCHESTRATOR, "orchestrator", prompt, ReadAnswer))
        except ModelFailed:
            return {**own, "degraded": True}
        return {**own, "kind": told.value.kind} if says(text, told.value.claim) else own

    async def structure(self, brief: Mapping[str, Any]) -> Draft:
        """The next version; the author's own words and letters for variables need no model."""
        if brief.get("keep_words") or not self.talk.serves(STRUCTURER):
            return await self.builtin.structure(brief)
        sources = Sources.of(brief)
        if is_placeholder(sources):
            return await self.builtin.structure(brief)
        gaps = [gap["aspect"] for gap in (brief.get("review") or {}).get("improvements", ())]
        question = Question(
            STRUCTURER,
            "structurer",
            briefs.structuring(brief),
            DraftAnswer,
            lambda answer: drafting.faults(answer, sources, gaps),
        )
        try:
            told = await self.talk.ask(question)
        except ModelFailed:
            own = await self.builtin.structure(brief)
            return {**own, "notes": [_degraded("version", brief)]}
        return drafting.drafted(told.value, sources, await self._claim(brief, sources))

    async def review(self, brief: Mapping[str, Any]) -> Review:
        """Two verdicts on a version. The model's leads on, unless the built-in one has a veto."""
        own = await self.builtin.review(brief)
        if not self.talk.serves(METHODOLOGIST):
            return own
        try:
            answers = await self._aspects(brief)
        except ModelFailed:
            return {**own, "notes": [*own["notes"], _degraded("review", brief)], "degraded": True}
        judge = judge_name(answers.values(), self.builtin.name)
        values = {aspect: answer.value for aspect, answer in answers.items()}
        told = judging.review(judge, values, brief, own)
        leads, other = (own, told) if own["vetoes"] else (told, own)
        return {**leads, "notes": told["notes"], "others": [{**other, "notes": []}]}

    async def decide(self, brief: Mapping[str, Any]) -> Review:
        """Two decisions at the limit, each on its judge's own last review."""
        last: Review = brief["review"]
        rule = await self.builtin.decide({**brief, "review": _alone(last)})
        if not self.talk.serves(METHODOLOGIST) or last.get("degraded"):
            return rule
        question = Question(
            METHODOLOGIST,
            "methodologist_force_decision",
            briefs.deciding(brief),
            DecisionAnswer,
            lambda answer: deciding.faults(answer, brief),
        )
        try:
            told = await self.talk.ask(question)
        except ModelFailed:
            return {**rule, "degraded": True}
        judge = judge_name([told], self.builtin.name)
        ours = next((r for r in last.get("others", []) if r["judge"] == self.builtin.name), last)
        beside = await self.builtin.decide({**brief, "review": _alone(ours)})
        return {
            **deciding.decided(judge, told.value, brief, rule),
            "others": [{**beside, "judge": self.builtin.name}],
        }

    async def _aspects(self, brief: Mapping[str, Any]) -> dict[Aspect, Answered[AspectAnswer]]:
        """Each aspect asked on its own, side by side."""
        questions = [
            Question(
                METHODOLOGIST,
                "methodologist",
                briefs.reviewing(brief, aspect),
                TestabilityAnswer if aspect == "testability" else AspectAnswer,
                lambda answer: judging.faults(answer, brief),
            )
            for aspect in ASPECTS
        ]
        return dict(zip(ASPECTS, await self.talk.ask_all(questions), strict=True))

    async def _claim(self, brief: Mapping[str, Any], sources: Sources) -> str:
        """The claim so far: that of the version before, or the idea's own."""
        if before := sources.elements.get(CLAIM):
            return before["text"]
        first = await self.builtin.structure({**brief, "previous": None})
        return next(str(e["text"]) for e in first["elements"] if e["kind"] == CLAIM)


def _alone(review: Review) -> dict[str, Any]:
    """A review without the other judges'."""
    return {key: value for key, value in review.items() if key != "others"}


def _degraded(what: str, brief: Mapping[str, Any]) -> dict[str, str]:
    return {"kind": "degraded", "text": words_for(brief["language"]).text(f"notes.degraded_{what}")}

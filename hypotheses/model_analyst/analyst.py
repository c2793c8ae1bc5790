"""The analyst that asks language models, with the built-in one beside it as a check."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from config.llm.analyst import AnalystDraft, AnalystReading, AnalystReview
from config.llm.asker import AgentAsker, AgentQuestion, Answered, Asker, ModelFailed, judge_name
from config.llm.provider import Expected
from config.llm.texts import Prompt, Prompts
from hypotheses.analyst.assessment import findings
from hypotheses.analyst.builtin import BuiltinAnalyst
from hypotheses.analyst.reader import read_stated
from hypotheses.analyst.writer import located
from hypotheses.domain.claim import Claim, Slot, from_dict
from hypotheses.domain.types import ASPECTS, Aspect, Language
from hypotheses.model_analyst import draft, review
from hypotheses.model_analyst.answers import (
    CODE,
    AspectAnswer,
    DecisionAnswer,
    DraftAnswer,
    FitAnswer,
    ReadAnswer,
    TestabilityAnswer,
    given,
    language_fault,
    says,
    strike,
    text_fault,
    words_for,
    written,
)
from hypotheses.model_analyst.draft import Sources, has_letters


class ModelAnalyst:
    """Implements `config.llm.analyst.Analyst` with models, where one serves the agent.

    The built-in analyst reads everything, too. A model's statement counts as far as the texts
    support it; where no model gives a usable answer the built-in one is used, marked `degraded`.
    Raises BudgetExceeded, which ends the run.
    """

    name = "model"

    def __init__(self, asker: Asker, builtin: BuiltinAnalyst | None = None) -> None:
        self.talk = AgentAsker(asker)
        self.builtin = builtin or BuiltinAnalyst()

    async def read(self, text: str, language: str) -> AnalystReading:
        """Language by rules, kind by the model. Raises LanguageError when `auto` cannot find it."""
        own = await self.builtin.read(text, language)
        if not self.talk.serves(ORCHESTRATOR):
            return own
        prompt = reading(text, own["language"])
        try:
            answer = await self.talk.ask(
                AgentQuestion(ORCHESTRATOR, "orchestrator", prompt, ReadAnswer)
            )
        except ModelFailed:
            return {**own, "degraded": True}
        return {**own, "kind": answer.value.kind} if says(text, answer.value.claim) else own

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
            structuring(brief, sources.settled, gaps),
            DraftAnswer,
            lambda answer: draft.faults(answer, sources, {gap["slot"] for gap in gaps}),
        )
        try:
            draft_answer = await self.talk.ask(question)
        except ModelFailed:
            own = await self.builtin.structure(brief)
            return {**own, "notes": [*own.get("notes", []), _degraded("version", brief)]}
        return draft.drafted(draft_answer.value, sources)

    async def review(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Two verdicts on a version. The model's counts, unless the built-in one has a veto."""
        own = await self.builtin.review(brief)
        claim = _claim(brief)
        if not self.talk.serves(METHODOLOGIST):
            return self._hopeful(own, brief, claim)
        try:
            answers = await self._answers(brief, claim)
        except ModelFailed:
            return {**own, "notes": [*own["notes"], _degraded("review", brief)], "degraded": True}
        judge = judge_name(answers, self.builtin.name)
        results = [answer.value for answer in answers]
        values = review.Answers(dict(zip(ASPECTS, results, strict=False)), results[-1])
        verdict = review.review(judge, values, brief, claim, own)
        leads, other = (own, verdict) if own["vetoes"] else (verdict, own)
        both: AnalystReview = {
            **leads,
            "notes": verdict["notes"],
            "others": [{**other, "notes": []}],
        }
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
            deciding(brief),
            DecisionAnswer,
            lambda answer: faults(answer, brief),
        )
        try:
            decision = await self.talk.ask(question)
        except ModelFailed:
            return {**rule, "degraded": True}
        judge = judge_name([decision], self.builtin.name)
        ours = next((r for r in last.get("others", []) if r["judge"] == self.builtin.name), last)
        beside = await self.builtin.decide({**brief, "review": _alone(ours)})
        return {
            **decided(judge, decision.value, brief, rule),
            "others": [{**beside, "judge": self.builtin.name}],
        }

    async def _answers(self, brief: Mapping[str, Any], claim: Claim) -> list[Answered[Any]]:
        """Each aspect and the fit, asked in separate questions at the same time."""
        questions = [
            AgentQuestion(
                METHODOLOGIST,
                "methodologist",
                reviewing(brief, claim, aspect),
                TestabilityAnswer if aspect == "testability" else AspectAnswer,
                lambda answer: review.faults(answer, brief),
            )
            for aspect in ASPECTS
        ]
        fit = AgentQuestion(
            METHODOLOGIST,
            "methodologist",
            fitting(brief, claim),
            FitAnswer,
            lambda answer: review.fit_faults(answer, brief),
        )
        return await self.talk.ask_all([*questions, fit])

    def _hopeful(
        self, review: AnalystReview, brief: Mapping[str, Any], claim: Claim
    ) -> AnalystReview:
        """A review under which the model that structures gets one round before only the author's
        answers are left. Once it has written a version, it has filled each gap or asked the
        author; only a gap that a judge alone sees may be closed by another one."""
        open_ = review["status"] == "needs_refinement" and not has_letters(claim)
        if not open_ or not self.talk.serves(STRUCTURER):
            return review
        anew = any(not f["filled"] and f["code"] == CODE for f in review["findings"])
        return {**review, "exhausted": bool(brief.get("iteration")) and not anew}


def _claim(brief: Mapping[str, Any]) -> Claim:
    """The claim of a version as far as its text supports it; without one the text is read."""
    if not brief.get("claim"):
        return read_stated(brief["question"], brief["language"]).claim
    return located(from_dict(brief["claim"]), brief["question"])


def _gaps(brief: Mapping[str, Any], sources: Sources) -> list[Mapping[str, Any]]:
    """The open slots that the next version must answer; in a later round those that are open by
    now."""
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
    """What the model has to correct before its decision can be used."""
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
    reason = strike(written(answer.justification), known, "…").text
    status: str = answer.decision
    if status == "approved" and rule["status"] == "rejected":
        overruled = words_for(brief["language"]).text("notes.overruled")
        status, reason = "rejected", f"{rule['justification']} {overruled}"
    return {**rule, "judge": judge, "status": status, "justification": reason}


def _shown(review: AnalystReview) -> Iterator[str]:
    """The parts of the review that the model was shown, whose figures it may repeat."""
    for score in review["scores"]:
        yield str(score["score"])
    for finding in review["findings"]:
        yield finding["gap"]


_A_TOKEN = {"en": 4.2, "pt": 3.6}  # characters, of common vocabularies
_SCHEMA = 200  # tokens of the schema that is sent with a prompt
# Typical tokens of an answer.
_READING, _DRAFT, _ASPECT, _FIT, _DECISION = 60, 240, 110, 80, 120
_ADDED = " measured by something, in somebody of some place, compared with something else" * 2


def calls(text: str, language: Language, limit: int) -> Iterator[Expected]:
    """The calls of the longest way: a vague idea, refined to the limit, each question answered
    at once."""

    def call(agent: str, prompt: Prompt, received: int) -> Expected:
        sent = (len(prompt.system) + len(prompt.user)) / _A_TOKEN[language]
        return Expected(agent, round(sent) + _SCHEMA, received)

    gaps = [{"slot": a, "aspect": a, "gap": _ADDED, "suggestion": _ADDED} for a in ASPECTS]
    scores = [{"aspect": a, "score": 1, "evidence": ""} for a in ASPECTS]
    review = {"scores": scores, "findings": [{**gap, "filled": False} for gap in gaps]}
    version = text + _ADDED
    claim = Claim(outcome=Slot(version))  # as many words as all slots have together
    brief = {"original": text, "language": language, "question": version}
    later = {**brief, "previous": version}
    yield call(ORCHESTRATOR, reading(text, language), _READING)
    yield call(STRUCTURER, structuring(brief, claim, gaps), _DRAFT)
    for _round in range(limit):
        yield call(STRUCTURER, structuring(later, claim, gaps), _DRAFT)
    for _version in range(limit + 1):
        for aspect in ASPECTS:
            yield call(METHODOLOGIST, reviewing(brief, claim, aspect), _ASPECT)
        yield call(METHODOLOGIST, fitting(brief, claim), _FIT)
    yield call(METHODOLOGIST, deciding({**brief, "review": review}), _DECISION)


# The questions to each agent, from its files under hypotheses/prompts.

FOLDER = Path(__file__).parents[1] / "prompts"
PROMPTS = Prompts(FOLDER)
ORCHESTRATOR, STRUCTURER, METHODOLOGIST = AGENTS = ("orchestrator", "structurer", "methodologist")


@cache
def aspects(language: str) -> dict[str, dict[str, Any]]:
    """The methodologist's data on each aspect: name, rubric, designs and examples."""
    return _prompt_texts("aspects", language)


@cache
def frame(language: str) -> str:
    """The meaning of slots, designs and directions."""
    return str(_prompt_texts("frame", language)["slots"]).strip()


def _prompt_texts(name: str, language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / language / f"{name}.toml").read_text(encoding="utf-8"))


def claim_shown(claim: Claim) -> dict[str, Any]:
    """A claim in the form that agents read."""
    return {
        "design": claim.design,
        "direction": claim.direction,
        "slots": [
            {"slot": name, "text": slot.text, "origin": slot.origin} for name, slot in claim.items()
        ],
    }


def reading(idea: str, language: str) -> Prompt:
    """The orchestrator's prompt."""
    return PROMPTS.render("orchestrator", language, data={"idea": idea})


def structuring(
    brief: Mapping[str, Any], claim: Claim, gaps: Sequence[Mapping[str, Any]]
) -> Prompt:
    """The structurer's prompt: for the first version, or for the next one."""
    language, idea = brief["language"], brief["original"]
    values = {"frame": frame(language)}
    if not brief.get("previous"):
        return PROMPTS.render("structurer_first", language, data={"idea": idea}, values=values)
    data = {
        "idea": idea,
        "previous": brief["previous"],
        "claim": claim_shown(claim),
        "gaps": gaps,
        "answers": brief.get("answers") or {},
        "declined": sorted(brief.get("declined", ())),
        "guidance": brief.get("guidance", "") or "-",
    }
    return PROMPTS.render("structurer_refine", language, data=data, values=values)


def reviewing(brief: Mapping[str, Any], claim: Claim, aspect: Aspect) -> Prompt:
    """The methodologist's prompt: one aspect of a version, by the design of its claim."""
    name = aspects(brief["language"])[aspect]
    designs: Mapping[str, str] = name.get("designs", {})
    by_design = [designs.get(claim.design, "")]
    if claim.direction == "none" and claim.design not in designs:
        by_design.append(designs.get("none", ""))
    values = {
        "aspect": name["name"],
        "rubric": "\n\n".join(filter(None, (name["rubric"].strip(), *by_design))),
        "examples": name["examples"],
    }
    return PROMPTS.render(
        "methodologist", brief["language"], data=_version(brief, claim), values=values
    )


def fitting(brief: Mapping[str, Any], claim: Claim) -> Prompt:
    """The methodologist's prompt: whether the slots of a version fit each other."""
    values = {"frame": frame(brief["language"])}
    return PROMPTS.render("fit", brief["language"], data=_version(brief, claim), values=values)


def _version(brief: Mapping[str, Any], claim: Claim) -> dict[str, Any]:
    return {
        "idea": brief["original"],
        "version": brief["question"],
        "claim": claim_shown(claim),
    }


def deciding(brief: Mapping[str, Any]) -> Prompt:
    """The prompt for the forced decision."""
    review = brief["review"]
    shown = {
        "scores": [
            {key: score[key] for key in ("aspect", "score", "evidence")}
            for score in review["scores"]
        ],
        "open": [
            {key: finding[key] for key in ("slot", "gap", "suggestion")}
            for finding in review["findings"]
            if not finding["filled"]
        ],
    }
    data = {"idea": brief["original"], "version": brief["question"], "review": shown}
    return PROMPTS.render("force_decision", brief["language"], data=data)

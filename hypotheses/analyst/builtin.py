"""The built-in analyst behind the port: deterministic, without a model, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from config.llm.analyst import Draft, Reading, Review
from hypotheses.analyst import advice, structurer
from hypotheses.analyst.assess import Findings, conclude, examine
from hypotheses.analyst.elements import CLAIM
from hypotheses.analyst.essence import essence, key_terms
from hypotheses.analyst.justify import justify
from hypotheses.analyst.language import detect
from hypotheses.analyst.lexicon.compile import Addition
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.openers import without_opener
from hypotheses.domain.essence import drift
from hypotheses.domain.judges import BUILTIN
from hypotheses.domain.refinement import forced_verdict
from hypotheses.domain.types import Assessment, Element, Language


class BuiltinAnalyst:
    """Implements `config.llm.analyst.Analyst` with rules and lexicons."""

    name = BUILTIN

    def __init__(self, additions: frozenset[Addition] = frozenset()) -> None:
        self.additions = additions

    async def read(self, text: str, language: str) -> Reading:
        """Language and kind. Raises LanguageError when `auto` cannot tell."""
        told = detect(text) if language == "auto" else language
        return {"language": told, "kind": conclude(self._examine(text, told)).kind}

    async def structure(self, brief: Mapping[str, Any]) -> Draft:
        """The next version; with `keep_words` the user's words as they are."""
        language: Language = brief["language"]
        if brief.get("keep_words"):
            draft = structurer.verbatim(brief["original"], language, self.additions)
        else:
            draft = structurer.structure(
                structurer.Brief(
                    original=brief["original"],
                    language=language,
                    previous=brief.get("previous"),
                    elements=tuple(Element(**e) for e in brief.get("elements", ())),
                    answers=brief.get("answers") or {},
                    declined=frozenset(brief.get("declined", ())),
                    guidance=brief.get("guidance", ""),
                    iteration=brief.get("iteration", 0),
                    additions=self.additions,
                )
            )
        return {
            "question": draft.question,
            "elements": [asdict(element) for element in draft.elements],
            "asks": [asdict(ask) for ask in draft.asks],
        }

    async def review(self, brief: Mapping[str, Any]) -> Review:
        """Judge a version and, for vetoes, the original idea."""
        findings = self._examine(brief["question"], brief["language"])
        idea = without_opener(brief["original"], brief["language"])
        original = self._examine(idea, brief["language"])
        assessment = conclude(findings)
        vetoes = list(assessment.vetoes)
        vetoes += [v for v in conclude(original).vetoes if v.code not in {w.code for w in vetoes}]
        status = "rejected" if vetoes else assessment.verdict
        elements = tuple(Element(**e) for e in brief.get("elements", ()))
        return {
            "judge": self.name,
            "status": status,
            "justification": justify(
                brief["language"],
                status,
                [gap.aspect for gap in assessment.gaps],
                [veto.reason for veto in vetoes],
                sum(element.origin == "suggested" for element in elements),
            ),
            "scores": [asdict(score) for score in assessment.scores],
            "improvements": _improvements(assessment) if status == "needs_refinement" else [],
            "clarifications": {},
            "vetoes": [asdict(veto) for veto in vetoes],
            "hedges": list(assessment.hedges),
            "notes": advice.notes(findings, elements, self._claim(findings, brief)),
            "drift": _drift(original, findings),
        }

    async def decide(self, brief: Mapping[str, Any]) -> Review:
        """At the limit: approved when every aspect is at least 1, with its gaps kept open."""
        review: Review = brief["review"]
        scores = {score["aspect"]: score["score"] for score in review["scores"]}
        status = forced_verdict(scores, bool(review["vetoes"]))
        words = messages_for(brief["language"])
        wanting = [a for a, s in scores.items() if s < (2 if status == "approved" else 1)]
        kind = f"forced_{status}" if wanting else "forced_approved_clean"
        names = ", ".join(words.text(f"aspects.{aspect}") for aspect in wanting)
        return {
            **review,
            "status": status,
            "justification": words.text(f"justifications.{kind}", aspects=names),
            "improvements": [
                {key: s[key] for key in ("aspect", "gap", "suggestion")}
                for s in review["scores"]
                if s["score"] < 2
            ],
        }

    def _claim(self, findings: Findings, brief: Mapping[str, Any]) -> Findings:
        """The bare claim of a version, without the parts that were put into it."""
        claim = next((e["text"] for e in brief.get("elements", ()) if e["kind"] == CLAIM), None)
        return self._examine(claim, brief["language"]) if claim else findings

    def _examine(self, text: str, language: str) -> Findings:
        return examine(text, language, self.additions)  # type: ignore[arg-type]


def _improvements(assessment: Assessment) -> list[dict[str, str]]:
    return [
        {"aspect": gap.aspect, "gap": gap.gap, "suggestion": gap.suggestion}
        for gap in assessment.gaps
    ]


def _drift(original: Findings, version: Findings) -> list[str]:
    return drift(essence(original), essence(version), key_terms(version))

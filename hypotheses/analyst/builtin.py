"""The built-in analyst behind the port: deterministic, without a model, in both languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from config.llm.analyst import AnalystDraft, AnalystReading, AnalystReview
from hypotheses.analyst import notes, structurer
from hypotheses.analyst.assessment import (
    findings,
    has_misfit,
    has_pointer,
    on_form,
    score_rows,
    sort,
    unput,
    veto_rows,
)
from hypotheses.analyst.edits import framed
from hypotheses.analyst.guard import drift
from hypotheses.analyst.justify import justify, justify_forced
from hypotheses.analyst.questions import questions
from hypotheses.analyst.reader import ClaimReading, FoundVeto, read
from hypotheses.analyst.review import judge
from hypotheses.analyst.writer import located
from hypotheses.domain.claim import Claim, from_dict
from hypotheses.domain.refinement import BUILTIN
from hypotheses.domain.types import Language


class BuiltinAnalyst:
    """Implements `config.llm.analyst.Analyst` by reading texts as claims."""

    name = BUILTIN

    async def read(self, text: str, language: str) -> AnalystReading:
        """Language and kind. Raises LanguageError when `auto` cannot tell."""
        known, kind = sort(text, language)
        return {"language": known, "kind": kind}

    async def structure(self, brief: Mapping[str, Any]) -> AnalystDraft:
        """The next version; with `keep_words` the author's words unchanged.

        With a `frame` it is V1 of an idea for which the author set that frame.
        """
        language: Language = brief["language"]
        if brief.get("keep_words"):
            draft = structurer.verbatim(brief["original"], language)
        elif brief.get("frame"):
            draft = structurer.framed_version(brief["original"], language, brief["frame"])
        elif brief.get("previous") is None:
            draft = structurer.first_version(brief["original"], language)
        else:
            draft = structurer.refine(
                structurer.Brief(
                    original=brief["original"],
                    language=language,
                    previous=brief["previous"],
                    claim=_claim(brief, brief["previous"]),
                    answers=brief.get("answers") or {},
                    declined=frozenset(brief.get("declined", ())),
                    guidance=brief.get("guidance", ""),
                )
            )
        return {
            "question": draft.question,
            "claim": draft.claim.as_dict(),
            "proposals": [
                {"slot": slot, "text": each.text, "source": each.source}
                for slot, ranked in draft.proposals.items()
                for each in ranked
            ],
            "asks": notes.questions_of_guidance(draft.asked, language),
            "notes": [
                *notes.on_guidance(draft.not_understood, language),
                *({"kind": "split", "text": text} for text in draft.siblings),
            ],
        }

    async def review(self, brief: Mapping[str, Any]) -> AnalystReview:
        """Judge a version by its claim and, for vetoes, the words of persons."""
        language: Language = brief["language"]
        original = read(brief["original"], language)
        claim = _claim(brief, brief["question"])
        vetoes = veto_rows(vetoes_of(original, brief.get("person_question", "")), language)
        clause, _ = structurer.focused(original)
        declined = brief.get("declined", ())
        found = findings(claim, language, brief["original"], declined, clause)
        status = judge(claim, bool(vetoes), has_misfit(found))
        form = None
        proposed = any(each.offered for each in found if not each.filled)
        if status == "approved" and (proposed or has_pointer(found)):
            status = "needs_refinement"  # the one gap that may remain has a proposal
        if status == "approved":
            form = on_form(claim, language, brief["question"])
            if structurer.stands_among_others(brief["original"], brief["question"], language):
                form = form or unput(claim, language, brief["question"])
        if form:
            found.append(form)
            status = "needs_refinement"
        wanting = [each for each in found if not each.filled]
        needs = status == "needs_refinement"
        conditions = [{"slot": name, "text": slot.text} for name, slot in claim.conditions]
        return {
            "judge": self.name,
            "status": status,
            "justification": justify(
                language,
                status,
                wanting=[each.aspect for each in wanting],
                reasons=[veto["reason"] for veto in vetoes],
                conditions=len(conditions),
            ),
            "scores": score_rows(claim, brief["question"]),
            "findings": [asdict(each) for each in found],
            "improvements": [
                {"slot": e.slot, "aspect": e.aspect, "gap": e.gap, "suggestion": e.suggestion}
                for e in wanting
            ]
            if needs
            else [],
            "clarifications": questions(wanting) if needs else {},
            "conditions": conditions if status == "approved" else [],
            # Every version names placeholder letters; otherwise only the author's answers are left.
            "exhausted": needs
            and not claim.placeholders
            and not any(e.offered for e in wanting)
            and not structurer.is_yet_to_be_put(brief["original"], brief["question"], language),
            "vetoes": vetoes,
            "hedges": list(claim.hedges),
            "notes": notes.on_claim(claim, language, brief["question"]),
            "drift": drift(
                framed(original.claim, brief.get("frame") or {}, language), claim, language
            ),
        }

    async def decide(self, brief: Mapping[str, Any]) -> AnalystReview:
        """At the limit: rejected while a slot is open, and its questions wait for the author."""
        review: AnalystReview = brief["review"]
        wanting = [each for each in review["findings"] if not each["filled"]]
        status = "rejected" if wanting or review["vetoes"] else "approved"
        return {
            **review,
            "status": status,
            "justification": justify_forced(
                brief["language"], status, [each["aspect"] for each in wanting]
            ),
            "improvements": [
                {key: each[key] for key in ("slot", "aspect", "gap", "suggestion")}
                for each in wanting
            ],
        }


def _claim(brief: Mapping[str, Any], text: str) -> Claim:
    """The claim of a version, as far as its text supports it; without a claim the text is read."""
    if not brief.get("claim"):
        return read(text, brief["language"]).claim
    return located(from_dict(brief["claim"]), text)


def vetoes_of(original: ClaimReading, person_question: str = "") -> tuple[FoundVeto, ...]:
    """The vetoes of the original idea, and of the newest wording by a person.

    Rewording an idea does not remove its vetoes. An answer for one slot is a fragment, which is
    easily misread: it is asked about, not rejected (`edits.apply_answers`).
    """
    found = list(original.vetoes)
    if person_question:
        found += read(person_question, original.language).vetoes
    return tuple(dict.fromkeys(found))

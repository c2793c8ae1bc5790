"""Hypotheses as rows, recorded as a run records them, whatever an analyst would have read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run
from hypotheses.domain.claim import ASPECT_OF, Claim, Slot, SlotName, choice_of
from hypotheses.domain.types import ASPECTS
from hypotheses.models import Hypothesis
from hypotheses.recorder import HypothesisRecorder
from hypotheses.services.submit import KIND
from tests.hypotheses.helpers import COMPLETE

IDEA = "Background music makes software testers miss more defects"
TESTERS = Claim(
    design="causal",
    direction="increase",
    unit=Slot("software testers"),
    exposure=Slot("background music"),
    outcome=Slot("defects missed"),
    measure=Slot("share of seeded defects not found", "suggested"),
    comparator=Slot("the same testers working in silence", "suggested"),
)
"""Two slots rest on proposals; nothing bounds its population."""
OWN = replace(
    TESTERS,
    bound=Slot("of one company"),
    measure=Slot("share of seeded defects not found"),
    comparator=Slot("the same testers working in silence"),
)
"""The same claim, all of it in its author's words."""
PROPOSALS = (
    {"slot": "measure", "text": "share of seeded defects not found", "source": "defect seeding"},
    {"slot": "measure", "text": "defects found an hour", "source": "inspection rate"},
    {"slot": "comparator", "text": "the same testers working in silence", "source": ""},
)
ASKS = {"population": "Which testers: one company, students, freelancers?"}
FISHERS = Claim(
    design="qualitative",
    unit=Slot("pescadores artesanais"),
    bound=Slot("de Arraial do Cabo"),
    outcome=Slot("a vivência da criação da reserva"),
)
STATEMENTS = {
    "h0": "The share of seeded defects missed is the same with background music and in silence.",
    "h1": "The share of seeded defects missed is larger with background music.",
    "refuted": "The share is the same or smaller with background music.",
    "estimand": "The difference in the share of seeded defects missed.",
}


def recorded(
    text: str = IDEA,
    claim: Claim = TESTERS,
    *,
    user: User | None = None,
    language: str = "en",
    question: str = "",
    status: str = "rejected",
    forced: bool = False,
    asks: Mapping[str, str] | None = None,
    proposals: Sequence[Mapping[str, str]] = (),
    notes: Mapping[str, str] | None = None,
    vetoes: Sequence[Mapping[str, str]] = (),
    gaps: Sequence[Mapping[str, Any]] = (),
    earlier: Sequence[Claim] = (),
) -> Hypothesis:
    """A hypothesis at rest, decided on its last version, whose claim is `claim`.

    `earlier` are the claims of the versions before it, the author's words first. `asks` maps slots
    to questions.
    """
    row = Hypothesis.objects.create(text=text, language=language, kind="semi_formed", owner=user)
    now = timezone.now()
    run = Run.objects.create(
        kind=KIND, subject_id=row.pk, status="done", created_by=user, finished_at=now
    )
    recorder = HypothesisRecorder(row.pk, run.pk)
    for before, each in enumerate(earlier, 1):
        recorder.drafted(_draft(before, text, each, "user" if before == 1 else "structurer"))
        recorder.reviewed(_review(before, each, "needs_refinement"))
    number = len(earlier) + 1
    draft = _draft(number, question or text, claim, "structurer" if earlier else "user")
    draft["proposals"] = [dict(each) for each in proposals]
    draft["notes"] = [{"kind": kind, "text": words} for kind, words in (notes or {}).items()]
    recorder.drafted(draft)
    output = _review(number, claim, "needs_refinement" if forced else status, asks or {}, vetoes)
    output["gaps"] = [_gap(**each) for each in gaps]
    recorder.reviewed(output)
    if forced:
        recorder.forced(_review(number, claim, status))
    recorder.decided(
        number=number, status=status, forced=forced, reason="so it was judged", asked_at=now
    )
    return Hypothesis.objects.get(pk=row.pk)


def conditional(user: User | None = None, **told: Any) -> Hypothesis:
    """Approved if its author confirms two proposals."""
    claim = TESTERS.with_slot("bound", Slot("of one company"))
    told = {
        "claim": claim,
        "proposals": PROPOSALS,
        "notes": STATEMENTS,
        "earlier": [Claim()],
        **told,
    }
    question = (
        "Do software testers of one company who work with background music miss a larger share of "
        "seeded defects than the same testers working in silence?"
    )
    return recorded(user=user, status="approved", question=question, **told)


WHICH_TESTERS = Slot(choice_of("Of which company, and in which year", "en"), "suggested")
"""A choice of the study that its author has not made yet."""


def unnamed(user: User | None = None, **told: Any) -> Hypothesis:
    """Approved if its author confirms two proposals and names who is observed."""
    return conditional(user, claim=TESTERS.with_slot("bound", WHICH_TESTERS), **told)


def waiting(user: User | None = None, **told: Any) -> Hypothesis:
    """Refused at the limit: only the author's answer on the population is missing."""
    claim = TESTERS.with_slot("measure", Slot("share of seeded defects not found"))
    told = {"claim": claim, **told}
    gaps = [{"slot": "population", "code": "no_bound", "gap": "Nothing bounds “software testers”."}]
    told = {"asks": ASKS, "gaps": gaps, "proposals": PROPOSALS[2:], **told}
    return recorded(user=user, forced=True, **told)


def another_version(row: Hypothesis, question: str, claim: Claim) -> None:
    """A further version of a hypothesis, approved by a later run."""
    now = timezone.now()
    run = Run.objects.create(kind=KIND, subject_id=row.pk, status="done", finished_at=now)
    recorder, number = HypothesisRecorder(row.pk, run.pk), row.versions.count() + 1
    recorder.drafted(_draft(number, question, claim, "user"))
    recorder.reviewed(_review(number, claim, "approved"))
    recorder.decided(
        number=number, status="approved", forced=False, reason="so it was judged", asked_at=now
    )


def complete(user: User | None = None, language: str = "en", **told: Any) -> Hypothesis:
    """Approved as its author wrote it: all of it their own words."""
    words = {
        "en": ("adults aged 18-40", "with insomnia", "cognitive behavioural therapy",
               "the Insomnia Severity Index score", "sleep hygiene education", "eight weeks"),
        "pt": ("adultos de 18 a 40 anos", "com insônia", "terapia cognitivo-comportamental",
               "o escore do Índice de Gravidade de Insônia", "educação em higiene do sono",
               "oito semanas"),
    }[language]  # fmt: skip
    names: tuple[SlotName, ...] = (
        "unit", "bound", "exposure", "outcome", "comparator", "window",
    )  # fmt: skip
    claim = Claim(design="causal", direction="decrease", counted=True)
    for name, text in zip(names, words, strict=True):
        claim = claim.with_slot(name, Slot(text))
    told = {"claim": claim, "text": COMPLETE[language], "status": "approved", "notes": STATEMENTS,
            **told}  # fmt: skip
    return recorded(user=user, language=language, **told)


def _draft(number: int, question: str, claim: Claim, origin: str) -> dict[str, Any]:
    return {
        "number": number, "question": question, "origin": origin, "claim": claim.as_dict(),
        "proposals": [], "asks": [], "notes": [],
    }  # fmt: skip


def _review(
    number: int,
    claim: Claim,
    status: str,
    asks: Mapping[str, str] | None = None,
    vetoes: Sequence[Mapping[str, str]] = (),
) -> dict[str, Any]:
    asks = asks or {}
    aspects: dict[Any, str] = {"population": "population", **ASPECT_OF}
    return {
        "version": number,
        "gaps": [],
        "review": {
            "judge": "builtin",
            "status": status,
            "justification": "so it was judged",
            "scores": [
                {"aspect": aspect, "score": 1, "evidence": None, "code": "missing"}
                for aspect in ASPECTS
            ],
            "findings": [
                {"slot": slot, "aspect": aspects.get(slot, "testability"), "filled": False}
                for slot in asks
            ],
            "improvements": [
                {"slot": slot, "aspect": aspects.get(slot, "testability"), "gap": question,
                 "suggestion": question}
                for slot, question in asks.items()
            ],
            "clarifications": dict(asks),
            "conditions": [],
            "vetoes": list(vetoes),
            "hedges": [],
            "notes": [],
            "drift": [],
        },
    }  # fmt: skip


def _gap(slot: str, code: str, gap: str, **told: Any) -> dict[str, Any]:
    aspects: dict[Any, str] = {"population": "population", **ASPECT_OF}
    return {
        "slot": slot, "aspect": aspects.get(slot, "testability"), "code": code, "gap": gap,
        "suggestion": gap, "state": "open", "opened_in": 1, "closed_in": None, "closed_by": "",
        "conditional": False, "mark": "", **told,
    }  # fmt: skip

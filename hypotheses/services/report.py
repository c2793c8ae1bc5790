"""A hypothesis as one JSON object: what `refine --json` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils.translation import gettext as _

from config.runs.model_usage import usage_of
from config.runs.models import Run
from hypotheses.domain.claim import Claim, condition_kind
from hypotheses.domain.refinement import BUILTIN, disagree
from hypotheses.models import Clarification, Hypothesis, Note, Review, Version
from hypotheses.services.preregister import deviation_row, deviations_of, registration_row
from hypotheses.services.submit import KIND

_KEPT_NOTES = (Note.Kind.DRIFT,)
_OPEN_GAP = ("slot", "aspect", "gap", "suggestion", "state")
_GAP = (
    "slot", "aspect", "code", "gap", "state", "mark", "opened_in", "closed_in", "closed_by",
    "conditional",
)  # fmt: skip
_DECISION = ("source", "before", "after", "reason", "current")


def hypothesis_report(*, hypothesis_id: int, reader: User | None = None) -> dict[str, Any]:
    """All of a hypothesis that a program may want, read from the rows.

    For a `reader` it names no other hypothesis that this person may not see.
    """
    # Before all that runs write: what is reported of an ended run is complete.
    runs = list(Run.objects.filter(kind=KIND, subject_id=hypothesis_id).with_usage().order_by("pk"))
    hypothesis = Hypothesis.objects.with_history().get(pk=hypothesis_id)
    decision = next((d for d in hypothesis.decisions.all() if d.current), None)
    sent_back = decision is not None and decision.after == decision.Outcome.AGAIN
    gaps = list(hypothesis.gaps.all())
    states = {gap.slot: gap.state for gap in gaps}
    status = decision.after if decision and not sent_back else _unfinished(runs)
    awaiting = awaited(hypothesis)
    forced = bool(decision and decision.source == decision.Source.FORCED)
    return {
        "id": hypothesis.pk,
        "status": status,
        "waiting": status == "rejected" and forced and bool(awaiting),
        "forced": forced,
        **_fields(hypothesis, Hypothesis.SHOWN),
        "input_kind": hypothesis.kind,
        "versions": [_version(version, states) for version in hypothesis.versions.all()],
        "conditions": conditions_of(hypothesis) if status == "approved" else [],
        "awaiting": awaiting,
        "siblings": siblings_of(hypothesis),
        "open_gaps": [_fields(gap, _OPEN_GAP) for gap in gaps if gap.state in ("open", "reopened")],
        "gaps": [_fields(gap, _GAP) for gap in gaps],
        "clarifications": [_clarification(hypothesis, c) for c in hypothesis.clarifications.all()],
        "decisions": [
            _fields(row, _DECISION) | {"before": row.before or None}
            for row in hypothesis.decisions.all()
        ],
        "preregistrations": [registration_row(row) for row in hypothesis.preregistrations.all()],
        "deviations": [deviation_row(each) for each in deviations_of(hypothesis)],
        "warnings": [
            *_duplicate(hypothesis, reader),
            *_drifts(hypothesis),
            *_judgements(hypothesis),
        ],
        "usage": usage_of(runs),
    }


def _fields(row: Model, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def conditions_of(hypothesis: Hypothesis) -> list[dict[str, str]]:
    """The unconfirmed parts of the last version, as `{slot, kind, text}`."""
    versions = list(hypothesis.versions.all())
    claim = versions[-1].claim if versions else Claim()
    return [
        {"slot": name, "kind": condition_kind(slot.text), "text": slot.text}
        for name, slot in claim.conditions
    ]


def awaited(hypothesis: Hypothesis) -> list[dict[str, str]]:
    """The unanswered questions of the last version, as `{slot, question}`."""
    versions = list(hypothesis.versions.all())
    return [
        {"slot": ask.slot, "question": ask.question}
        for ask in hypothesis.clarifications.all()
        if versions and ask.version_id == versions[-1].pk and ask.answered_at is None
    ]


def siblings_of(hypothesis: Hypothesis) -> list[str]:
    """Further claims in the author's sentence, each of which can be submitted as an idea of its
    own."""
    return [
        note.text
        for version in hypothesis.versions.all()
        for note in version.notes.all()
        if note.kind == Note.Kind.SPLIT
    ]


def _clarification(hypothesis: Hypothesis, ask: Clarification) -> dict[str, Any]:
    return {
        "id": ask.pk,
        "version": ask.version_id and _number(hypothesis, ask.version_id),
        "slot": ask.slot,
        "aspect": ask.aspect,
        "question": ask.question,
        "answer": ask.answer or None,
    }


def _number(hypothesis: Hypothesis, version_id: int) -> int | None:
    return next((v.number for v in hypothesis.versions.all() if v.pk == version_id), None)


def _unfinished(runs: list[Run]) -> str:
    """The status of a hypothesis without a decision: that of its last run."""
    status = runs[-1].status if runs else Run.Status.QUEUED
    return "failed" if status == Run.Status.DEAD else str(status)


def claim_json(version: Version) -> dict[str, Any]:
    """A version's claim as interfaces show it, with H0 and H1."""
    notes = {note.kind: note.text for note in version.notes.all()}
    return version.claim.as_json(notes.get(Note.Kind.H0, ""), notes.get(Note.Kind.H1, ""))


def _version(version: Version, states: dict[str, str]) -> dict[str, Any]:
    reviews = list(version.reviews.all())
    return {
        "number": version.number,
        "question": version.question,
        "origin": version.origin,
        "elements": [
            {"aspect": e.aspect, "kind": e.kind, "text": e.text, "origin": e.origin}
            for e in version.elements.all()
        ],
        "claim": claim_json(version),
        "proposals": [
            {"slot": p.slot, "text": p.text, "source": p.source} for p in version.proposals.all()
        ],
        "review": _review(version, reviews, states) if reviews else None,
        "notes": [{"kind": n.kind, "text": n.text} for n in version.notes.all()],
    }


def _review(version: Version, reviews: list[Review], states: dict[str, str]) -> dict[str, Any]:
    """The review that counts for a version: the forced one where there is one."""
    review = reviews[-1]
    return {
        "status": review.status,
        "justification": review.justification,
        "scores": {
            s.aspect: {"score": s.score, "evidence": s.evidence or None}
            for s in review.scores.all()
        },
        "improvements": [
            {
                "slot": i.slot,
                "aspect": i.aspect,
                "gap": i.gap,
                "suggestion": i.suggestion,
                "state": states.get(i.slot, "open"),
            }
            for i in review.improvements.all()
        ],
        "vetoes": [
            {"code": v.code, "quote": v.quote, "reason": v.reason} for v in review.vetoes.all()
        ],
        "clarifications": {
            ask.slot: ask.question
            for ask in version.hypothesis.clarifications.all()
            if ask.version_id == version.pk
        },
        "forced": review.forced,
        **_judges(reviews),
    }


def _judges(reviews: list[Review]) -> dict[str, Any]:
    """Who judged, where a model was asked: all verdicts, the one that counts last."""
    models = any(review.judge != BUILTIN for review in reviews)
    if not models and not any(review.degraded for review in reviews):
        return {}
    judged = ("judge", "status", "forced", "degraded")
    return {
        "degraded": reviews[-1].degraded,
        "judges": [_fields(review, judged) for review in reviews],
    }


def _duplicate(hypothesis: Hypothesis, reader: User | None) -> Iterator[dict[str, Any]]:
    other = hypothesis.near_duplicate_of_id
    if other is None:
        return
    if reader is None or Hypothesis.objects.visible_to(reader).filter(pk=other).exists():
        message = _("nearly the same as hypothesis %(id)s") % {"id": other}
        yield {"code": "near_duplicate", "message": message}


def _drifts(hypothesis: Hypothesis) -> Iterator[dict[str, Any]]:
    for version in hypothesis.versions.all():
        lost = [note.text for note in version.notes.all() if note.kind in _KEPT_NOTES]
        if lost:
            message = _("V%(number)s drifts from the original idea: %(lost)s")
            yield {
                "code": "drift",
                "message": message % {"number": version.number, "lost": ", ".join(lost)},
            }


def _judgements(hypothesis: Hypothesis) -> Iterator[dict[str, Any]]:
    for version in hypothesis.versions.all():
        number = {"number": version.number}
        reviews = list(version.reviews.all())
        if disagree((review.forced, review.status) for review in reviews):
            message = _("the judges of V%(number)s disagree") % number
            yield {"code": "disagreement", "message": message}
        notes = {note.kind for note in version.notes.all()}
        if Note.Kind.DEGRADED in notes or any(review.degraded for review in reviews):
            message = _("V%(number)s is degraded: the model gave no usable answer")
            yield {"code": "degraded", "message": message % number}

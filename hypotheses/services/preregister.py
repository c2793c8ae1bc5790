"""Pre-registration: what it freezes, as plain JSON read from the rows, and how one is made."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, NotAllowed, Refusal
from config.desk.roles import is_admin
from hypotheses.domain.registration import FORMAT, PLAN, digest, same_substance
from hypotheses.domain.text import clean_words
from hypotheses.models import Decision, Element, Hypothesis, Note, Preregistration, Version
from hypotheses.services.completeness import require_complete
from hypotheses.services.subject import as_seen, at_rest, locked

# The analyst's wording of what is to be tested.
STATEMENTS = (Note.Kind.H0, Note.Kind.H1, Note.Kind.REFUTED)
STILL_OPEN = ("open", "reopened", "waived")


def moment(at: datetime) -> str:
    """A moment as it is hashed: UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def substance(version: Version, decision: Decision, form: int = FORMAT) -> dict[str, Any]:
    """What is frozen and can be read again from rows that nothing changes.

    `form` is the number of the content's format: the first had no design and direction.
    """
    hypothesis = version.hypothesis
    notes = version.notes.filter(kind__in=STATEMENTS)
    return {
        "hypothesis": {
            "id": hypothesis.pk,
            "idea": hypothesis.text,
            "language": hypothesis.language,
        },
        "version": {
            "number": version.number,
            "question": version.question,
            **(_frame(version) if form > 1 else {}),
            "elements": [
                {"aspect": e.aspect, "kind": e.kind, "text": e.text, "origin": e.origin}
                for e in version.elements.all()
            ],
            "statements": [{"kind": note.kind, "text": note.text} for note in notes],
        },
        "decision": {
            "source": decision.source,
            "after": decision.after,
            "reason": decision.reason,
            "made_at": moment(decision.created_at),
        },
    }


def content_of(
    version: Version, decision: Decision, plan: Mapping[str, str], note: str
) -> dict[str, Any]:
    """All that is frozen but its place in the series. It names nobody: the row does."""
    frozen = substance(version, decision)
    assumed = [e for e in frozen["version"]["elements"] if e["origin"] == Element.Origin.SUGGESTED]
    return {
        "format": FORMAT,
        **frozen,
        "assumptions": [{k: e[k] for k in ("aspect", "kind", "text")} for e in assumed],
        "open_gaps": _open_gaps(version.hypothesis),
        "plan": dict(plan),
        "note": note,
    }


def _open_gaps(hypothesis: Hypothesis) -> list[dict[str, str]]:
    gaps = hypothesis.gaps.filter(state__in=STILL_OPEN).order_by("pk")
    names = ("aspect", "code", "gap", "state")
    return [{name: getattr(gap, name) for name in names} for gap in gaps]


def registration_row(row: Preregistration) -> dict[str, Any]:
    """A pre-registration in short."""
    return {
        "id": row.pk,
        "number": row.number,
        "version": row.content["version"]["number"],
        "sha256": row.sha256,
        "created_at": moment(row.created_at),
    }


def _frame(version: Version) -> dict[str, str]:
    claim = version.claim
    return {"design": claim.design, "direction": claim.direction}


MAX_PLAN = 5_000
MAX_SERIES = 100


def preregister(
    *,
    hypothesis_id: int,
    user: User | None = None,
    note: str = "",
    plan: Mapping[str, str] | None = None,
    expected: int | None = None,
) -> Preregistration:
    """Freeze an approved hypothesis; after the first time, an amendment to it.

    `plan` holds what a person states of the study beside the question, by the names in PLAN;
    `expected` is the id of the decision the person saw. Raises NotAllowed for another's hypothesis
    (an admin may), Conflict while a run is at work, if it is not approved, leaves something open or
    rests on unconfirmed words, or somebody decided meanwhile; IdeaError for words that cannot be
    taken, Refusal for a plan of another name or an amendment that changes nothing. Then nothing is
    written.
    """
    told = _told(plan or {})
    note = clean_words(note, MAX_PLAN) if note.strip() else ""
    with transaction.atomic():
        hypothesis = locked(hypothesis_id)
        if user is not None and not may_preregister(user, hypothesis):
            raise NotAllowed(_("only its owner or an admin pre-registers a hypothesis"))
        as_seen(hypothesis, expected)
        at_rest(hypothesis)
        version, decision = _approved(hypothesis)
        return _append(version, decision, content_of(version, decision, told, note), user)


def may_preregister(user: Any, hypothesis: Hypothesis) -> bool:
    """Whose hypothesis it is, and an admin."""
    return hypothesis.owner_id == user.pk or is_admin(user)


def _told(plan: Mapping[str, str]) -> dict[str, str]:
    """The plan's texts that say something."""
    if unknown := [name for name in plan if name not in PLAN]:
        raise Refusal(
            _("a plan has no part %(name)s; it has: %(known)s")
            % {"name": unknown[0][:40], "known": ", ".join(PLAN)}
        )
    return {name: clean_words(plan[name], MAX_PLAN) for name in PLAN if plan.get(name, "").strip()}


def _approved(hypothesis: Hypothesis) -> tuple[Version, Decision]:
    """The version that the decision in force approves, and that decision. Raises Conflict."""
    decision = (
        hypothesis.decisions.filter(current=True).select_related("version__hypothesis").first()
    )
    if decision is None or decision.after != Decision.Outcome.APPROVED:
        raise Conflict(
            _("hypothesis %(id)s is not approved: only an approved one is pre-registered")
            % {"id": hypothesis.pk}
        )
    require_complete(decision.version)
    return decision.version, decision


def _append(
    version: Version, decision: Decision, content: dict[str, Any], user: User | None
) -> Preregistration:
    """The next of the series; each holds the hash of the one before it."""
    series = Preregistration.objects.filter(hypothesis=version.hypothesis)
    before = series.order_by("-number").first()
    if before and same_substance(before.content, content):
        raise Conflict(
            _("nothing has changed since pre-registration %(number)s: there is nothing to amend")
            % {"number": before.number}
        )
    if before and before.number >= MAX_SERIES:
        raise Refusal(
            _("a hypothesis has %(limit)s pre-registrations at most") % {"limit": MAX_SERIES}
        )
    now = timezone.now()
    number = before.number + 1 if before else 1
    content |= {
        "number": number,
        "registered_at": moment(now),
        "registered_by": user.pk if user else None,
        "follows": before.sha256 if before else None,
    }
    return Preregistration.objects.create(
        hypothesis=version.hypothesis, version=version, decision=decision, number=number,
        content=content, sha256=digest(content), user=user, created_at=now,
    )  # fmt: skip

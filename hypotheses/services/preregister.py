"""An approved hypothesis, frozen before what tests it is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, NotAllowed, Refusal
from config.desk.roles import is_admin
from hypotheses.domain.registration import PLAN, digest, same_substance
from hypotheses.domain.text import clean_words
from hypotheses.models import Decision, Hypothesis, Preregistration, Version
from hypotheses.services.completeness import require_complete
from hypotheses.services.registration_content import content_of, moment
from hypotheses.services.subject import as_seen, at_rest, locked

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

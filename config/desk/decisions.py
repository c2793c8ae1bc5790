"""Decisions of persons: checked against what they saw, put in force, and withdrawn; for any kind
of subject."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Manager
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from .models import DeskDecision
from .refusals import Conflict, Missing

D = TypeVar("D", bound=DeskDecision)

WITHDRAWAL = timedelta(seconds=15)
"""How long a decision may be withdrawn: the ten seconds that pages offer, and some for the
request."""
QUOTED = 280
"""The most characters of a reason that is quoted within a sentence."""


def put_in_force(
    decisions: Manager[D],
    *,
    source: str,
    after: str,
    reason: str,
    user_id: int | None = None,
    actor: str = "",
    yields_to_persons_since: datetime | None = None,
    **about: Any,
) -> D:
    """Append a decision on a subject and put it in force instead of the one before.

    `decisions` is the subject's related manager; `about` are fields of their model. With
    `yields_to_persons_since`, a person's decision made after that time stays in force: the new one
    is stored as history. The caller is in a transaction.
    """
    before = decisions.select_for_update().filter(current=True).first()
    yields = (
        before is not None
        and yields_to_persons_since is not None
        and before.source == DeskDecision.Source.HUMAN
        and before.created_at > yields_to_persons_since
    )
    if not yields:
        decisions.filter(current=True).update(current=False)
    return decisions.create(
        source=source,
        user_id=user_id,
        actor=actor,
        before=before.after if before else "",
        after=after,
        reason=reason,
        current=not yields,
        **about,
    )


def take_back(
    decisions: Manager[D], *, decision_id: int, user: User, began: Collection[str] = ()
) -> D:
    """Withdraw a person's own decision; what it replaced is in force again.

    The row stays, marked as withdrawn. `began` are the outcomes that started something and cannot
    be withdrawn. The caller is in a transaction and has locked the subject. Raises Missing for
    somebody else's decision, Conflict for one that is older than WITHDRAWAL, no longer in force, or
    one of `began`.
    """
    mine = decisions.filter(pk=decision_id, user=user, source=DeskDecision.Source.HUMAN).first()
    if mine is None:
        raise Missing(_("there is no decision of yours to take back"))
    late = timezone.now() - mine.created_at > WITHDRAWAL
    if late or not mine.current or mine.after in began:
        raise Conflict(_("it is too late to undo that decision: make a new one"))
    replaced = decisions.filter(pk__lt=mine.pk, withdrawn_at=None, after=mine.before).last()
    decisions.filter(pk=mine.pk).update(current=False, withdrawn_at=timezone.now())
    if replaced is not None:
        decisions.filter(pk=replaced.pk).update(current=True)
    mine.refresh_from_db()
    return mine


def as_seen(decisions: Manager[D], expected: int | None, nothing: int | None = None) -> None:
    """Raises Conflict if the decision in force is another than the one the person saw.

    `expected` is its number, None where that does not matter; `nothing` stands for "no decision",
    where a person may have seen none.
    """
    if expected is None:
        return
    current = decisions.filter(current=True).select_related("user").first()
    if (current.pk if current else nothing) != expected:
        line = decision_line(current) if current else "-"
        raise Conflict(_("somebody decided meanwhile: %(decision)s") % {"decision": line})


def decision_line(decision: Any) -> str:
    """A decision in one line: what, by whom, why."""
    return _("%(outcome)s by %(who)s (“%(reason)s”)") % {
        "outcome": decision.get_after_display(),
        "who": decision.user or decision.actor or decision.get_source_display(),
        "reason": Truncator(decision.reason).chars(QUOTED),
    }

"""Hiding and erasing hypotheses; acts on many at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk import audit, drafts, page_sections
from config.desk.models import AuditEntry
from config.desk.refusals import Conflict, NotAllowed, Refusal
from config.desk.roles import is_admin, is_reviewer
from config.runs.errors import REFUSALS, explain
from config.runs.services import scrub_runs
from hypotheses.domain.claim import Claim
from hypotheses.models import (
    Clarification,
    Decision,
    Element,
    Gap,
    Hypothesis,
    Note,
    Preregistration,
    Proposal,
    Review,
    Version,
    claim_fields,
)
from hypotheses.querysets import IDEAS, QUESTIONS
from hypotheses.services.review import override_decision
from hypotheses.services.search import follow
from hypotheses.services.subject import locked, no_run_at_work, stated_reason
from hypotheses.services.submit import KIND

ERASED = "[erased]"


@transaction.atomic
def archive_hypothesis(*, hypothesis_id: int, user: User) -> Hypothesis:
    """Hide a hypothesis from lists and the inbox; all of it is kept.

    Raises NotAllowed for another's hypothesis (an admin may), Conflict while a run is at work or
    if it is archived already.
    """
    hypothesis = _own(hypothesis_id, user)
    if hypothesis.archived_at:
        raise Conflict(_("hypothesis %(id)s is archived already") % {"id": hypothesis_id})
    no_run_at_work(hypothesis)
    hypothesis.archived_at = timezone.now()
    hypothesis.save(update_fields=["archived_at"])
    return hypothesis


@transaction.atomic
def restore_hypothesis(*, hypothesis_id: int, user: User) -> Hypothesis:
    """Bring an archived hypothesis back. Raises NotAllowed; Conflict if it is not archived."""
    hypothesis = _own(hypothesis_id, user)
    if not hypothesis.archived_at:
        raise Conflict(_("hypothesis %(id)s is not archived") % {"id": hypothesis_id})
    hypothesis.archived_at = None
    hypothesis.save(update_fields=["archived_at"])
    return hypothesis


@transaction.atomic
def erase_hypothesis(*, hypothesis_id: int, user: User) -> Hypothesis:
    """Remove the words and the persons of a hypothesis for good; docs/erasure.md has the rules.

    What stays: that it was, its versions' numbers, and its decisions without who and why. Raises
    NotAllowed for anybody but an admin, Conflict while a run is at work (of what other apps made
    of it, too) or if erased already.
    """
    if not is_admin(user):
        raise NotAllowed(_("only an admin erases a hypothesis"))
    hypothesis = locked(hypothesis_id)
    no_run_at_work(hypothesis)
    versions = Version.objects.filter(hypothesis=hypothesis)
    for model in (Element, Proposal, Note, Review):
        model._default_manager.filter(version__in=versions).delete()
    Clarification.objects.filter(hypothesis=hypothesis).delete()
    Gap.objects.filter(hypothesis=hypothesis).delete()
    Preregistration.objects.filter(hypothesis=hypothesis).delete()
    versions.update(question=ERASED, author=None, **claim_fields(Claim()))
    hypothesis.decisions.update(user=None, actor="", reason=ERASED)
    scrub_runs(kind=KIND, subject_id=hypothesis.pk)
    page_sections.forget("hypothesis", hypothesis.pk)
    drafts.forget(reverse("hypothesis", args=[hypothesis.pk]))
    _forget_elsewhere(hypothesis)
    now = timezone.now()
    Hypothesis.objects.filter(pk=hypothesis.pk).update(
        **Hypothesis.ERASED,
        text=ERASED,
        owner=None,
        archived_at=hypothesis.archived_at or now,
        erased_at=now,
    )
    Hypothesis.objects.filter(pk=hypothesis.pk).store_standing()
    IDEAS.purge()
    QUESTIONS.purge()
    follow(hypothesis.pk)
    audit.note(AuditEntry.Act.ERASED, f"hypothesis {hypothesis.pk}", person=user)
    hypothesis.refresh_from_db()
    return hypothesis


def _forget_elsewhere(hypothesis: Hypothesis) -> None:
    """Its words outside its own rows: in the siblings of a split, in the admin's log."""
    if hypothesis.split_from:
        Hypothesis.objects.filter(split_from=hypothesis.split_from).update(split_from="")
    kind = ContentType.objects.get_for_model(Hypothesis)
    LogEntry.objects.filter(content_type=kind, object_id=str(hypothesis.pk)).delete()


def _own(hypothesis_id: int, user: User) -> Hypothesis:
    hypothesis = locked(hypothesis_id)
    if hypothesis.owner_id != user.pk and not is_admin(user):
        raise NotAllowed(_("only its owner or an admin archives a hypothesis"))
    return hypothesis


# One act on many hypotheses: each by itself, so that a refusal stops no other.

Act = Literal["approve", "reject", "archive"]
OUTCOMES: dict[str, str] = {
    "approve": Decision.Outcome.APPROVED,
    "reject": Decision.Outcome.REJECTED,
}
MOST = 100
"""The most hypotheses of one request."""


@dataclass(frozen=True)
class Done:
    """Those that were acted on, and why not the others."""

    done: list[int] = field(default_factory=list)
    refused: dict[int, str] = field(default_factory=dict)


def obstacle(act: Act, hypothesis: Any, user: Any) -> str:
    """The reason why a hypothesis read `with_state` would be left out; empty when none is
    known."""
    if hypothesis.archived_at:
        return _("archived")
    if hypothesis.state == "working":
        return _("a run is at work")
    if act == "archive":
        own = hypothesis.owner_id == user.pk or is_admin(user)
        return "" if own else _("not yours")
    if hypothesis.owner_id == user.pk:
        return _("your own")
    return "" if hypothesis.decided else _("nothing to decide on")


def act_on_many(*, act: Act, seen: Mapping[int, int | None], reason: str, user: User) -> Done:
    """Carry out an act on each of the hypotheses that `user` may see.

    `seen` maps their ids to the decisions that the person saw. Raises NotAllowed for who may not
    decide at all, Refusal for more than MOST or a decision without a reason.
    """
    if act in OUTCOMES:
        if not is_reviewer(user):
            raise NotAllowed(_("only a reviewer overrides a decision"))
        reason = stated_reason(reason, _("a decision needs a reason"))
    if len(seen) > MOST:
        raise Refusal(_("at most %(most)s at a time") % {"most": MOST})
    result = Done()
    visible: Any = Hypothesis.objects.visible_to(user)
    there = set(visible.filter(pk__in=seen).values_list("pk", flat=True))
    for pk in (each for each in seen if each in there):
        try:
            if act == "archive":
                archive_hypothesis(hypothesis_id=pk, user=user)
            else:
                override_decision(
                    hypothesis_id=pk,
                    outcome=OUTCOMES[act],
                    reason=reason,
                    user=user,
                    expected=seen[pk],
                )
        except REFUSALS as error:
            result.refused[pk] = explain(error)
        else:
            result.done.append(pk)
    return result

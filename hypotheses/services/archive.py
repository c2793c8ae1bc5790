"""What becomes of a hypothesis that is no longer wanted: hidden and kept, or erased."""

from __future__ import annotations

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk import audit, drafts, page_sections
from config.desk.models import AuditEntry
from config.desk.refusals import Conflict, NotAllowed
from config.desk.roles import is_admin
from config.runs.services import scrub_runs
from hypotheses.domain.claim import Claim
from hypotheses.models import (
    Clarification,
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
from hypotheses.services.similar import follow
from hypotheses.services.subject import locked, no_run_at_work
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

"""What an admin does with hypotheses: decide, archive, restore, erase."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.enums import ActionVariant
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextareaWidget

from config.desk.admin import Act, AdminRequest
from hypotheses.models import Decision
from hypotheses.services.archive import (
    archive_hypothesis,
    erase_hypothesis,
    restore_hypothesis,
)
from hypotheses.services.review import one_more_round, override_decision

AGAIN = Decision.Outcome.AGAIN
OUTCOMES = [("approved", _("Approve")), ("rejected", _("Reject")), (AGAIN, _("One more round"))]


class DecisionForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("Outcome"),
        choices=OUTCOMES,
        widget=UnfoldAdminRadioSelectWidget(choices=OUTCOMES),
    )
    reason = forms.CharField(
        label=_("Reason"),
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text=_("Goes on record. For one more round it guides the structurer."),
    )


def _decide(asked: AdminRequest) -> None:
    outcome, reason = asked.said["outcome"], asked.said["reason"]
    told: dict[str, Any] = {
        "hypothesis_id": asked.pk,
        "user": asked.user,
        "expected": int(asked.seen) if asked.seen.isdecimal() else None,
    }
    if outcome == AGAIN:
        one_more_round(guidance=reason, **told)
    else:
        override_decision(outcome=outcome, reason=reason, **told)


def _archive(asked: AdminRequest) -> None:
    archive_hypothesis(hypothesis_id=asked.pk, user=asked.user)


def _restore(asked: AdminRequest) -> None:
    restore_hypothesis(hypothesis_id=asked.pk, user=asked.user)


def _erase(asked: AdminRequest) -> None:
    erase_hypothesis(hypothesis_id=asked.pk, user=asked.user)


ACTS = [
    Act(
        "decide",
        _("Decide"),
        _("decided"),
        _decide,
        form=DecisionForm,
        seen=lambda hypothesis: hypothesis.decision_id,
        fits=lambda hypothesis: not hypothesis.archived_at,
        icon="gavel",
        variant=ActionVariant.PRIMARY,
    ),
    Act(
        "archive",
        _("Archive"),
        _("archived"),
        _archive,
        icon="archive",
        fits=lambda hypothesis: not hypothesis.archived_at,
    ),
    Act(
        "restore",
        _("Restore"),
        _("restored"),
        _restore,
        icon="unarchive",
        fits=lambda hypothesis: hypothesis.archived_at and not hypothesis.erased_at,
    ),
    Act(
        "erase",
        _("Erase"),
        _("erased"),
        _erase,
        warning=_(
            "Their words and persons are removed for good; the numbers of their versions and the "
            "decisions stay, without who and why. This cannot be undone."
        ),
        icon="delete_forever",
        fits=lambda hypothesis: not hypothesis.erased_at,
        variant=ActionVariant.DANGER,
    ),
]

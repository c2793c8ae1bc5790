"""When a hypothesis's run may be taken up again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.runs.errors import WrongStatus
from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import KIND


def check_retry(run: Run) -> None:
    """Only the last run of a hypothesis that is neither archived nor erased is taken up again.

    What came after an earlier run builds on other versions. Raises WrongStatus.
    """
    hypothesis = Hypothesis.objects.get(pk=run.subject_id)
    named = {"run": run.pk, "id": hypothesis.pk}
    if hypothesis.erased_at:
        raise WrongStatus(_("hypothesis %(id)s was erased") % named)
    if hypothesis.archived_at:
        raise WrongStatus(_("hypothesis %(id)s is archived: restore it first") % named)
    if Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, pk__gt=run.pk).exists():
        raise WrongStatus(
            _("run %(run)s is not the last of hypothesis %(id)s: a later one followed it") % named
        )

"""A hypothesis's run, taken up again."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing
from config.runs.models import Run
from config.runs.services import retry_run
from hypotheses.models import Hypothesis
from hypotheses.services.subject import locked
from hypotheses.services.submit import KIND


@transaction.atomic
def retry_refinement(*, hypothesis_id: int, run_id: int, wake: bool = True) -> Run:
    """Queue the last run of a hypothesis again, after it failed or was cancelled.

    An earlier one stays as it ended: what came later builds on other versions. Raises Missing,
    Conflict (erased, archived, not the last), RunError; then nothing is written.
    """
    hypothesis = locked(hypothesis_id)
    _require_last(hypothesis, run_id)
    if hypothesis.archived_at:
        raise Conflict(_("hypothesis %(id)s is archived: restore it first") % {"id": hypothesis.pk})
    return retry_run(run_id=run_id, wake=wake)


def _require_last(hypothesis: Hypothesis, run_id: int) -> None:
    runs = Run.objects.filter(kind=KIND, subject_id=hypothesis.pk)
    if not runs.filter(pk=run_id).exists():
        raise Missing(_("there is no run %(run)s") % {"run": run_id})
    if runs.filter(pk__gt=run_id).exists():
        raise Conflict(
            _("run %(run)s is not the last of hypothesis %(id)s: a later one followed it")
            % {"run": run_id, "id": hypothesis.pk}
        )

"""Services for runs: create, cancel, retry, erase."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.checkpoints import history
from config.runs import broker, ledger, registry
from config.runs.errors import QuotaExceeded, RunNotFound, WrongStatus
from config.runs.models import Event, LlmCall, ModelAnswer, Run, RunQuota, Step
from config.runs.querysets import RunQuerySet
from config.runs.version import code_version


def enqueue_run(
    *,
    kind: str,
    subject_id: int,
    params: Mapping[str, Any] | None = None,
    user: User | None = None,
    wake: bool = True,
) -> Run:
    """Create a run; a worker is woken on commit.

    With `wake=False` none is woken: the caller executes the run in its own process. If that process
    dies first, the sweeper wakes a worker. Raises UnknownKind; QuotaExceeded for a `user` who
    started too many within a day.
    """
    registry.get(kind)
    if user is not None:
        check_quota(user)
    run = Run.objects.create(
        kind=kind,
        subject_id=subject_id,
        params=dict(params or {}),
        created_by=user,
        code_version=code_version(),
    )
    if wake:
        _wake_on_commit(run.pk)
    return run


@transaction.atomic
def cancel_run(*, run_id: int) -> Run:
    """Cancel a run: a queued one at once, a running one at its next step or heartbeat.

    Raises RunNotFound; WrongStatus for a finished run.
    """
    run = _locked(run_id)
    if run.is_finished:
        raise WrongStatus(
            _("run %(run)s is %(status)s already: nothing to cancel")
            % {"run": run_id, "status": run.get_status_display()}
        )
    if run.status == Run.Status.QUEUED:
        _change(run, status=Run.Status.CANCELLED, cancel_requested_at=Now(), finished_at=Now())
        ledger.write(run_id, Event.Kind.CANCELLED)
    elif run.cancel_requested_at is None:
        _change(run, cancel_requested_at=Now())
        ledger.write(run_id, Event.Kind.CANCELLING)
    return run


@transaction.atomic
def retry_run(*, run_id: int, wake: bool = True) -> Run:
    """Queue a failed, dead or cancelled run again; finished steps are not repeated.

    For a queued run a worker is only woken once more. Raises RunNotFound; WrongStatus for a run
    that is running or done, or that its kind does not let retry.
    """
    run = _locked(run_id)
    if run.status in (Run.Status.RUNNING, Run.Status.DONE):
        raise WrongStatus(
            _("run %(run)s is %(status)s: only a failed, dead or cancelled run can be retried")
            % {"run": run_id, "status": run.get_status_display()}
        )
    if run.is_finished:
        registry.get(run.kind).check_retry(run)
        ledger.write(run_id, Event.Kind.RETRIED, status=run.status, error=run.error)
        _change(
            run,
            status=Run.Status.QUEUED,
            crashes=0,
            error="",
            worker="",
            cancel_requested_at=None,
            finished_at=None,
            queued_at=Now(),
        )
    _change(run, woken_at=Now())
    if wake:
        _wake_on_commit(run_id)
    return run


@transaction.atomic
def scrub_runs(*, kind: str, subject_id: int) -> int:
    """Erase persons and texts from a subject's runs; what the runs cost stays. Returns the
    number of runs. Raises WrongStatus while one of them is running."""
    runs = Run.objects.filter(kind=kind, subject_id=subject_id)
    active = runs.select_for_update().active().first()
    if active is not None:
        raise WrongStatus(
            _("run %(run)s is %(status)s: cancel it first")
            % {"run": active.pk, "status": active.get_status_display()}
        )
    Step.objects.filter(run__in=runs).delete()
    Event.objects.filter(run__in=runs).delete()
    ModelAnswer.objects.filter(run__in=runs).delete()
    # Other apps' runs repeated its text, too; no run needs a checkpoint after its end.
    history.forget_all_but(Run.objects.active().values_list("pk", flat=True))
    LlmCall.objects.filter(run__in=runs).update(raw="", error="")
    return runs.update(params={}, error="", created_by=None)


def wake_worker(run_id: int) -> bool:
    """Wake a worker for a run; returns whether the broker took it. Waking twice does no harm:
    the claim decides."""
    return broker.wake(run_id)


def _wake_on_commit(run_id: int) -> None:
    # robust: the run is committed, and a broker that is away must not undo the caller's request;
    # the failure is logged and the sweeper wakes a worker later
    transaction.on_commit(partial(wake_worker, run_id), robust=True)


def _locked(run_id: int) -> Run:
    run = Run.objects.select_for_update().filter(pk=run_id).first()
    if run is None:
        raise RunNotFound(_("there is no run %(run)s") % {"run": run_id})
    return run


def _change(run: Run, **values: Any) -> None:
    """Update a locked run and read it back."""
    Run.objects.filter(pk=run.pk).update(**values)
    run.refresh_from_db()


# The number of runs that a person may start within a day.

_DAY = timedelta(hours=24)


def allowed(user: User) -> int:
    """How many runs a person may start within 24 hours."""
    own = RunQuota.objects.filter(user=user).values_list("runs_per_day", flat=True).first()
    return settings.RUNS_PER_DAY if own is None else own


def started_lately() -> RunQuerySet:
    """The runs that count against quotas."""
    return Run.objects.filter(created_at__gte=Now() - _DAY)


def check_quota(user: User) -> None:
    """Raises QuotaExceeded for a person who started as many runs as allowed in 24 hours."""
    limit = allowed(user)
    started = started_lately().filter(created_by=user).count()
    if started >= limit:
        message = ngettext(
            "your quota of %(count)s run within 24 hours is used up: try later, or ask an admin",
            "your quota of %(count)s runs within 24 hours is used up: try later, or ask an admin",
            limit,
        )
        raise QuotaExceeded(message % {"count": limit})

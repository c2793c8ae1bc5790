"""The hypothesis of a person's request: locked, without a running run, and unchanged since the
person saw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, Refusal
from config.runs.models import Run
from config.runs.services import enqueue_run
from config.text.validation import TextError, clean_words
from hypotheses.models import Gap, Hypothesis, Version
from hypotheses.services.submit import KIND

MAX_REASON = 5_000
_GAP = tuple(
    "slot aspect code gap suggestion state opened_in closed_in closed_by conditional mark".split()
)


def locked(hypothesis_id: int) -> Hypothesis:
    """The hypothesis, locked until the transaction ends. Raises Missing; Conflict if erased."""
    hypothesis = Hypothesis.objects.select_for_update().filter(pk=hypothesis_id).first()
    if hypothesis is None:
        raise Missing(_("there is no hypothesis %(id)s") % {"id": hypothesis_id})
    if hypothesis.erased_at:
        raise Conflict(_("hypothesis %(id)s was erased") % {"id": hypothesis_id})
    return hypothesis


def at_rest(hypothesis: Hypothesis) -> Version:
    """Its last version. Raises Conflict while a run is running, or if it is archived or has
    none."""
    if hypothesis.archived_at:
        raise Conflict(_("hypothesis %(id)s is archived: restore it first") % {"id": hypothesis.pk})
    no_run_at_work(hypothesis)
    version = hypothesis.versions.order_by("-number").first()
    if version is None:
        raise Conflict(
            _("hypothesis %(id)s has no version yet: retry its run") % {"id": hypothesis.pk}
        )
    return version


def no_run_at_work(hypothesis: Hypothesis) -> None:
    """Raises Conflict while a run of the hypothesis is queued or running."""
    active = Run.objects.active().filter(kind=KIND, subject_id=hypothesis.pk).first()
    if active is not None:
        raise Conflict(
            _("run %(run)s of hypothesis %(id)s is %(status)s: wait for it or cancel it")
            % {"run": active.pk, "id": hypothesis.pk, "status": active.get_status_display()}
        )


def same_version(version: Version, expected: int | None) -> None:
    """Raises Conflict if there is a newer version than the one the person saw."""
    if expected is not None and version.number != expected:
        raise Conflict(
            _("V%(seen)s is no longer the last version, V%(last)s is: read it first")
            % {"seen": expected, "last": version.number}
        )


def stated_reason(reason: str, without: str) -> str:
    """A person's reason as it is recorded. Raises Refusal with `without` for an empty one."""
    if not reason.strip():
        raise Refusal(without)
    try:
        return clean_words(reason, MAX_REASON)
    except TextError as error:
        raise Refusal(_(error.template) % error.values) from error


def start_round(
    hypothesis: Hypothesis,
    version: Version,
    params: Mapping[str, Any],
    user: User | None,
    wake: bool,
) -> Run:
    """A further run that builds on a version, with its gaps. Raises RunError."""
    gaps = [{name: getattr(gap, name) for name in _GAP} for gap in _gaps(hypothesis)]
    return enqueue_run(
        kind=KIND,
        subject_id=hypothesis.pk,
        params={"round": {"version": version.number, "gaps": gaps, **params}},
        user=user,
        wake=wake,
    )


def _gaps(hypothesis: Hypothesis) -> list[Gap]:
    return list(hypothesis.gaps.order_by("pk"))


# The present state of a hypothesis in short: for a person whose request came too late.


def state_of(*, hypothesis_id: int) -> dict[str, Any]:
    """Its status, the decision in force, and the number of its last version."""
    rows = Hypothesis.objects.with_status().annotate(version=Max("versions__number"))
    hypothesis: Any = rows.get(pk=hypothesis_id)  # with its annotations
    decision = hypothesis.decisions.filter(current=True).first()
    return {
        "hypothesis": hypothesis.pk,
        "status": hypothesis.status,
        "version": hypothesis.version,
        "decision": decision
        and {"id": decision.pk, "source": decision.source, "after": decision.after},
    }

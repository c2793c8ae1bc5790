"""Runs that other versions of the code left behind."""

from __future__ import annotations

import pytest

from config.runs.execution import execute
from config.runs.models import Event, Run, Step
from config.runs.services import retry_run
from config.runs.version import code_version
from tests.config.runs.conftest import UNDISTURBED, Probe, marks

pytestmark = pytest.mark.django_db(transaction=True)


def half_done(probe: Probe) -> Run:
    """Its first two steps are stored; the third failed."""
    run = execute(probe.new(fail={"gamma": "broken"}).pk)
    Run.objects.filter(pk=run.pk).update(params={"folder": str(probe.folder)})
    retry_run(run_id=run.pk, wake=False)
    return run


def by_version(run: Run, version: str) -> None:
    Event.objects.filter(run=run, kind="started").update(data={"code": version, "fence": 1})


def outdate(run: Run) -> None:
    """What it stored has another form than this code reads."""
    Step.objects.filter(run=run).update(output={"number": 1})


def test_stored_steps_that_no_longer_fit_name_the_version_and_the_mend(probe: Probe) -> None:
    run = half_done(probe)
    by_version(run, "0123456789ab")
    outdate(run)
    failed = execute(run.pk)
    assert failed.status == "failed"
    assert failed.error == (
        "alpha: 'value' (KeyError); its finished steps are of another version of Crivo "
        f"(0123456789ab; this is {code_version()}): if they no longer fit, submit it again"
    )
    assert marks(run) == UNDISTURBED[:2]


def test_a_long_error_leaves_room_for_the_mend(probe: Probe) -> None:
    run = half_done(probe)
    by_version(run, "0123456789ab")
    Run.objects.filter(pk=run.pk).update(params={"folder": "-", "broken": "x" * 900})
    failed = execute(run.pk)
    assert len(failed.error) == 500
    assert failed.error.endswith("submit it again")


def test_stored_steps_that_still_fit_are_taken(probe: Probe) -> None:
    run = half_done(probe)
    by_version(run, "0123456789ab")
    assert execute(run.pk).status == "done"
    assert marks(run) == UNDISTURBED


def test_a_fault_of_this_version_names_no_other(probe: Probe) -> None:
    run = half_done(probe)
    outdate(run)
    assert execute(run.pk).error == "alpha: 'value' (KeyError)"


def test_a_kind_that_this_version_does_not_know_says_what_to_do(probe: Probe) -> None:
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(kind="gone")
    error = execute(run.pk).error
    assert error.startswith("prepare: unknown run kind 'gone' (known: ")
    assert "retry it with the version of Crivo that it was submitted with" in error

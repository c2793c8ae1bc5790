from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import IntegrityError
from django.utils import timezone

from config.runs.models import RAW_LENGTH, Event, LlmCall, Run, Step
from tests.config.runs.conftest import Probe

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "values",
    [
        {"status": "sleeping"},
        {"status": "running"},
        {"lease_until": timezone.now()},
        {"status": "done"},
        {"finished_at": timezone.now()},
    ],
    ids=[
        "unknown status",
        "running, no lease",
        "lease, not running",
        "done, no end",
        "end, queued",
    ],
)
def test_a_run_that_contradicts_itself_is_refused(values: dict[str, object]) -> None:
    with pytest.raises(IntegrityError):
        Run.objects.create(kind="probe", subject_id=1, **values)


def test_a_step_is_stored_once(probe: Probe) -> None:
    key = {"run": probe.new(), "node": "a", "iteration": 1, "item": "x"}
    Step.objects.create(**key, output=1, fence=1, seconds=0)
    with pytest.raises(IntegrityError):
        Step.objects.create(**key, output=2, fence=2, seconds=0)


def test_an_event_is_not_rewritten(probe: Probe) -> None:
    event = Event.objects.create(run=probe.new(), kind=Event.Kind.MESSAGE)
    event.node = "other"
    with pytest.raises(TypeError, match="append-only"):
        event.save()


def test_a_run_outlives_its_user(probe: Probe, django_user_model) -> None:
    run = probe.new()
    run.created_by = django_user_model.objects.create_user("ana")
    run.save()
    run.created_by.delete()
    run.refresh_from_db()
    assert run.created_by is None


def test_active_runs_are_the_queued_and_the_running(probe: Probe) -> None:
    end = timezone.now()
    queued, running, done = probe.new(), probe.new(), probe.new()
    Run.objects.filter(pk=running.pk).update(status="running", lease_until=end)
    Run.objects.filter(pk=done.pk).update(status="done", finished_at=end)
    assert set(Run.objects.active()) == {queued, running}


def test_usage_adds_up_calls() -> None:
    for cost in ("0.10", "0.025"):
        LlmCall.objects.create(
            prompt="p", prompt_hash="h", model="m", tokens_in=10, tokens_out=2,
            cost_usd=Decimal(cost), seconds=1.5,
        )  # fmt: skip
    assert LlmCall.objects.all().usage() == {
        "llm_calls": 2,
        "tokens_in": 20,
        "tokens_out": 4,
        "cost_usd": Decimal("0.125"),
        "seconds": 3.0,
    }


def test_a_raw_answer_is_bounded() -> None:
    with pytest.raises(IntegrityError, match="llm_raw_bounded"):
        LlmCall.objects.create(prompt="p", prompt_hash="h", model="m", raw="x" * (RAW_LENGTH + 1))


def test_usage_of_no_calls_is_zero() -> None:
    usage = LlmCall.objects.all().usage()
    assert (usage["llm_calls"], usage["cost_usd"], usage["seconds"]) == (0, Decimal(0), 0.0)

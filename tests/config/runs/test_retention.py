"""How long models' answers are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django_q.brokers import get_broker
from django_q.models import Task
from django_q.monitor import save_task

from config import chores
from config.runs.models import Event, ModelAnswer, Run, Step
from config.runs.retention import prune_answers, prune_events, prune_messages, prune_steps
from tests.llm.server import FaultServer

from .asking import GOOD, asking_run, configure, done

pytestmark = pytest.mark.django_db


@pytest.fixture
def answers() -> list[int]:
    """Of 1, 89 and 91 days ago."""
    run = Run.objects.create(kind="asking", subject_id=1)
    for days in (1, 89, 91):
        row = ModelAnswer.objects.create(key=f"k{days}", model="m", answer="{}", run=run)
        when = timezone.now() - timedelta(days=days)
        ModelAnswer.objects.filter(pk=row.pk).update(created_at=when)
    return list(ModelAnswer.objects.values_list("pk", flat=True))


def test_answers_are_let_go_after_their_days(answers: list[int]) -> None:
    assert prune_answers() == 1
    assert list(ModelAnswer.objects.values_list("key", flat=True)) == ["k1", "k89"]


def test_the_worker_prunes_at_once_and_then_once_an_hour(answers: list[int], settings: Any) -> None:
    chores.chores["cached answers"].due = 0
    chores.run_due()
    assert ModelAnswer.objects.count() == 2
    settings.LLM_CACHE_DAYS = 10
    chores.run_due()
    assert ModelAnswer.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_an_answer_that_is_given_again_is_young_again(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server)
        done(asking_run())
        ModelAnswer.objects.update(created_at=timezone.now() - timedelta(days=91), answer="?")
        done(asking_run())
    assert prune_answers() == 0
    assert ModelAnswer.objects.count() == 1


def ended(status: str, days: int) -> Run:
    """A run that ended so many days ago, with a step and its history."""
    when = timezone.now() - timedelta(days=days)
    run = Run.objects.create(kind="probe", subject_id=1, status=status, finished_at=when)
    Step.objects.create(
        run=run, node="a", iteration=1, item="", output={"x": 1}, fence=1, seconds=2
    )
    for kind in (Event.Kind.STARTED, Event.Kind.STEP, Event.Kind.MESSAGE, Event.Kind.FINISHED):
        Event.objects.create(run=run, kind=kind)
    return run


class TestSteps:
    def test_outputs_of_a_run_that_is_done_are_emptied_and_the_rows_stay(self) -> None:
        old, young = ended("done", 31), ended("done", 29)
        assert prune_steps() == 1
        assert prune_steps() == 0
        assert (old.steps.get().output, old.steps.get().seconds) == (None, 2)
        assert young.steps.get().output == {"x": 1}

    @pytest.mark.parametrize("status", ["failed", "cancelled", "dead"])
    def test_a_run_that_may_be_tried_again_keeps_them(self, status: str) -> None:
        run = ended(status, 400)
        assert prune_steps() == 0
        assert run.steps.get().output == {"x": 1}


class TestEvents:
    def test_the_small_ones_go_the_course_of_the_run_stays(self) -> None:
        old, young = ended("failed", 91), ended("done", 89)
        assert prune_events() == 2
        assert list(old.events.order_by("id").values_list("kind", flat=True)) == [
            "started",
            "finished",
        ]
        assert young.events.count() == 4


def test_what_the_broker_delivered_is_forgotten_after_a_week() -> None:
    for name, days in (("old", 8), ("young", 6)):
        when = timezone.now() - timedelta(days=days)
        Task.objects.create(id=name, name=name, func="f", started=when, stopped=when, success=False)
    assert prune_messages() == 1
    assert list(Task.objects.values_list("name", flat=True)) == ["young"]


def test_one_pass_is_bounded(monkeypatch: Any) -> None:
    monkeypatch.setattr("config.runs.retention.AT_ONCE", 3)
    for _ in range(4):
        ended("done", 31)
    assert (prune_steps(), prune_steps(), prune_steps()) == (3, 1, 0)


def test_a_pass_that_was_full_is_followed_by_another_with_the_next_sweep() -> None:
    left = [3, 3, 1, 0]
    chores.register("some rows", every=3_600, do=lambda: left.pop(0), full=3)
    try:
        for _sweep in range(5):
            chores.run_due()
        assert left == [0]
    finally:
        del chores.chores["some rows"]


def test_nothing_is_let_go_of_where_it_is_kept_for_ever(answers: list[int], settings: Any) -> None:
    settings.LLM_CACHE_DAYS = settings.RUN_STEPS_DAYS = settings.RUN_EVENTS_DAYS = 0
    run = Run.objects.create(
        kind="asking", subject_id=2, status=Run.Status.DONE,
        finished_at=timezone.now() - timedelta(days=4_000),
    )  # fmt: skip
    Step.objects.create(run=run, node="a", output={}, fence=1, seconds=1)
    Event.objects.create(run=run, kind=Event.Kind.STEP)
    assert (prune_answers(), prune_steps(), prune_events()) == (0, 0, 0)
    assert ModelAnswer.objects.count() == 3


@pytest.mark.parametrize(("well", "records"), [(True, 0), (False, 1)])
def test_of_deliveries_only_those_that_failed_leave_a_record(well: bool, records: int) -> None:
    now = timezone.now()
    about = {"id": "1", "name": "run 1", "func": "f", "args": (), "kwargs": {"run_id": 1}}
    task = {**about, "started": now, "stopped": now, "result": "done", "success": well}
    save_task({**task, "cached": False, "group": None, "sync": True}, get_broker())
    assert Task.objects.count() == records

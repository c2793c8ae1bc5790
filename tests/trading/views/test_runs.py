"""Taking a run up again, and stopping one."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run
from tests.people import person
from tests.trading.desk import asked, recorded
from tests.trading.views.people import client_of, text_of, window

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def test_a_waiting_run_is_stopped_and_taken_up_again(ana: User):
    waiting, client = asked(ana), client_of(ana)
    base = f"/strategies/{waiting.strategy.pk}/runs/{waiting.run.pk}"
    answer = client.post(f"{base}/cancel/", follow=True)
    assert "the run is being stopped" in text_of(answer)
    assert Run.objects.get().status == "cancelled"
    client.post(f"{base}/retry/")
    assert Run.objects.get().status == "queued"


def test_a_run_that_is_done_is_neither(ana: User):
    strategy, client = recorded(ana), client_of(ana)
    run = Run.objects.get()
    for act in ("retry", "cancel"):
        answer = client.post(f"/strategies/{strategy.pk}/runs/{run.pk}/{act}/", follow=True)
        assert 'class="message error"' in text_of(answer)
    assert Run.objects.get().status == "done"


def test_a_run_of_another_strategy_or_kind_is_not_there(ana: User):
    mine, client = recorded(ana), client_of(ana)
    other = Run.objects.create(kind="refinement", subject_id=mine.pk, status="failed",
                               finished_at=timezone.now())  # fmt: skip
    theirs = asked(person("eva")).run
    for run in (other, theirs):
        url = f"/strategies/{mine.pk}/runs/{run.pk}/retry/"
        assert client.post(url).status_code == 404


@pytest.mark.parametrize("act", ["retry", "cancel"])
def test_another_s_run_is_left_alone(ana: User, act: str):
    waiting = asked(ana)
    url = f"/strategies/{waiting.strategy.pk}/runs/{waiting.run.pk}/{act}/"
    assert window("eva").post(url).status_code == 404
    assert client_of(ana).get(url).status_code == 405
    assert Run.objects.get().status == "queued"

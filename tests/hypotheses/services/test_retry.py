"""A hypothesis's last run is taken up again; an earlier one, or an erased idea's, is not."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.errors import WrongStatus
from config.runs.models import Run
from config.runs.services import retry_run
from hypotheses.models import Hypothesis
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import REFINED, command, last_run
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> User:
    return person("carla", "admin")


@pytest.fixture
def failed() -> Hypothesis:
    made = submit_hypothesis(text=REFINED["en"], wake=False)
    Run.objects.filter(pk=made.run.pk).update(
        status="failed", error="no", finished_at=timezone.now()
    )
    return made.hypothesis


def retry(hypothesis: Hypothesis, run: Run | None = None) -> Run:
    run_id = (run or last_run(hypothesis)).pk
    return retry_run(run_id=run_id, wake=False)


def test_the_last_run_is_queued_again(failed: Hypothesis) -> None:
    assert retry(failed).status == "queued"


def test_one_that_is_waited_for_says_what_it_came_to(failed: Hypothesis) -> None:
    out, _ = command("retry", last_run(failed).pk, "--wait")
    decision = failed.decisions.get()
    assert out.splitlines()[1:] == [f"{decision.get_after_display()}. {decision.reason}"]


def test_an_earlier_run_stays_as_it_ended(failed: Hypothesis) -> None:
    first = last_run(failed)
    Run.objects.create(kind=first.kind, subject_id=failed.pk)
    with pytest.raises(WrongStatus, match="not the last"):
        retry(failed, first)
    assert Run.objects.get(pk=first.pk).status == "failed"


def test_what_is_archived_is_restored_first(failed: Hypothesis, admin: User) -> None:
    archive_hypothesis(hypothesis_id=failed.pk, user=admin)
    with pytest.raises(WrongStatus, match="archived"):
        retry(failed)


def test_an_erased_idea_is_not_refined(failed: Hypothesis, admin: User) -> None:
    erase_hypothesis(hypothesis_id=failed.pk, user=admin)
    with pytest.raises(WrongStatus, match="erased"):
        retry(failed)

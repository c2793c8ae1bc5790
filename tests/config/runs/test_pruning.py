"""How long models' answers are kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.runs import chores
from config.runs.models import ModelAnswer, Run
from config.runs.pruning import prune_answers
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


def test_with_zero_they_are_kept_for_ever(answers: list[int], settings: Any) -> None:
    settings.LLM_CACHE_DAYS = 0
    assert prune_answers() == 0
    assert ModelAnswer.objects.count() == len(answers)


def test_the_worker_prunes_at_once_and_then_once_an_hour(answers: list[int], settings: Any) -> None:
    chores._chores["cached answers"].due = 0
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

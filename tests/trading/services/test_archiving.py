"""Lessons that nobody recalls leave by themselves, and come back when somebody wants them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from config import chores
from config.desk.refusals import Conflict
from tests.history import before
from tests.people import person
from tests.trading.helpers import make_developed
from trading.memory import recall, remember
from trading.memory.recall_search import scores
from trading.models import Lesson
from trading.services.lessons import archive_unused_lessons, pin_lesson, restore_lesson

pytestmark = pytest.mark.django_db
ASKED: dict[str, Any] = {"ticker": "AAPL", "frequency": "1d", "language": "en", "objective": "x"}


@pytest.fixture
def lesson() -> Lesson:
    return remember(strategy=make_developed(), state={})[0]


def aged(days: float, **changes: Any) -> None:
    Lesson.objects.update(created_at=timezone.now() - timedelta(days=days), **changes)


def texts() -> list[str]:
    return [row["text"] for row in recall(**ASKED).content]


def test_what_was_not_recalled_for_ninety_days_is_archived_not_deleted(lesson: Lesson) -> None:
    aged(91)
    assert archive_unused_lessons() == 3
    assert archive_unused_lessons() == 0
    assert Lesson.objects.filter(archived_at__isnull=False).count() == 3
    assert texts() == []


@pytest.mark.parametrize("days", [89, 91])
def test_a_use_counts_and_not_the_age(lesson: Lesson, days: int) -> None:
    aged(400, last_used_at=timezone.now() - timedelta(days=days))
    assert archive_unused_lessons() == (3 if days > 90 else 0)


def test_to_be_recalled_is_to_be_used(lesson: Lesson) -> None:
    aged(400)
    assert lesson.text in texts()
    assert archive_unused_lessons() == 0


def test_what_is_pinned_or_retired_stays_as_it_is(lesson: Lesson) -> None:
    aged(400)
    Lesson.objects.filter(pk=lesson.pk).update(pinned=True)
    Lesson.objects.exclude(pk=lesson.pk).update(retired_at=timezone.now())
    assert archive_unused_lessons() == 0


@pytest.mark.parametrize(("days", "count"), [(401, 0), (399, 3)])
def test_the_days_are_counted(lesson: Lesson, settings: Any, days: int, count: int) -> None:
    aged(400)
    settings.MEMORY_ARCHIVE_DAYS = days
    assert archive_unused_lessons() == count


def test_it_is_restored_for_as_many_days_again(lesson: Lesson) -> None:
    rui = person("rui", "reviewer")
    aged(400)
    archive_unused_lessons()
    with pytest.raises(Conflict, match="archived"):
        pin_lesson(lesson_id=lesson.pk, user=rui)
    restore_lesson(lesson_id=lesson.pk, user=rui)
    assert texts() == [lesson.text]
    assert archive_unused_lessons() == 0


def test_the_command_says_how_many(lesson: Lesson, capsys: pytest.CaptureFixture[str]) -> None:
    aged(400)
    call_command("archive_memory")
    assert capsys.readouterr().out == "3 lessons archived\n"


def test_the_supervisor_does_it_when_it_is_due(lesson: Lesson) -> None:
    aged(400)
    chores.chores["archive of lessons"].due = 0
    chores.run_due()
    assert texts() == []
    Lesson.objects.update(archived_at=None, last_used_at=None)
    chores.run_due()  # not due again
    assert len(texts()) == 3


def test_a_chore_that_fails_is_logged_and_others_are_done(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def chore(name: str) -> Callable[[], int]:
        def do() -> int:
            done.append(name)
            return 1 // (name != "a")

        return do

    monkeypatch.setattr(chores, "chores", {})
    for name in "ab":
        chores.register(name, every=60, do=chore(name))
    chores.run_due()
    assert done == ["a", "b"]
    assert "a failed" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_lessons_of_before_have_their_days_before_them() -> None:
    """And the way back leaves the full-text index in place."""
    strategy = make_developed()
    with before("trading", "0006_judges_of_rounds") as old:
        old.get_model("trading", "Lesson").objects.create(
            strategy_id=strategy.pk, kind="lesson", key="k", ticker="AAPL", frequency="1d",
            text="gold", words="gold", language="en",
        )  # fmt: skip
    found = Lesson.objects.get()
    assert found.last_used_at is not None
    assert list(scores("gold", Lesson.objects.all())) == [found.pk]

"""What a person does with lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict, Missing, NotAllowed
from tests.people import person
from tests.trading.helpers import make_developed
from trading.memory import recall, remember
from trading.models import Lesson
from trading.services.lessons import pin_lesson, restore_lesson, retire_lesson, unpin_lesson

pytestmark = pytest.mark.django_db
ACTS: list[Callable[..., None]] = [pin_lesson, unpin_lesson, retire_lesson, restore_lesson]


@pytest.fixture
def reviewer() -> User:
    return person("rui", "reviewer")


@pytest.fixture
def lesson() -> Lesson:
    return remember(strategy=make_developed(), state={})[0]


def texts() -> list[str]:
    asked: dict[str, Any] = {"ticker": "AAPL", "frequency": "1d", "language": "en"}
    return [row["text"] for row in recall(**asked, objective="x").content]


def test_a_pinned_lesson_comes_first(lesson: Lesson, reviewer: User) -> None:
    last = Lesson.objects.latest("id")
    assert texts()[0] == lesson.text
    pin_lesson(lesson_id=last.pk, user=reviewer)
    assert texts()[0] == last.text
    unpin_lesson(lesson_id=last.pk, user=reviewer)
    assert texts()[0] == lesson.text


def test_a_retired_lesson_is_gone_until_it_is_restored(lesson: Lesson, reviewer: User) -> None:
    retire_lesson(lesson_id=lesson.pk, user=reviewer)
    assert lesson.text not in texts()
    restore_lesson(lesson_id=lesson.pk, user=reviewer)
    assert lesson.text in texts()


def test_a_retired_lesson_is_not_pinned(lesson: Lesson, reviewer: User) -> None:
    pin_lesson(lesson_id=lesson.pk, user=reviewer)
    retire_lesson(lesson_id=lesson.pk, user=reviewer)
    lesson.refresh_from_db()
    assert not lesson.pinned
    with pytest.raises(Conflict):
        pin_lesson(lesson_id=lesson.pk, user=reviewer)


@pytest.mark.parametrize("act", ACTS)
def test_a_second_time_is_refused(lesson: Lesson, reviewer: User, act: Callable[..., None]) -> None:
    if act is unpin_lesson:
        pin_lesson(lesson_id=lesson.pk, user=reviewer)
    if act is restore_lesson:
        retire_lesson(lesson_id=lesson.pk, user=reviewer)
    act(lesson_id=lesson.pk, user=reviewer)
    with pytest.raises(Conflict, match=f"lesson {lesson.pk} is"):
        act(lesson_id=lesson.pk, user=reviewer)


@pytest.mark.parametrize("act", ACTS)
def test_only_a_reviewer_or_an_admin_may(lesson: Lesson, act: Callable[..., None]) -> None:
    with pytest.raises(NotAllowed):
        act(lesson_id=lesson.pk, user=person("ana"))


@pytest.mark.parametrize("act", ACTS)
def test_an_unknown_lesson_is_named(reviewer: User, act: Callable[..., None]) -> None:
    with pytest.raises(Missing, match="there is no lesson 404"):
        act(lesson_id=404, user=reviewer)

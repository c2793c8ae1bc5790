"""What a person does with lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from tests.people import person
from tests.trading.helpers import make_developed
from trading.memory import recall, remember
from trading.memory.recall_search import snapshots_with
from trading.models import Lesson, LessonEdit, MemorySnapshot
from trading.querysets import LESSONS
from trading.services.lessons import (
    MAX_LESSON_CHARACTERS,
    edit_lesson,
    pin_lesson,
    restore_lesson,
    retire_lesson,
    unpin_lesson,
)

pytestmark = pytest.mark.django_db
ACTS: list[Callable[..., None]] = [pin_lesson, unpin_lesson, retire_lesson, restore_lesson]


@pytest.fixture
def reviewer() -> User:
    return person("rui", "reviewer")


@pytest.fixture
def lesson() -> Lesson:
    return remember(strategy=make_developed(), state={})[0]


def texts(language: str = "en") -> list[str]:
    asked: dict[str, Any] = {"ticker": "AAPL", "frequency": "1d", "language": language}
    return [row["text"] for row in recall(**asked, objective="x").content]


def found(words: str) -> list[Lesson]:
    return list(Lesson.objects.filter(LESSONS.matching(words)))


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


def test_a_reworded_lesson_is_recalled_in_the_new_words(lesson: Lesson, reviewer: User) -> None:
    before = lesson.text
    edit_lesson(lesson_id=lesson.pk, text="  Bars turn back:\n beware ", user=reviewer, expected=0)
    for language in ("en", "pt"):  # a person's words are not put into another language
        assert texts(language)[0] == "Bars turn back: beware"
        assert before not in texts(language)
    assert LessonEdit.objects.filter(
        lesson=lesson, before=before, after="Bars turn back: beware", user=reviewer
    ).exists()


def test_it_is_found_by_the_new_words_and_not_by_the_old(lesson: Lesson, reviewer: User) -> None:
    assert lesson in found("autocorrelation")
    edit_lesson(lesson_id=lesson.pk, text="Zebras à vistã", user=reviewer)
    assert found("zebras vista") == found("zeb") == [lesson]
    assert lesson not in found("autocorrelation")
    assert lesson in found("aapl")
    assert found("zebras autocorrelation") == found("") == found('-- ; " OR') == []


def test_a_frozen_memory_keeps_the_words_it_has(lesson: Lesson, reviewer: User) -> None:
    asked: dict[str, Any] = {"ticker": "AAPL", "frequency": "1d", "language": "en"}
    frozen = recall(**asked, objective="x")
    before = lesson.text
    edit_lesson(lesson_id=lesson.pk, text="other words", user=reviewer)
    kept = MemorySnapshot.objects.get(pk=frozen.pk)
    assert before in [row["text"] for row in kept.content]
    later = recall(**asked, objective="x")
    assert later.sha256 != kept.sha256
    lesson.refresh_from_db()
    assert snapshots_with(lesson) == [later.pk, kept.pk]
    assert snapshots_with(Lesson.objects.exclude(pk=lesson.pk)[0]) == [later.pk, kept.pk]


def test_a_memory_of_other_lessons_does_not_hold_it(lesson: Lesson) -> None:
    Lesson.objects.exclude(pk=lesson.pk).update(retired_at=lesson.created_at)
    texts()
    retired = Lesson.objects.exclude(pk=lesson.pk)[0]
    assert snapshots_with(lesson)
    assert snapshots_with(retired) == []


def test_one_that_was_learned_later_was_not_recalled_though_it_says_the_same(
    lesson: Lesson,
) -> None:
    texts()
    later = remember(strategy=make_developed(), state={})[0]
    assert (later.text, later.values) == (lesson.text, lesson.values)
    assert len(snapshots_with(lesson)) == 1
    assert snapshots_with(later) == []


def test_its_figures_stay(lesson: Lesson, reviewer: User) -> None:
    values = lesson.values
    edit_lesson(lesson_id=lesson.pk, text="other words", user=reviewer)
    lesson.refresh_from_db()
    assert (lesson.text, lesson.values) == ("other words", values)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" \n ", "needs words"),
        ("x" * (MAX_LESSON_CHARACTERS + 1), "at most 1000 characters"),
        ("a\x00b", "control characters"),
    ],
)
def test_words_that_are_none_are_refused(
    lesson: Lesson, reviewer: User, text: str, said: str
) -> None:
    with pytest.raises(Refusal, match=said):
        edit_lesson(lesson_id=lesson.pk, text=text, user=reviewer)
    assert not LessonEdit.objects.exists()


def test_the_same_words_are_refused(lesson: Lesson, reviewer: User) -> None:
    with pytest.raises(Refusal, match="has already"):
        edit_lesson(lesson_id=lesson.pk, text=f" {lesson.text} ", user=reviewer)


def test_who_has_not_read_the_last_words_does_not_reword(lesson: Lesson, reviewer: User) -> None:
    edit_lesson(lesson_id=lesson.pk, text="first", user=reviewer, expected=0)
    with pytest.raises(Conflict, match="meanwhile"):
        edit_lesson(lesson_id=lesson.pk, text="second", user=reviewer, expected=0)
    last = lesson.edits.get().pk
    edit_lesson(lesson_id=lesson.pk, text="second", user=reviewer, expected=last)
    lesson.refresh_from_db()
    assert lesson.text == "second"
    assert [edit.before for edit in lesson.edits.all()][1:] == ["first"]


def test_only_a_reviewer_or_an_admin_rewords(lesson: Lesson, reviewer: User) -> None:
    with pytest.raises(NotAllowed):
        edit_lesson(lesson_id=lesson.pk, text="mine", user=person("ana"))
    with pytest.raises(Missing, match="there is no lesson 404"):
        edit_lesson(lesson_id=404, text="mine", user=reviewer)

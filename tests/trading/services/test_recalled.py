"""Which recalled lessons still have a page."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.people import person
from tests.trading.helpers import make_developed, make_strategy
from trading.memory import recall, remember
from trading.models import Lesson, LessonEdit, Strategy
from trading.services.page_facts import recalled_lessons

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def recalling(language: str = "en", **fields: Any) -> Strategy:
    """One that recalls what another, of ana's, left."""
    snapshot = recall(ticker="AAPL", objective="x", frequency="1d", language=language)
    return make_strategy(memory=snapshot, language=language, **fields)


@pytest.fixture
def left(ana: User) -> list[Lesson]:
    return remember(strategy=make_developed(owner=ana), state={})


@pytest.mark.parametrize("language", ["en", "pt"])
def test_each_recalled_lesson_leads_to_its_own_row(
    ana: User, left: list[Lesson], language: str
) -> None:
    found = recalled_lessons(recalling(language), ana)
    assert sorted(found.values()) == sorted(lesson.pk for lesson in left)
    assert sorted(found) == list(range(len(left)))


def test_one_that_was_reworded_since_is_found_by_its_words_before(
    ana: User, left: list[Lesson]
) -> None:
    strategy = recalling()
    place = recalled_lessons(strategy, ana)
    lesson = left[0]
    LessonEdit.objects.create(lesson=lesson, before=lesson.text, after="in other words")
    Lesson.objects.filter(pk=lesson.pk).update(text="in other words", code="other")
    assert recalled_lessons(strategy, ana) == place


def test_one_that_is_gone_has_no_page(ana: User, left: list[Lesson]) -> None:
    strategy = recalling()
    Lesson.objects.all().delete()
    assert recalled_lessons(strategy, ana) == {}


def test_another_s_lesson_has_no_page_for_who_may_not_see_it(left: list[Lesson]) -> None:
    assert recalled_lessons(recalling(), person("eva")) == {}
    assert recalled_lessons(recalling(), person("rita", "reviewer"))


def test_one_without_memory_recalls_nothing(ana: User) -> None:
    assert recalled_lessons(make_strategy(), ana) == {}

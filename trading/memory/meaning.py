"""Lessons as they are found by meaning: a collection for each kind, a vector for each wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from config.recall import sync
from config.recall.port import Entry
from trading.memory.sentences import LANGUAGES
from trading.memory.wording import said_in
from trading.models import Lesson
from trading.models.memory import COLLECTIONS


def collection_of(lesson: Lesson) -> str:
    return COLLECTIONS[Lesson.Kind(lesson.kind)]


def follow(lesson: Lesson) -> None:
    """The index follows this lesson, once what became of it is committed."""
    sync.changed(collection_of(lesson), [lesson.pk])


def gone(*, instance: Lesson, **_sent: Any) -> None:
    """Django's word that a row was deleted, with its strategy as a rule."""
    follow(instance)


def entries(kind: str, rows: Sequence[int] | None) -> Iterator[Entry]:
    """What is found by of some lessons of a kind, or of all (None): retired ones, too, as who may
    recall which is asked of the database."""
    lessons = Lesson.objects.filter(kind=kind).select_related("strategy").with_wording()
    if rows is not None:
        lessons = lessons.filter(pk__in=rows)
    for lesson in lessons.order_by("pk").iterator(chunk_size=500):
        yield Entry(lesson.pk, lesson.strategy.owner_id or 0, _wordings(lesson))


def _wordings(lesson: Any) -> tuple[str, ...]:
    """What it says in each language: a question is nearer to words of its own one. What a person
    reworded is said in that person's words alone."""
    if lesson.edited:
        return (lesson.text,)
    return tuple(dict.fromkeys([lesson.text, *(said_in(lesson, each) for each in LANGUAGES)]))

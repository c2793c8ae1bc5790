"""Which of the lessons that a development recalled are still there."""

from __future__ import annotations

from collections import Counter
from typing import Any

from trading.models import Lesson, LessonEdit, Strategy

Told = tuple[Any, ...]
"""What a lesson is told by: a snapshot holds no ids of lessons."""


def recalled_lessons(strategy: Strategy, user: Any) -> dict[int, int]:
    """The ids of those that `user` may see, by their place in the snapshot.

    A lesson is told by its strategy, its kind and its words (those before a rewording among
    them); one that was recalled in another language by its code, where only one has that.
    """
    content = strategy.memory.content if strategy.memory else []
    if not content:
        return {}
    origins = {lesson["strategy"] for lesson in content}
    rows = list(Lesson.objects.visible_to(user).filter(strategy__in=origins).defer("words"))
    known = _by_words(rows) | _by_code(rows)
    found = {}
    for place, lesson in enumerate(content):
        told = (lesson["strategy"], lesson["kind"])
        pk = known.get((*told, lesson["text"]))
        pk = pk or known.get((*told, lesson["code"], lesson["approach"]))
        if pk:
            found[place] = pk
    return found


def _by_words(rows: list[Lesson]) -> dict[Told, int]:
    origin = {row.pk: (row.strategy_id, row.kind) for row in rows}
    edits = LessonEdit.objects.filter(lesson__in=list(origin)).values_list("lesson", "before")
    before = {(*origin[lesson], text): lesson for lesson, text in edits}
    return before | {(row.strategy_id, row.kind, row.text): row.pk for row in rows}


def _by_code(rows: list[Lesson]) -> dict[Told, int]:
    keys = {row.pk: (row.strategy_id, row.kind, row.code, row.approach) for row in rows}
    once = Counter(keys.values())
    return {key: pk for pk, key in keys.items() if once[key] == 1}

"""Which of the lessons that a development recalled are still there."""

from __future__ import annotations

import json
from typing import Any

from trading.models import Lesson, LessonEdit, Strategy

Told = tuple[Any, ...]
"""What a lesson is told by: a snapshot holds no ids of lessons."""


def recalled_lessons(strategy: Strategy, user: Any) -> dict[int, int]:
    """The ids of those that `user` may see, by their place in the snapshot.

    A lesson is told by its strategy, its kind and its words (those before a rewording among
    them); one that was recalled in another language by its code and figures.
    """
    content = strategy.memory.content if strategy.memory else []
    if not content:
        return {}
    origins = {lesson["strategy"] for lesson in content}
    rows = list(Lesson.objects.visible_to(user).filter(strategy__in=origins).defer("words"))
    known = _by_words(rows) | _by_figures(rows)
    found = {}
    for place, lesson in enumerate(content):
        told = (lesson["strategy"], lesson["kind"])
        pk = known.get((*told, lesson["text"]))
        pk = pk or known.get((*told, lesson["code"], lesson["approach"], _plain(lesson["values"])))
        if pk:
            found[place] = pk
    return found


def _by_words(rows: list[Lesson]) -> dict[Told, int]:
    origin = {row.pk: (row.strategy_id, row.kind) for row in rows}
    edits = LessonEdit.objects.filter(lesson__in=list(origin)).values_list("lesson", "before")
    before = {(*origin[lesson], text): lesson for lesson, text in edits}
    return before | {(row.strategy_id, row.kind, row.text): row.pk for row in rows}


def _by_figures(rows: list[Lesson]) -> dict[Told, int]:
    return {
        (row.strategy_id, row.kind, row.code, row.approach, _plain(row.values)): row.pk
        for row in rows
    }


def _plain(values: Any) -> str:
    return json.dumps(values, sort_keys=True)

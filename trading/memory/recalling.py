"""What a development recalls of earlier ones: searched once, then frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from trading.memory.search import scores
from trading.memory.trials import tried
from trading.memory.words import sentence
from trading.models import Lesson, MemorySnapshot

if TYPE_CHECKING:
    from trading.graph.ports import Recalled

DEFAULT_LIMIT = 20
_BATCH = 100


def recall(
    *,
    user: Any = None,
    ticker: str,
    objective: str,
    frequency: str,
    language: str,
    limit: int = DEFAULT_LIMIT,
    until: datetime | None = None,
) -> MemorySnapshot:
    """What is known that may help, frozen; the same content is the same row, an empty one too.

    Lessons that nobody retired, of strategies that `user` may see (None: of all, for who holds
    the database): those on the ticker, those that share a word with the objective, and pinned
    ones. Pinned ones come first, then the ticker's own, then those of its frequency, then those
    that fit the objective best; a lesson that several developments left is recalled once, with
    the trials of all. With `until` (the last bar before this development's holdout), what was
    learned of this ticker from later bars is left out: it would look into the holdout.
    """
    lessons = Lesson.objects.in_use()
    if user is not None:
        lessons = lessons.visible_to(user)
    if until is not None:
        before = Q(evidence_until__isnull=False, evidence_until__lte=until)
        lessons = lessons.filter(~Q(ticker=ticker) | before)
    order = _ranked(lessons, ticker, objective, frequency)
    content, origins = _content(order, language, limit)
    return _frozen(content, tried(origins))


def _ranked(lessons: QuerySet[Lesson], ticker: str, objective: str, frequency: str) -> list[int]:
    """The ids of the lessons that matter, the most relevant first."""
    found = scores(objective, lessons)
    matter = lessons.filter(Q(ticker=ticker) | Q(pinned=True) | Q(pk__in=list(found)))
    rows = matter.values_list("pk", "pinned", "ticker", "frequency")
    keys = [
        (not pinned, own != ticker, rate != frequency, -found.get(pk, 0.0), pk)
        for pk, pinned, own, rate in rows
    ]
    return [key[-1] for key in sorted(keys)]


def _content(order: Sequence[int], language: str, limit: int) -> tuple[list[Recalled], set[int]]:
    """At most `limit` different lessons, and the strategies that they come from."""
    content: dict[str, Recalled] = {}
    origins: set[int] = set()
    for lesson in _rows(order):
        recalled = _recalled(lesson, language)
        key = _canonical(_without_ids(recalled))
        if key not in content:
            if len(content) == limit:
                break
            content[key] = recalled
        origins.add(lesson.strategy_id)
    return list(content.values()), origins


def _rows(order: Sequence[int]) -> Iterator[Lesson]:
    for start in range(0, len(order), _BATCH):
        keys = order[start : start + _BATCH]
        rows = Lesson.objects.with_edited().in_bulk(keys)
        yield from (rows[key] for key in keys)


def _recalled(lesson: Any, language: str) -> Recalled:
    # What a person reworded is said in that person's words, whatever the language.
    as_it_is = lesson.edited or lesson.language == language
    return {
        "kind": lesson.kind,
        "ticker": lesson.ticker,
        "frequency": lesson.frequency,
        "approach": lesson.approach,
        "code": lesson.code,
        "values": lesson.values,
        "text": lesson.text if as_it_is else _said(lesson, language),
        "strategy": lesson.strategy_id,
    }


def _said(lesson: Lesson, language: str) -> str:
    """The lesson in another language than it was written in; as it is, when it cannot be said."""
    try:
        return sentence(
            language,
            code=lesson.code,
            ticker=lesson.ticker,
            frequency=lesson.frequency,
            approach=lesson.approach,
            values=lesson.values,
        )
    except KeyError:  # written by another version, whose sentences had other codes or values
        return lesson.text


def _frozen(content: list[Recalled], trials: dict[str, int]) -> MemorySnapshot:
    counted = {"lessons": [_without_ids(row) for row in content], "trials": sum(trials.values())}
    key = _hash({"lessons": content, "trials": trials})
    row, _made = MemorySnapshot.objects.get_or_create(
        key=key, defaults={"sha256": _hash(counted), "content": content, "trials": trials}
    )
    return row


def _without_ids(row: Recalled) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "strategy"}


def _hash(document: Any) -> str:
    return hashlib.sha256(_canonical(document).encode()).hexdigest()


def _canonical(document: Any) -> str:
    return json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )

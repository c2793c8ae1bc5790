"""What a development recalls of earlier ones: searched once, then frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from trading.memory.indexes import Matches, matches
from trading.memory.trials import tried
from trading.memory.wording import finding_sentence, said_in
from trading.models import Lesson, MemorySnapshot

if TYPE_CHECKING:
    from trading.graph.context import Recalled


_ALIKE = ("kind", "ticker", "frequency", "approach", "code", "values")
MOST = 500
"""Memories that are looked through, the latest first: each holds some twenty lessons."""


def snapshots_with(lesson: Lesson) -> list[int]:
    """The ids of the memory snapshots that hold a lesson, as it reads now or as it read then.

    One that several developments left is recalled once: it counts for each whose trials count.
    """
    own = {name: getattr(lesson, name) for name in _ALIKE}
    rows = MemorySnapshot.objects.filter(trials__has_key=str(lesson.strategy_id))
    latest = rows.order_by("-pk").values_list("pk", "content")[:MOST]
    return [pk for pk, content in latest.iterator(chunk_size=50) if _holds(content, own)]


def _holds(content: list[dict[str, Any]], own: dict[str, Any]) -> bool:
    return any(all(row.get(name) == own[name] for name in _ALIKE) for row in content)


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
    found: Matches | None = None,
) -> MemorySnapshot:
    """What is known that may help, frozen; the same content is the same row, an empty one too.

    Lessons in use, of strategies that `user` may see (None: of all, for who holds the database):
    those on the ticker, those that fit the objective by their words or by their meaning
    (`indexes.matches`; `found` is its answer, when it was asked before), and pinned ones. Pinned
    ones come first, then the ticker's own, then those of its frequency, then those that fit the
    objective best; a lesson that several developments left is recalled once, with the trials of
    all. With `until` (the last bar before this development's holdout), what was learned of this
    ticker from later bars is left out: it would look into the holdout. That they were used is
    written down.
    """
    lessons = Lesson.objects.in_use()
    if user is not None:
        lessons = lessons.visible_to(user)
    if until is not None:
        before = Q(evidence_until__isnull=False, evidence_until__lte=until)
        lessons = lessons.filter(~Q(ticker=ticker) | before)
    order = _ranked(lessons, ticker, found or matches(objective, user), frequency)
    content, used = _content(order, language, limit)
    Lesson.objects.filter(pk__in=list(used)).update(last_used_at=timezone.now())
    return _frozen(content, tried(set(used.values())))


def _ranked(lessons: QuerySet[Lesson], ticker: str, found: Matches, frequency: str) -> list[int]:
    """The ids of the lessons that matter, the most relevant first."""
    score, fits = found.among(lessons)
    matter = lessons.filter(Q(ticker=ticker) | Q(pinned=True) | Q(pk__in=list(fits)))
    rows = matter.values_list("pk", "pinned", "ticker", "frequency")
    keys = [
        (not pinned, own != ticker, rate != frequency, -score.get(pk, 0.0), pk)
        for pk, pinned, own, rate in rows
    ]
    return [key[-1] for key in sorted(keys)]


def _content(
    order: Sequence[int], language: str, limit: int
) -> tuple[list[Recalled], dict[int, int]]:
    """At most `limit` different lessons, and the strategies of all that left one of them."""
    content: dict[str, Recalled] = {}
    used: dict[int, int] = {}
    for lesson in _rows(order):
        recalled = _recalled(lesson, language)
        key = _canonical(_without_ids(recalled))
        if key not in content:
            if len(content) == limit:
                break
            content[key] = recalled
        used[lesson.pk] = lesson.strategy_id
    return list(content.values()), used


def _rows(order: Sequence[int]) -> Iterator[Lesson]:
    for start in range(0, len(order), _BATCH):
        keys = order[start : start + _BATCH]
        rows = Lesson.objects.with_wording().in_bulk(keys)
        yield from (rows[key] for key in keys)


def _recalled(lesson: Any, language: str) -> Recalled:
    # What a person reworded is said in that person's words, whatever the language.
    document = {} if lesson.edited else finding_sentence(lesson)
    recalled: Recalled = {
        "kind": lesson.kind,
        "ticker": lesson.ticker,
        "frequency": lesson.frequency,
        "approach": lesson.approach,
        "code": lesson.code,
        "values": lesson.values,
        "text": lesson.text if lesson.edited else said_in(lesson, language),
        "strategy": lesson.strategy_id,
    }
    if document:
        recalled["sentence"] = document
    return recalled


def snapshot_hash(content: list[Recalled], trials: dict[str, int]) -> str:
    """The hash of what was recalled, the same wherever the content is."""
    return _hash(
        {"lessons": [_without_ids(row) for row in content], "trials": sum(trials.values())}
    )


def _frozen(content: list[Recalled], trials: dict[str, int]) -> MemorySnapshot:
    told = {"sha256": snapshot_hash(content, trials), "content": content, "trials": trials}
    key = _hash({"lessons": content, "trials": trials})
    row, _made = MemorySnapshot.objects.get_or_create(key=key, defaults=told)
    return row


def _without_ids(row: Recalled) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "strategy"}


def _hash(document: Any) -> str:
    return hashlib.sha256(_canonical(document).encode()).hexdigest()


def _canonical(document: Any) -> str:
    return json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )

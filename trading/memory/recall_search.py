"""What a development recalls of earlier ones: searched once, then frozen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.desk.roles import is_reviewer
from config.recall.index import NearRows, chosen, search
from config.recall.port import RecallError
from config.text_index import tokens
from trading.memory.sentences import finding_sentence, lesson_in
from trading.memory.trials import tried
from trading.models import Lesson, MemorySnapshot
from trading.models.memory import COLLECTIONS
from trading.querysets import LESSONS

if TYPE_CHECKING:
    from trading.graph.context import Recalled


_ALIKE = ("kind", "ticker", "frequency", "approach", "code", "values")
MOST = 500
"""The most memories that are searched, the latest first: each holds some twenty lessons."""


def snapshots_with(lesson: Lesson) -> list[int]:
    """The ids of the memory snapshots that hold a lesson, with its present or its former text.

    A lesson left by several developments is recalled once: it counts for each whose trials count.
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
    """The ids of the relevant lessons, the most relevant first."""
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
    # A lesson that a person reworded is recalled in that person's words, in every language.
    document = {} if lesson.edited else finding_sentence(lesson)
    recalled: Recalled = {
        "kind": lesson.kind,
        "ticker": lesson.ticker,
        "frequency": lesson.frequency,
        "approach": lesson.approach,
        "code": lesson.code,
        "values": lesson.values,
        "text": lesson.text if lesson.edited else lesson_in(lesson, language),
        "strategy": lesson.strategy_id,
    }
    if document:
        recalled["sentence"] = document
    return recalled


def snapshot_hash(content: list[Recalled], trials: dict[str, int]) -> str:
    """The hash of the recalled content, the same in every database."""
    return _hash(
        {"lessons": [_without_ids(row) for row in content], "trials": sum(trials.values())}
    )


def _frozen(content: list[Recalled], trials: dict[str, int]) -> MemorySnapshot:
    snapshot = {"sha256": snapshot_hash(content, trials), "content": content, "trials": trials}
    key = _hash({"lessons": content, "trials": trials})
    row, _made = MemorySnapshot.objects.get_or_create(key=key, defaults=snapshot)
    return row


def _without_ids(row: Recalled) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "strategy"}


def _hash(document: Any) -> str:
    return hashlib.sha256(_canonical(document).encode()).hexdigest()


def _canonical(document: Any) -> str:
    return json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


# Which lessons fit an objective: by its words, or by its meaning. One port, two searches.

# Full-text search over lessons: words of a text are data, never syntax.

MAX_FOUND = 1_000
_DIGITS = 6  # significant digits: two machines may sum a score in another order


def scores(text: str, lessons: QuerySet[Any]) -> dict[int, float]:
    """A score for each lesson that shares a word with a text, by id: more is better.

    BM25 on SQLite (Robertson & Zaragoza 2009, as FTS5 computes it), `ts_rank` on PostgreSQL.
    """
    words = tokens(text)
    if not words:
        return {}
    try:
        found = _sqlite(words, lessons) if connection.vendor == "sqlite" else _other(words, lessons)
    except EmptyResultSet:  # the result for a reader who may see nothing
        return {}
    return {pk: float(f"{score:.{_DIGITS}g}") for pk, score in found}


def _sqlite(words: list[str], lessons: QuerySet[Any]) -> list[tuple[int, float]]:
    seen, params = lessons.order_by().values("pk").query.sql_with_params()
    query = " OR ".join(f'"{word}"' for word in words)
    sql = (
        f"SELECT rowid, -bm25({LESSONS.name}) AS score FROM {LESSONS.name} "  # noqa: S608  # a name and Django's SQL
        # The plus keeps SQLite from searching the index once for each visible lesson.
        f"WHERE {LESSONS.name} MATCH %s AND +rowid IN ({seen}) ORDER BY score DESC, rowid LIMIT %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql, [query, *params, MAX_FOUND])
        return list(cursor.fetchall())


def _other(words: list[str], lessons: QuerySet[Any]) -> list[tuple[int, float]]:
    from django.contrib.postgres.search import SearchQuery, SearchRank, SearchVector

    query = SearchQuery(
        " | ".join(f"'{word}'" for word in words), search_type="raw", config="simple"
    )
    vector = SearchVector("words", config="simple")
    found = lessons.annotate(found=vector, score=SearchRank(vector, query)).filter(found=query)
    return list(found.order_by("-score", "pk").values_list("pk", "score")[:MAX_FOUND])


def make_index(connection: Any) -> None:
    """Called by earlier migrations: on databases other than SQLite it does nothing."""
    if connection.vendor == "sqlite":
        LESSONS.make(connection)


def drop_index(connection: Any) -> None:
    """Called by an earlier migration when it is reversed."""
    if connection.vendor == "sqlite":
        LESSONS.drop(connection)


NEAREST = 10
"""The most lessons on other tickers that an objective recalls by meaning: everything is a little
alike, and each recalled lesson counts its trials."""


class Fitting(NamedTuple):
    """Scores of lessons by id, and the ids that are good enough to be recalled."""

    scores: Mapping[int, float]
    fits: Collection[int]


class Matches(Protocol):
    """The lessons found for one objective. `calls` are the model calls that it took, `why` the
    reason when the search was by words instead."""

    calls: tuple[int, ...]
    why: RecallError | None

    def among(self, lessons: QuerySet[Lesson]) -> Fitting:
        """Those among the lessons that may be recalled."""


class ByWords:
    """Lessons that share a word with the objective; the search runs when the candidates are
    known."""

    calls: tuple[int, ...] = ()
    why: RecallError | None = None

    def __init__(self, objective: str) -> None:
        self._objective = objective

    def among(self, lessons: QuerySet[Lesson]) -> Fitting:
        found = scores(self._objective, lessons)
        return Fitting(found, set(found))


class ByMeaning:
    """The nearest lessons according to the index; those missing in the database are left out.

    An index that cannot be used, or is empty, is replaced by the search by words.
    """

    def __init__(self, objective: str, found: NearRows) -> None:
        self.calls = found.calls
        self.why = found.why
        self._floor = found.floor
        self._scores = {pk: score for rows in found.scores.values() for pk, score in rows.items()}
        self._words = ByWords(objective)

    def among(self, lessons: QuerySet[Lesson]) -> Fitting:
        there = lessons.filter(pk__in=list(self._scores)).values_list("pk", flat=True)
        found = {pk: self._scores[pk] for pk in there}
        if not found and self.why is None and lessons.exists():
            self.why = RecallError("empty")
        if self.why is not None:
            return self._words.among(lessons)
        near = sorted(found, key=lambda pk: (-found[pk], pk))[:NEAREST]
        return Fitting(found, {pk for pk in near if found[pk] >= self._floor})


def matches(objective: str, user: Any = None) -> Matches:
    """The lessons that fit an objective, by the search that the settings choose. Call it outside
    of a transaction: an index by meaning may have to be waited for."""
    if not chosen():
        return ByWords(objective)
    owner = None if user is None or is_reviewer(user) else user.pk or -1
    return ByMeaning(objective, search(objective, list(COLLECTIONS.values()), owner))

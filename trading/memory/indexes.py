"""Which lessons fit an objective: by its words, or by its meaning. One port, two ways."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from config.desk.roles import is_reviewer
from config.recall.errors import RecallError
from config.recall.index import NearRows, chosen, search
from config.text_index import tokens
from trading.models import Lesson
from trading.models.memory import COLLECTIONS
from trading.querysets import LESSONS

# Full-text search over lessons: a text's words as data, never as syntax.

MAX_FOUND = 1_000
_DIGITS = 6  # significant ones: two machines may sum a score in another order


def scores(text: str, lessons: QuerySet[Any]) -> dict[int, float]:
    """How well each of the lessons that share a word with a text fits it, by id: more is better.

    BM25 on SQLite (Robertson & Zaragoza 2009, as FTS5 computes it), `ts_rank` on PostgreSQL.
    """
    words = tokens(text)
    if not words:
        return {}
    try:
        found = _sqlite(words, lessons) if connection.vendor == "sqlite" else _other(words, lessons)
    except EmptyResultSet:  # what a reader who sees nothing is told
        return {}
    return {pk: float(f"{score:.{_DIGITS}g}") for pk, score in found}


def _sqlite(words: list[str], lessons: QuerySet[Any]) -> list[tuple[int, float]]:
    seen, params = lessons.order_by().values("pk").query.sql_with_params()
    query = " OR ".join(f'"{word}"' for word in words)
    sql = (
        f"SELECT rowid, -bm25({LESSONS.name}) AS score FROM {LESSONS.name} "  # noqa: S608  # a name and Django's SQL
        # The plus keeps SQLite from one search of the index for each lesson that may be seen.
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
    """What earlier migrations ask for: on other databases than SQLite nothing."""
    if connection.vendor == "sqlite":
        LESSONS.make(connection)


def drop_index(connection: Any) -> None:
    """What an earlier migration asks for when it is taken back."""
    if connection.vendor == "sqlite":
        LESSONS.drop(connection)


NEAREST = 10
"""So many lessons on other tickers an objective recalls by its meaning: some meaning everything
has, and each lesson that is recalled counts its trials."""


class Fitting(NamedTuple):
    """How well lessons fit, by id, and which of them fit well enough to be recalled for it."""

    scores: Mapping[int, float]
    fits: Collection[int]


class Matches(Protocol):
    """What was found for one objective. `calls` are the model calls that it took, `why` the
    reason when it was searched for by words for want of the other."""

    calls: tuple[int, ...]
    why: RecallError | None

    def among(self, lessons: QuerySet[Lesson]) -> Fitting:
        """Those among the lessons that one may recall."""


class ByWords:
    """Lessons that share a word with the objective; searched for when it is asked among which."""

    calls: tuple[int, ...] = ()
    why: RecallError | None = None

    def __init__(self, objective: str) -> None:
        self._objective = objective

    def among(self, lessons: QuerySet[Lesson]) -> Fitting:
        found = scores(self._objective, lessons)
        return Fitting(found, set(found))


class ByMeaning:
    """The nearest lessons, as the index knew them; what it knows and the database does not is
    left out. An index that is of no use, or empty, is asked no more: words do."""

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
    """What fits an objective, as the settings choose to search. Ask outside of a transaction:
    an index by meaning may have to be waited for."""
    if not chosen():
        return ByWords(objective)
    owner = None if user is None or is_reviewer(user) else user.pk or -1
    return ByMeaning(objective, search(objective, list(COLLECTIONS.values()), owner))

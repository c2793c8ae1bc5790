"""Full-text search over lessons: a text's words as data, never as syntax."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from config.text_index import tokens
from trading.querysets import LESSONS

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

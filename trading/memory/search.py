"""Full-text search over lessons: a text's words as data, never as syntax."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

MAX_TOKENS = 64
"""Words of a text that are searched for: an objective is a sentence, not a book."""

MAX_FOUND = 1_000
_DIGITS = 6  # significant ones: two machines may sum a score in another order
_TOKEN = re.compile(r"[^\W_]{1,64}")


def folded(text: str) -> str:
    """A text in small letters without accents: as it is searched, and as it is searched for."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def tokens(text: str) -> list[str]:
    """The different words of a text, in order: letters and digits alone, small."""
    return list(dict.fromkeys(_TOKEN.findall(folded(text))))[:MAX_TOKENS]


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


def containing(text: str, lessons: QuerySet[Any]) -> QuerySet[Any]:
    """Those of the lessons that hold every word of a text, or a word that begins so.

    A text without a word finds nothing.
    """
    words = tokens(text)
    if not words:
        return lessons.none()
    if connection.vendor == "sqlite":
        query = " AND ".join(f'"{word}" *' for word in words)
        match = f"SELECT rowid FROM {NAME} WHERE {NAME} MATCH %s"  # noqa: S608  # a constant
        return lessons.filter(pk__in=RawSQL(match, [query]))  # noqa: S611  # words are parameters
    from django.contrib.postgres.search import SearchQuery, SearchVector

    wanted = SearchQuery(
        " & ".join(f"'{word}':*" for word in words), search_type="raw", config="simple"
    )
    vector = SearchVector("words", config="simple")
    found: QuerySet[Any] = lessons.annotate(found=vector).filter(found=wanted)
    return found


def _sqlite(words: list[str], lessons: QuerySet[Any]) -> list[tuple[int, float]]:
    seen, params = lessons.order_by().values("pk").query.sql_with_params()
    query = " OR ".join(f'"{word}"' for word in words)
    sql = (
        f"SELECT rowid, -bm25({NAME}) AS score FROM {NAME} "  # noqa: S608  # a name and Django's SQL
        # The plus keeps SQLite from one search of the index for each lesson that may be seen.
        f"WHERE {NAME} MATCH %s AND +rowid IN ({seen}) ORDER BY score DESC, rowid LIMIT %s"
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


NAME = "trading_lesson_search"
_TABLE = "trading_lesson"
_REMOVE = f"INSERT INTO {NAME}({NAME}, rowid, words) VALUES ('delete', old.id, old.words);"  # noqa: S608  # constants
_ADD = f"INSERT INTO {NAME}(rowid, words) VALUES (new.id, new.words);"  # noqa: S608  # constants
TRIGGERS = {
    f"{_TABLE}_search_insert": f"AFTER INSERT ON {_TABLE} BEGIN {_ADD} END",
    f"{_TABLE}_search_delete": f"AFTER DELETE ON {_TABLE} BEGIN {_REMOVE} END",
    f"{_TABLE}_search_update": (
        f"AFTER UPDATE OF id, words ON {_TABLE} BEGIN {_REMOVE} {_ADD} END"
    ),
}


def make_index(connection: Any) -> None:
    """Make the index anew from the lessons there are; on other databases than SQLite nothing."""
    if connection.vendor != "sqlite":
        return
    drop_index(connection)
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE VIRTUAL TABLE {NAME} USING fts5(words, content='{_TABLE}', "
            "content_rowid='id', tokenize='unicode61 remove_diacritics 2')"
        )
        for trigger, when in TRIGGERS.items():
            cursor.execute(f"CREATE TRIGGER {trigger} {when}")
        cursor.execute(f"INSERT INTO {NAME}({NAME}) VALUES ('rebuild')")  # noqa: S608  # constants


def drop_index(connection: Any) -> None:
    """Remove the index and its triggers, as far as they are there."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for trigger in TRIGGERS:
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        cursor.execute(f"DROP TABLE IF EXISTS {NAME}")

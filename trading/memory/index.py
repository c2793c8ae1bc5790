"""The full-text index over lessons. SQLite: an FTS5 table kept in step by triggers."""

from __future__ import annotations

from typing import Any

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

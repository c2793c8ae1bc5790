"""Rows found by the words of their texts, in an index that the database maintains.

SQLite: an FTS5 table over the rows' own texts, maintained by triggers. SQLite drops a table's
triggers along with it, and Django alters a table by making it anew: a migration that alters such a
table ends with `make` (tests find one that forgets it). PostgreSQL: a GIN index of an expression.

Both hold words in lower case without accents. Words of a search are parameters, and consist of
letters and digits: never syntax.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.db.models.expressions import RawSQL

MAX_TOKENS = 64
"""The most words of a search: an objective is a sentence, not a book."""

_TOKEN = re.compile(r"[^\W_]{1,64}")
_SIGNS = "".join(sign for sign in map(chr, range(33, 127)) if not sign.isalnum())


def folded(text: str) -> str:
    """A text in lower case without accents: the form of both index and search."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def tokens(text: str) -> list[str]:
    """The distinct words of a text, in order: letters and digits, in lower case."""
    return list(dict.fromkeys(_TOKEN.findall(folded(text))))[:MAX_TOKENS]


def make_all(indexes: Iterable[TextIndex]) -> None:
    """Build indexes from the existing rows."""
    with transaction.atomic():
        for index in indexes:
            index.make(connection)


@dataclass(frozen=True)
class TextIndex:
    """The index of some text columns of a table together; its key is `id`."""

    table: str
    columns: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.table}_search"

    def matching(self, text: str, key: str = "pk") -> Q:
        """The rows with every word of a text, or with a word that begins with it; no word, no row.

        `key` is the path from the queried rows to those of the index.
        """
        words = tokens(text)
        if not words:
            return Q(pk__in=())
        if connection.vendor == "sqlite":
            query = " AND ".join(f'"{word}" *' for word in words)
            found = f"SELECT rowid FROM {self.name} WHERE {self.name} MATCH %s"  # noqa: S608  # names of ours
        else:
            query = " & ".join(f"'{word}':*" for word in words)
            vector = f"{self._vector()} @@ to_tsquery('simple', %s)"
            found = f"SELECT id FROM {self.table} WHERE {vector}"  # noqa: S608  # names of ours
        return Q(**{f"{key}__in": RawSQL(found, [query])})  # noqa: S611  # words are parameters

    def make(self, connection: Any) -> None:
        """Build the index from the existing rows."""
        self.drop(connection)
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                statement = f"CREATE INDEX {self.name} ON {self.table} USING gin ({self._vector()})"
                cursor.execute(statement, [])  # so that %% is one sign here, too
                return
            cursor.execute(
                f"CREATE VIRTUAL TABLE {self.name} USING fts5({', '.join(self.columns)}, "
                f"content='{self.table}', content_rowid='id', "
                "tokenize='unicode61 remove_diacritics 2')"
            )
            for trigger, when in self.triggers().items():
                cursor.execute(f"CREATE TRIGGER {trigger} {when}")
            self._command(cursor, "rebuild")

    def drop(self, connection: Any) -> None:
        """Remove the index and its triggers, as far as they exist."""
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                cursor.execute(f"DROP INDEX IF EXISTS {self.name}")
                return
            for trigger in self.triggers():
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger}")
            cursor.execute(f"DROP TABLE IF EXISTS {self.name}")

    def purge(self) -> None:
        """Remove deleted texts completely: FTS5 only marks them, and removes them when parts of
        its table are merged."""
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                self._command(cursor, "optimize")

    def is_whole(self) -> bool:
        """Whether the index exists, is maintained with the rows, and holds what they hold."""
        with connection.cursor() as cursor:
            if connection.vendor != "sqlite":
                cursor.execute(
                    "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid",
                    [self.name],
                )
                return cursor.fetchone() is not None
            cursor.execute("SELECT name FROM sqlite_master WHERE tbl_name = %s", [self.table])
            if not {name for (name,) in cursor.fetchall()} >= set(self.triggers()):
                return False
            try:
                with transaction.atomic():
                    cursor.execute(
                        f"INSERT INTO {self.name}({self.name}, rank) "  # noqa: S608  # names of ours
                        "VALUES ('integrity-check', 1)"
                    )
            except DatabaseError:
                return False
        return True

    def triggers(self) -> dict[str, str]:
        """The triggers that maintain the FTS5 table, by name: the event and the statement."""
        old, new = (", ".join(f"{row}.{name}" for name in self.columns) for row in ("old", "new"))
        read = ", ".join(("id", *self.columns))
        columns = ", ".join(("rowid", *self.columns))
        add = f"INSERT INTO {self.name}({columns}) VALUES (new.id, {new});"  # noqa: S608  # names of ours
        gone = f"({self.name}, {columns}) VALUES ('delete', old.id, {old}); "
        remove = f"INSERT INTO {self.name}{gone}"  # names of ours
        anew = remove + add
        return {
            f"{self.name}_insert": f"AFTER INSERT ON {self.table} BEGIN {add} END",
            f"{self.name}_delete": f"AFTER DELETE ON {self.table} BEGIN {remove} END",
            f"{self.name}_update": f"AFTER UPDATE OF {read} ON {self.table} BEGIN {anew} END",
        }

    def _command(self, cursor: Any, command: str) -> None:
        cursor.execute(f"INSERT INTO {self.name}({self.name}) VALUES (%s)", [command])  # noqa: S608  # names of ours

    def _vector(self) -> str:
        """The text's words for PostgreSQL, by functions that an index may use. Signs become
        blanks: its parser would make one word of an address or of a hyphenated pair."""
        texts = " || ' ' || ".join(f"coalesce({name}, '')" for name in self.columns)
        signs = _SIGNS.replace("'", "''").replace("%", "%%")
        small = f"lower(regexp_replace(normalize({texts}, NFKD), '[\u0300-\u036f]', '', 'g'))"
        return f"to_tsvector('simple', translate({small}, '{signs}', '{' ' * len(_SIGNS)}'))"

"""How each database is copied while others write, filled from a copy, and made for a trial."""

from __future__ import annotations

import secrets
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol, cast

from django.db import DatabaseError, connection, transaction
from django.utils.translation import gettext as _

from config import env
from config.desk.refusals import Refusal


class Engine(Protocol):
    name: str

    def copied(self, folder: Path) -> Any:
        """A context: a copy of the default connection's database in a file. As long as it is open
        the connection reads exactly what was copied."""

    def fill(self, copy: Path) -> None:
        """Put a copy in the place of all that the default connection's database holds, at once or
        not at all. Raises Refusal."""

    def trial(self, folder: Path) -> Any:
        """A context: the default connection is on an empty database that goes away with it."""

    def damage(self) -> str:
        """What the database itself finds broken in its files; empty for nothing."""


def engine() -> Engine:
    """The one of the default connection."""
    return Sqlite() if connection.vendor == "sqlite" else Postgresql()


@contextmanager
def _instead(name: str) -> Iterator[None]:
    """The default connection is to another database of the same server, or another file."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


class Sqlite:
    """SQLite copies all pages of one moment; who writes meanwhile is not held up (WAL)."""

    name = "sqlite"

    @contextmanager
    def copied(self, folder: Path) -> Iterator[Path]:
        copy = folder / "copy.sqlite3"
        connection.ensure_connection()
        with closing(sqlite3.connect(copy)) as target:
            connection.connection.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        with _instead(str(copy)):
            yield copy
            connection.close()
            with closing(sqlite3.connect(copy)) as target:  # it was opened as a WAL meanwhile
                target.execute("PRAGMA journal_mode=DELETE")

    def fill(self, copy: Path) -> None:
        # Through the connection and not by renaming: who has the file open reads the new rows.
        connection.ensure_connection()
        with closing(sqlite3.connect(copy)) as source:
            source.backup(connection.connection)
        connection.close()

    @contextmanager
    def trial(self, folder: Path) -> Iterator[None]:
        with _instead(str(folder / "trial.sqlite3")):
            yield

    def damage(self) -> str:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            found = str(cursor.fetchone()[0])
        return "" if found == "ok" else found


class Postgresql:
    """pg_dump and psql work beside the connection; the dump is of the snapshot that it reads."""

    name = "postgresql"

    @contextmanager
    def copied(self, folder: Path) -> Iterator[Path]:
        copy = folder / "copy.dump"
        with transaction.atomic(durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            cursor.execute("SELECT pg_export_snapshot()")
            (snapshot,) = cursor.fetchone()
            how = ["--format=custom", f"--snapshot={snapshot}", f"--file={copy}"]
            self._run("pg_dump", [*how, *self._where()])
            yield copy

    def fill(self, copy: Path) -> None:
        script = copy.with_suffix(".sql")
        tables = map(connection.ops.quote_name, connection.introspection.table_names())
        with script.open("w", encoding="utf-8") as out:
            out.writelines(f"DROP TABLE {table} CASCADE;\n" for table in tables)
            out.flush()
            options = ["--no-owner", "--no-privileges", "--file=-", str(copy)]
            self._run("pg_restore", options, out)
        connection.close()
        how = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
        self._run("psql", [*how, f"--file={script}", *self._where()])

    @contextmanager
    def trial(self, folder: Path) -> Iterator[None]:
        name = f"crivo_trial_{secrets.token_hex(4)}"
        try:
            self._do(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        except DatabaseError as error:
            line = str(error).strip().split("\n")[0]
            raise Refusal(
                _("no database can be made for a trial (%(why)s): ALTER ROLE %(role)s CREATEDB")
                % {"why": line, "role": connection.settings_dict["USER"]}
            ) from error
        try:
            with _instead(name):
                yield
        finally:
            self._do(f"DROP DATABASE {name}")

    def damage(self) -> str:
        return ""  # each page has been read and written anew

    def _do(self, statement: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    def _where(self) -> list[str]:
        arguments, _environment = self._reached()
        return [*arguments[1:-1], "--dbname", arguments[-1]]

    def _reached(self) -> tuple[list[str], dict[str, str] | None]:
        """psql's arguments and environment, as Django would start it on this database."""
        found = connection.client.settings_to_cmd_args_env(connection.settings_dict, [])
        return cast("tuple[list[str], dict[str, str] | None]", found)

    def _run(self, program: str, arguments: Sequence[str], out: Any = subprocess.DEVNULL) -> None:
        """Raises Refusal with what the program said."""
        _arguments, environment = self._reached()
        try:
            done = subprocess.run(  # noqa: S603
                [program, *arguments],
                env=env.inherited(environment or {}),
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            mend = _("%(program)s is not installed: on Debian `apt-get install postgresql-client`")
            raise Refusal(mend % {"program": program}) from None
        if done.returncode:
            raise Refusal(f"{program}: {' '.join(done.stderr.split())[:500]}")

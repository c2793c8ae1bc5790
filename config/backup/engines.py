"""How each kind of database is copied while others write, restored from a copy, and created for a
trial."""

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
from config.error_texts import error_line


class Engine(Protocol):
    name: str

    def copied(self, folder: Path) -> Any:
        """A context that gives a file with a copy of the default connection's database. While it is
        open, the connection reads exactly what was copied."""

    def fill(self, copy: Path) -> None:
        """Replace all that the default connection's database holds by the copy, in one step or not
        at all.

        Raises Refusal.
        """

    def trial(self, folder: Path) -> Any:
        """A context in which the default connection uses an empty database, deleted at the end."""

    def damage(self) -> str:
        """The faults that the database's own integrity check reports; empty when there are none."""


def engine() -> Engine:
    """The engine of the default connection."""
    return Sqlite() if connection.vendor == "sqlite" else Postgresql()


@contextmanager
def _instead(name: str) -> Iterator[None]:
    """Point the default connection at another database of the same server, or at another file."""
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


class Sqlite:
    """SQLite copies the pages as they are at one moment; writers are not blocked (WAL)."""

    name = "sqlite"

    @contextmanager
    def copied(self, folder: Path) -> Iterator[Path]:
        copy = folder / "copy.sqlite3"
        connection.ensure_connection()
        with closing(sqlite3.connect(copy)) as target:
            connection.connection.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")  # one file, without a WAL beside it
        with _instead(str(copy)):
            yield copy
            connection.close()
            with closing(sqlite3.connect(copy)) as target:  # it was opened in WAL mode meanwhile
                target.execute("PRAGMA journal_mode=DELETE")

    def fill(self, copy: Path) -> None:
        # Through the connection, not by renaming a file: whoever has the file open reads the new
        # rows.
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
    """pg_dump and psql run beside the connection; the dump is made of the snapshot that it
    reads."""

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
        return ""  # every page has been read and rewritten

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
            raise Refusal(f"{program}: {error_line(done.stderr, 500)}")

"""A backup of all that Crivo keeps as one file, its restore, and the proof that it is whole."""

from __future__ import annotations

import hashlib
import io
import json
import os
import secrets
import sqlite3
import subprocess
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, Protocol, cast

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import env
from config.backup import proofs
from config.desk.refusals import Conflict, Refusal
from config.error_texts import error_line
from config.runs import beats
from config.runs.models import WorkerHost
from config.runs.version import code_version

__all__ = ["make_backup", "restore_backup", "verify_backup"]


# How each kind of database is copied while others write, restored from a copy, created for a trial.


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


# Making a backup while work goes on.


def make_backup(*, file: Path) -> tuple[Path, Manifest]:
    """Write a backup to a new file, or into a folder under a name made of the time. Raises
    Refusal."""
    now = timezone.now()
    if file.is_dir():
        file /= f"crivo-{now:%Y%m%d-%H%M%S}.tar.gz"
    if file.exists():
        raise taken(file)
    if not file.parent.is_dir():
        raise Refusal(_("there is no folder %(folder)s") % {"folder": file.parent})
    database = engine()
    # Written beside the target, then moved there in one step.
    with tempfile.TemporaryDirectory(prefix=".backup-", dir=file.parent) as folder:
        with database.copied(Path(folder)) as copy:
            found = Manifest(
                engine=database.name,
                made_at=now.isoformat(),
                code_version=code_version(),
                migrations=proofs.migrations(),
                rows=proofs.rows(),
                ledger=proofs.ledger(),
                proofs=proofs.statements(),
            )
        manifest = replace(found, sha256=digest(copy))
        write(file, manifest, copy)
    return file, manifest


# Restoring a backup, and checking that it is whole.

Say = Callable[[str], None]
OURS = {"auth", "desk", "hypotheses", "knox", "runs", "trading"}
MADE = {"auth.group", "auth.permission", "trading.gatecriterion", "trading.gateprofile",
        "runs.workerhost"}  # fmt: skip
"""The rows that `migrate` itself puts into a database."""


def restore_backup(*, file: Path, replace: bool, say: Say) -> None:
    """Put a backup in the place of the database, and check it there as `verify_backup` does.

    Raises Conflict where somebody's rows would be lost (unless `replace`) or workers are at work,
    Refusal where the file cannot be used or does not hold what it says.
    """
    with opened(file) as (manifest, copy):
        database = engine()
        _fits(manifest)
        if not replace and (tables := sorted(_with_rows())):
            raise Conflict(
                _("the database holds data (%(tables)s): --replace deletes all of it first")
                % {"tables": ", ".join(tables[:5])}
            )
        with beats.worker_lock():
            _nobody_works(say)
            database.fill(copy)
            _check(manifest, say)


def verify_backup(*, file: Path, say: Say) -> None:
    """Restore a backup into a temporary database and check it there: no row is missing, runs and
    steps are as they were, and what the apps state of their rows holds.

    The real database is not touched. Raises Refusal as `restore_backup` does.
    """
    with opened(file) as (manifest, copy):
        database = engine()
        _fits(manifest)
        with database.trial(copy.parent):
            database.fill(copy)
            _check(manifest, say)


def _fits(manifest: Manifest) -> None:
    if manifest.engine != connection.vendor:
        raise Refusal(
            _("it is a backup of %(made)s, and DATABASE_URL names %(here)s")
            % {"made": manifest.engine, "here": connection.vendor}
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations or ()}
    if newer := sorted(set(manifest.migrations) - known):
        raise Refusal(
            _("it was made by a newer version of Crivo (%(newer)s): restore it with that one")
            % {"newer": ", ".join(newer)}
        )


def _with_rows() -> Iterator[str]:
    """The tables that hold what somebody entered or a run produced."""
    there = set(connection.introspection.table_names())
    for model in apps.get_models():
        own = model._meta.app_label in OURS and model._meta.label_lower not in MADE
        if own and model._meta.db_table in there and model._default_manager.exists():
            yield model._meta.db_table


def _nobody_works(say: Say) -> None:
    """Raises Conflict while a worker of another host is alive. A worker that has just stopped still
    looks alive for a moment: that moment is waited for."""
    if WorkerHost._meta.db_table not in connection.introspection.table_names():
        return
    heard = _heard()
    if heard:
        say(_("waiting until no worker is heard of"))
    while now := _heard():
        if any(seen != heard.get(host) for host, seen in now.items()):
            hosts = ", ".join(now)
            raise Conflict(_("workers are at work (%(hosts)s): stop them first") % {"hosts": hosts})
        time.sleep(0.5)


def _heard() -> Mapping[str, object]:
    return dict(beats.alive().values_list("name", "seen_at"))


def _check(manifest: Manifest, say: Say) -> None:
    """Raises Refusal for the first thing that differs from what the backup says."""
    found = proofs.rows()
    if found != manifest.rows:
        raise Refusal(_("rows are missing or too many: %(tables)s") % {"tables": _unlike(
            manifest.rows, found
        )})  # fmt: skip
    count = sum(found.values())
    rows = ngettext("%(n)s row in %(tables)s tables", "%(n)s rows in %(tables)s tables", count)
    say(
        _("rows: %(what)s, as many as there were")
        % {"what": rows % {"n": count, "tables": len(found)}}
    )
    if broken := engine().damage():
        raise Refusal(_("the database is damaged: %(what)s") % {"what": broken})
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise Refusal(_("the database is damaged: %(what)s") % {"what": error}) from error
    call_command("migrate", interactive=False, verbosity=0)
    if proofs.ledger() != manifest.ledger:
        raise Refusal(_("runs and steps are not those that were backed up"))
    say(_("runs and steps: as they were"))
    for name, proof in proofs.proofs().items():
        _prove(name, proof, manifest, say)


def _prove(name: str, proof: proofs.Proof, manifest: Manifest, say: Say) -> None:
    stated = manifest.proofs.get(name)
    if stated is None:
        say(_("%(name)s: none was there") % {"name": name})
        return
    if fault := proof.fault(stated):
        raise Refusal(f"{name}: {fault}")
    say(_("%(name)s: holds") % {"name": name})


def _unlike(stated: Mapping[str, int], found: Mapping[str, int]) -> str:
    tables = sorted(set(stated) | set(found))
    differences = [
        f"{table} {found.get(table, 0)}/{stated.get(table, 0)}"
        for table in tables
        if found.get(table) != stated.get(table)
    ]
    return ", ".join(differences[:10])


FORMAT = 1
MANIFEST, SETTINGS, DATABASE = "manifest.json", "settings.env", "database"
DAMAGED = (tarfile.TarError, EOFError, KeyError, TypeError, ValueError, zlib.error)
CHUNK = 1024 * 1024
_LEVEL = 3
"""Of gzip: its usual 6 takes twice as long for a file that is a sixth smaller."""


@dataclass(frozen=True)
class Manifest:
    """What a backup holds, as it was found in the copy itself."""

    engine: str  # "sqlite" or "postgresql"
    made_at: str
    code_version: str
    migrations: Sequence[str]  # as `app.name`
    rows: Mapping[str, int]  # of each table
    ledger: str  # a SHA-256 of the runs and their steps
    proofs: Mapping[str, Any]
    sha256: str = ""  # of the copy of the database
    crivo_backup: int = FORMAT


def write(file: Path, manifest: Manifest, database: Path) -> None:
    """Write the whole file or nothing, readable by its owner alone. Raises Conflict for a file that
    exists."""
    draft = database.with_name("draft")
    with (
        open(draft, "xb", opener=_for_its_owner) as out,
        tarfile.open(fileobj=out, mode="w:gz", compresslevel=_LEVEL) as tar,
    ):
        _add(tar, MANIFEST, json.dumps(asdict(manifest), indent=1).encode())
        _add(tar, SETTINGS, "\n".join([*env.without_secrets(), ""]).encode())
        tar.add(database, arcname=DATABASE)
    try:
        os.link(draft, file)  # unlike a renaming it takes no other file's place
    except FileExistsError:
        raise taken(file) from None


def taken(file: Path) -> Conflict:
    return Conflict(_("%(file)s is there already: choose another name") % {"file": file})


@contextmanager
def opened(file: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest of the file, and its copy of the database, unpacked until the context ends.

    Raises Refusal for a file that does not exist, is no backup, or has been changed.
    """
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA_DIR) as folder:
        place = Path(folder) / DATABASE
        try:
            with tarfile.open(file, "r:gz") as tar:
                manifest = Manifest(**json.load(_member(tar, MANIFEST)))
                found = _unpacked(_member(tar, DATABASE), place)
        except DAMAGED as error:
            raise damaged(file) from error
        except OSError as error:
            raise Refusal(f"{file}: {error.strerror or error}") from error
        if manifest.crivo_backup != FORMAT or found != manifest.sha256:
            raise damaged(file)
        yield manifest, place


def damaged(file: Path) -> Refusal:
    return Refusal(_("%(file)s is no backup of Crivo, or it is damaged") % {"file": file})


def digest(file: Path) -> str:
    with file.open("rb") as read:
        return hashlib.file_digest(read, "sha256").hexdigest()


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    tar.addfile(entry, io.BytesIO(content))


def _member(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    found = tar.extractfile(name)
    if found is None:
        raise KeyError(name)
    return found


def _unpacked(member: IO[bytes], place: Path) -> str:
    """Write a member to its place; the SHA-256 of what it holds."""
    seen = hashlib.sha256()
    with open(place, "xb", opener=_for_its_owner) as out:
        while chunk := member.read(CHUNK):
            seen.update(chunk)
            out.write(chunk)
    return seen.hexdigest()

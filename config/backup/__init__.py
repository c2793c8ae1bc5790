"""A backup of all that Crivo keeps as one file, its restore, and the proof that it is whole."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import IntegrityError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config import env
from config.backup import proofs
from config.backup.engines import engine
from config.desk.refusals import Conflict, Refusal
from config.runs import beats
from config.runs.models import WorkerHost
from config.runs.version import code_version

__all__ = ["make_backup", "restore_backup", "verify_backup"]


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
        tarfile.open(fileobj=out, mode="w:gz", compresslevel=3) as tar,
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

"""The file of a backup: a compressed tar that holds a manifest, the settings without their secrets,
and a copy of the database."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _

from config import env
from config.desk.refusals import Conflict, Refusal

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
    """Write all of the file or none of it, for its owner's eyes alone. Raises Conflict for one
    that is there already."""
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
    """What the file says of itself, and its copy of the database, unpacked for as long.

    Raises Refusal for a file that is not there, is no backup, or is not as it was written.
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

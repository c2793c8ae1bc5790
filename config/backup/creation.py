"""Making a backup while work goes on."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Refusal
from config.runs.version import code_version

from . import archive, proofs
from .archive import Manifest
from .engines import engine


def make_backup(*, file: Path) -> tuple[Path, Manifest]:
    """A backup in a new file, or in a folder under a name of its time. Raises Refusal."""
    now = timezone.now()
    if file.is_dir():
        file /= f"crivo-{now:%Y%m%d-%H%M%S}.tar.gz"
    if file.exists():
        raise archive.taken(file)
    if not file.parent.is_dir():
        raise Refusal(_("there is no folder %(folder)s") % {"folder": file.parent})
    database = engine()
    # Beside the file, which is then put in its place at once.
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
        manifest = replace(found, sha256=archive.digest(copy))
        archive.write(file, manifest, copy)
    return file, manifest

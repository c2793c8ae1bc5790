"""Many files in one zip; the same files give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can hold: times of writing would make each one another file."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files by their paths in the zip, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for path, content in files.items():
            made.writestr(zipfile.ZipInfo(path, EPOCH), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()

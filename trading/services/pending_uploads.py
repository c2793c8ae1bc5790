"""Uploads that wait: whose they are, what may be kept, and how they are to be read."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from datetime import timedelta
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadhandler import FileUploadHandler
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Missing, Refusal
from trading.market.auxiliary import KINDS
from trading.market.csv_reader import Options
from trading.market.csv_reader.table import text_of
from trading.market.prices import known_form
from trading.models import Dataset, Upload
from trading.models.datasets import PRICES
from trading.storage import require_short

_SAID = ("date_order", "decimal", "timezone", "adjusted", "bars_per_year", "keep_partial")


class Readable(Protocol):
    """A file that is open for reading."""

    def read(self, size: int = -1, /) -> bytes: ...


def own_upload(*, upload_id: int, user: User) -> Upload:
    """A person's upload; nobody else sees it, whatever their role. Raises Missing."""
    found: Upload | None = Upload.objects.filter(pk=upload_id, owner=user).first()
    if found is None:
        raise missing(upload_id)
    return found


def options_of(upload: Upload) -> Options:
    """How an upload is to be read."""
    return Options(**{name: upload.options[name] for name in _SAID if name in upload.options})


def name_of(upload: Upload) -> str:
    """What the file was called."""
    return str(upload.options.get("file", ""))


def fingerprint(upload: Upload) -> str:
    """What tells an upload from itself after a change."""
    said = [upload.ticker, upload.kind, upload.options, upload.source, upload.licence]
    digest = hashlib.sha256(bytes(upload.content))
    digest.update(json.dumps(said, sort_keys=True).encode())
    return digest.hexdigest()


def forget_old_uploads() -> int:
    """Remove the uploads that nobody came back for, and say how many those were."""
    begin = timezone.now() - timedelta(hours=settings.UPLOAD_HOURS)
    return Upload.objects.filter(created_at__lt=begin).delete()[0]


def bounded(data: bytes | Readable) -> bytes:
    """The file, as far as the limit lets it be read: beyond, it is refused anyway."""
    most = most_bytes() + 1
    return data[:most] if isinstance(data, bytes) else data.read(most)


def checked(
    content: bytes,
    ticker: str,
    kind: str,
    options: Options,
    source: str,
    licence: str,
    file: str,
) -> dict[str, Any]:
    """The columns of an upload. Raises MarketError and Refusal."""
    name = known_form(ticker)
    if kind != PRICES and kind not in KINDS:
        known = ", ".join([PRICES, *KINDS])
        raise Refusal(_("%(kind)s is none of %(known)s") % {"kind": kind[:40], "known": known})
    require_short(source=source, licence=licence)
    options.check()
    text_of(content, most_bytes(), prices=kind == PRICES)
    said = {key: value for key, value in asdict(options).items() if key in _SAID}
    said["file"] = file[: Dataset.SOURCE_LENGTH]
    return {"ticker": name, "kind": kind, "options": said, "source": source, "licence": licence}


def missing(upload_id: int) -> Missing:
    return Missing(_("there is no upload %(id)s") % {"id": upload_id})


# What a browser sends as a file: never more of it than is accepted.


def most_bytes() -> int:
    """The largest file that is accepted from a browser."""
    return min(settings.UPLOAD_BYTES, settings.MAX_DATA_FILE_BYTES)


class BoundedUpload(FileUploadHandler):
    """Lets the largest accepted file through, and one byte of what is beyond; drops the rest.

    So a larger one takes neither memory nor disk, and its form is answered all the same: by the
    byte too many the service knows it. Files of one request count together.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._room = most_bytes() + 1

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        taken = raw_data[: self._room]
        self._room -= len(taken)
        return taken or None

    def file_complete(self, file_size: int) -> None:
        """The handlers behind this one make the file."""

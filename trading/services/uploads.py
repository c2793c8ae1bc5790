"""Importing a file as a dataset: staged and previewed, or at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.desk.refusals import Conflict, Refusal
from config.runs.errors import explain
from trading.market.auxiliary import KINDS, row_faults
from trading.market.csv_reader import Options, price_faults
from trading.market.errors import MarketError
from trading.models import Upload
from trading.models.datasets import PRICES
from trading.services.pending_uploads import (
    Readable,
    bounded,
    checked,
    fingerprint,
    forget_old_uploads,
    missing,
    name_of,
    options_of,
    own_upload,
)
from trading.storage import (
    Preview,
    Stored,
    StoredRows,
    import_prices,
    import_rows,
    limited,
    preview_prices,
    preview_rows,
    read_large,
)


class UnreadableFile(Refusal):
    """A file that is refused as a whole; `faults` are all that can be reported at once."""

    def __init__(self, faults: tuple[MarketError, ...]) -> None:
        super().__init__(explain(faults[0]))
        self.faults = faults


def import_file(
    *,
    data: bytes,
    ticker: str,
    kind: str = PRICES,
    options: Options | None = None,
    source: str = "",
    licence: str = "",
    user: User | None = None,
) -> Stored | StoredRows:
    """Keep a file as the ticker's next version; the same content again is the dataset there is.

    Raises MarketError for a ticker or a zone that is none, or words too long; Refusal for an
    unknown kind; UnreadableFile; TryLater. Then nothing is written.
    """
    how = _zoned(options)
    checked(data, ticker, kind, how, source, licence, file="")
    values: dict[str, Any] = {
        "data": data,
        "ticker": ticker,
        "options": how,
        "source": source or "CSV",
        "licence": licence,
        "user": user,
    }
    try:
        if kind == PRICES:
            return import_prices(**values)
        return import_rows(kind=kind, **values)
    except MarketError as error:
        faults = (
            read_large(price_faults, data, limited(how))
            if kind == PRICES
            else read_large(row_faults, data, KINDS[kind], limited(how))
        )
        raise UnreadableFile(tuple(faults) or (error,)) from error


@dataclass(frozen=True)
class UploadPreview:
    """What an upload would become; or its faults, which are then not empty."""

    preview: Preview | None
    faults: tuple[MarketError, ...] = ()


def stage_upload(
    *,
    data: bytes | Readable,
    ticker: str,
    kind: str = PRICES,
    options: Options | None = None,
    source: str = "",
    licence: str = "",
    name: str = "",
    user: User,
) -> Upload:
    """Keep a file for its owner to look at; nothing of it is a dataset yet.

    `name` is the file's: its source, where none is said. No more than the settings' limit is read
    of it. Raises MarketError for what is no text, a ticker or zone that is none, or words too
    long; Refusal for an unknown kind, Conflict for a person with as many files waiting as allowed.
    Then nothing is kept. Forgotten uploads are removed.
    """
    content = bounded(data)
    values = checked(content, ticker, kind, _zoned(options), source, licence, name)
    forget_old_uploads()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one of a person's at a time
        waiting = Upload.objects.filter(owner=user).count()
        if waiting >= settings.STAGED_UPLOADS:
            raise Conflict(_too_many(waiting))
        return Upload.objects.create(owner=user, content=content, **values)


def change_upload(
    *,
    upload_id: int,
    ticker: str,
    kind: str,
    options: Options,
    source: str = "",
    licence: str = "",
    data: bytes | Readable | None = None,
    name: str = "",
    user: User,
) -> Upload:
    """Say otherwise how an upload is to be read, or put a mended file in its place.

    Raises as `stage_upload`, and Missing; then it stays as it was.
    """
    upload = own_upload(upload_id=upload_id, user=user)
    content = bytes(upload.content) if data is None else bounded(data)
    called = name_of(upload) if data is None else name
    values = checked(content, ticker, kind, _zoned(options), source, licence, called)
    rows = Upload.objects.filter(pk=upload.pk)
    if not rows.update(content=content, **values):
        raise missing(upload_id)
    return own_upload(upload_id=upload_id, user=user)


def preview_upload(*, upload: Upload) -> UploadPreview:
    """What it would become, or all faults that can be reported at once. Raises TryLater."""
    data, options = bytes(upload.content), options_of(upload)
    common: dict[str, Any] = {"data": data, "ticker": upload.ticker, "options": options}
    try:
        if upload.kind == PRICES:
            return UploadPreview(preview_prices(**common))
        return UploadPreview(preview_rows(kind=upload.kind, **common))
    except MarketError as error:
        if upload.kind == PRICES:
            faults = read_large(price_faults, data, limited(options))
        else:
            faults = read_large(row_faults, data, KINDS[upload.kind], limited(options))
        return UploadPreview(None, tuple(faults) or (error,))


def confirm_upload(*, upload_id: int, user: User, expected: str = "") -> Stored | StoredRows:
    """Import it as the ticker's next version; then it waits no longer.

    `expected` is the `fingerprint` of what the person looked at. Raises Missing, Conflict when it
    was changed since, MarketError for a file that cannot be read, and TryLater; then it stays.
    """
    upload = own_upload(upload_id=upload_id, user=user)
    seen = fingerprint(upload)
    if expected and expected != seen:
        raise Conflict(_("this upload was changed since you looked: look again"))
    values: dict[str, Any] = {
        "data": bytes(upload.content),
        "ticker": upload.ticker,
        "options": options_of(upload),
        "source": upload.source or name_of(upload) or "CSV",
        "licence": upload.licence,
        "user": user,
    }
    stored: Stored | StoredRows
    if upload.kind == PRICES:
        stored = import_prices(**values)
    else:
        stored = import_rows(kind=upload.kind, **values)
    _forget_imported(upload.pk, seen)
    return stored


@transaction.atomic
def _forget_imported(upload_id: int, imported: str) -> None:
    """Delete the upload, unless it was replaced while it was imported."""
    row = Upload.objects.select_for_update().filter(pk=upload_id).first()
    if row is not None and fingerprint(row) == imported:
        row.delete()


def drop_upload(*, upload_id: int, user: User) -> None:
    """Delete an upload. Raises Missing."""
    if not Upload.objects.filter(pk=upload_id, owner=user).delete()[0]:
        raise missing(upload_id)


def _zoned(options: Options | None) -> Options:
    """How a file is to be read. Raises MarketError `bad_zone` before the file is looked at."""
    how = options or Options()
    _ = how.zone
    return how


def _too_many(waiting: int) -> str:
    message = ngettext(
        "%(count)s file of yours waits already: import it or drop it first",
        "%(count)s files of yours wait already: import or drop one first",
        waiting,
    )
    return message % {"count": waiting}

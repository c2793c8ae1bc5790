"""A user's file, or what a source gives, into the database: all of it or nothing."""

from __future__ import annotations

import logging
import threading
import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, TypeVar

import pandas as pd
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from config.desk.refusals import TryLater
from config.side_process import SideProcess, SideProcessError
from trading.market import canonical, sources
from trading.market.auxiliary import KINDS, as_of, decode_rows, encode_rows, read_rows
from trading.market.clock import in_utc, moment
from trading.market.csv_reader import Options, read_prices
from trading.market.data import MINIMUM
from trading.market.errors import MarketError
from trading.market.prices import Prices, known_form
from trading.models import AuxiliaryDataset, Dataset, PriceBlob

# Auxiliary rows in the database: versions by kind, the same content once.


class StoredRows(NamedTuple):
    """An auxiliary dataset, and whether it is new."""

    dataset: AuxiliaryDataset
    created: bool


def store_rows(
    *,
    ticker: str,
    kind: str,
    rows: pd.DataFrame,
    source: str,
    licence: str = "",
    user: Any = None,
) -> StoredRows:
    """Keep rows as the next version of a ticker's kind; the same content again is found."""
    name = known_form(ticker)
    require_short(source=source, licence=licence)
    data = encode_rows(rows, KINDS[kind])
    digest = canonical.sha256(data)
    own = AuxiliaryDataset.objects.of(name).filter(kind=kind)
    values = {
        "content": zlib.compress(data, 9),
        "rows": len(rows),
        "first_at": moment(rows["available_at"].iloc[0]),
        "last_at": moment(rows["available_at"].iloc[-1]),
        "source": source,
        "licence": licence,
        "created_by": user,
    }

    def insert() -> AuxiliaryDataset:
        last = own.aggregate(last=Max("version"))["last"] or 0
        return AuxiliaryDataset.objects.create(
            ticker=name, kind=kind, version=last + 1, sha256=digest, **values
        )

    return StoredRows(*find_or_insert(lambda: own.filter(sha256=digest).first(), insert))


def auxiliary_of(ticker: str) -> list[AuxiliaryDataset]:
    """The newest version of each kind that a ticker has: what a run notes and `load` takes."""
    return list(AuxiliaryDataset.objects.of(known_form(ticker)).newest())


def rows_until(datasets: Iterable[AuxiliaryDataset], when: pd.Timestamp) -> dict[str, pd.DataFrame]:
    """Kind -> the rows available at `when`, for the kinds that had any.

    Raises MarketError `corrupt`.
    """
    known = {}
    for dataset in datasets:
        data = zlib.decompress(bytes(dataset.content))
        if canonical.sha256(data) != dataset.sha256:
            raise MarketError("corrupt", sha256=dataset.sha256)
        rows = as_of(decode_rows(data, KINDS[dataset.kind]), in_utc(when))
        if len(rows):
            known[dataset.kind] = rows
    return known


# A version stored once, whoever else stores at the same moment.

Row = TypeVar("Row")
_ATTEMPTS = 5  # rivals that store versions of one ticker at the same moment


def find_or_insert(find: Callable[[], Row | None], insert: Callable[[], Row]) -> tuple[Row, bool]:
    """What `find` gives, else what `insert` makes in a transaction, and whether it was made.

    A rival that took the version or stored the content first is looked for again; raises
    IntegrityError when that does not help.
    """
    attempt = 0
    while True:
        if (found := find()) is not None:
            return found, False
        try:
            with transaction.atomic():
                return insert(), True
        except IntegrityError:
            attempt += 1
            if attempt == _ATTEMPTS:
                raise


# Prices into the database: all or nothing, the same content once.


class Stored(NamedTuple):
    """A dataset, and whether it is new: the same bytes again are the same dataset."""

    dataset: Dataset
    created: bool


def install_bundled(ticker: str) -> Dataset:
    """The bundled prices of a ticker as a dataset; stored with the first call.

    Raises UnknownTicker.
    """
    prices = sources.read_bundled(known_form(ticker))
    return store_prices(
        ticker=ticker, prices=prices, source=sources.SOURCE, licence=sources.LICENCE
    ).dataset


def store_prices(
    *, ticker: str, prices: Prices, source: str, licence: str = "", user: Any = None
) -> Stored:
    """Keep a history as the ticker's next version; the same content again is found, not stored.

    Content is the bars, where they trade and how many a year has. Raises MarketError
    (`bad_ticker`, `too_few_bars`, `too_long`); then nothing is written.
    """
    name = known_form(ticker)
    require_short(source=source, licence=licence)
    if len(prices.frame) < MINIMUM:
        raise MarketError("too_few_bars", bars=len(prices.frame), minimum=MINIMUM)
    data = canonical.encode(prices.frame)
    digest = canonical.sha256(data)
    values = {
        "bars": len(prices.frame),
        "frequency": prices.frequency,
        "calendar": dict(prices.calendar),
        "adjusted": prices.adjusted,
        "first_at": moment(prices.frame.index[0]),
        "last_at": moment(prices.frame.index[-1]),
        "cautions": [caution._asdict() for caution in prices.cautions],
        "source": source,
        "licence": licence,
        "created_by": user,
    }
    content = {
        "sha256": digest,
        "bars_per_year": prices.bars_per_year,
        "timezone": prices.timezone,
    }
    return Stored(
        *find_or_insert(
            lambda: Dataset.objects.of(name).filter(**content).first(),
            lambda: _insert(name, data, content | values),
        )
    )


def _insert(ticker: str, data: bytes, values: dict[str, Any]) -> Dataset:
    blob = PriceBlob.objects.filter(sha256=values["sha256"]).first()
    if blob is None:
        content = canonical.pack_prices(data)
        blob = PriceBlob.objects.create(sha256=values["sha256"], content=content)
    last = Dataset.objects.of(ticker).aggregate(last=Max("version"))["last"] or 0
    return Dataset.objects.create(ticker=ticker, version=last + 1, blob=blob, **values)


def require_short(**texts: str) -> None:
    """Raises MarketError `too_long` for a source or licence that has no room."""
    for name, text in texts.items():
        limit = Dataset.SOURCE_LENGTH if name == "source" else Dataset.LICENCE_LENGTH
        if len(text) > limit:
            raise MarketError("too_long", name=name, limit=limit)


def import_prices(
    *,
    data: bytes,
    ticker: str,
    options: Options | None = None,
    source: str = "CSV",
    licence: str = "",
    user: Any = None,
) -> Stored:
    """Keep the prices of a CSV file as the ticker's next version.

    The limits are the settings'. Raises MarketError, TryLater; then nothing is written.
    """
    name = known_form(ticker)
    prices = read_large(read_prices, data, limited(options))
    return store_prices(ticker=name, prices=prices, source=source, licence=licence, user=user)


def import_rows(
    *,
    data: bytes,
    ticker: str,
    kind: str,
    options: Options | None = None,
    source: str = "CSV",
    licence: str = "",
    user: Any = None,
) -> StoredRows:
    """Keep the auxiliary rows of a CSV file as the next version of the ticker's kind.

    Raises MarketError, TryLater; then nothing is written.
    """
    name = known_form(ticker)
    rows = read_large(read_rows, data, KINDS[kind], limited(options))
    return store_rows(ticker=name, kind=kind, rows=rows, source=source, licence=licence, user=user)


def fetch_prices(
    *,
    ticker: str,
    source: str,
    start: date | None = None,
    end: date | None = None,
    user: Any = None,
) -> Stored:
    """Keep what a source gives of a ticker as its next version. Raises MarketError."""
    origin = sources.source(source)
    prices = origin.fetch(ticker, start, end)
    if len(prices.frame) < settings.MIN_BARS_TO_IMPORT:
        raise MarketError(
            "too_few_bars", bars=len(prices.frame), minimum=settings.MIN_BARS_TO_IMPORT
        )
    return store_prices(
        ticker=ticker, prices=prices, source=origin.title, licence=origin.licence, user=user
    )


def limited(options: Options | None) -> Options:
    """The options, with the limits of the settings and the time it is."""
    return replace(
        options or Options(),
        max_bytes=settings.MAX_DATA_FILE_BYTES,
        min_bars=settings.MIN_BARS_TO_IMPORT,
        now=datetime.now(UTC).replace(tzinfo=None),
    )


# A large file is read in a process of its own.
#
# So the threads of a web server answer meanwhile, and what reading takes of memory is given back
# whole: objects by the hundred thousand leave the memory of a process that lives on in pieces.

logger = logging.getLogger(__name__)
LARGE = 262_144
"""Bytes from which on a file is: the process takes about a second to start."""
_AT_ONCE = 2  # of one web process
_WAIT = 5.0  # seconds for a turn: who waits holds a thread of the web server
_LONGEST = 300.0  # seconds for one file

_turns = threading.BoundedSemaphore(_AT_ONCE)
Found = TypeVar("Found")


def read_large(reading: Callable[..., Found], data: bytes, *arguments: Any) -> Found:
    """What `reading(data, *arguments)` returns or raises.

    For a large file raises TryLater when others are being read, or its process ended.
    """
    if len(data) < LARGE:
        return reading(data, *arguments)
    if not _turns.acquire(timeout=_WAIT):
        raise _later()
    process = SideProcess()
    try:
        found, _seconds = process.call(reading, data, *arguments, seconds=_LONGEST)
    except SideProcessError as error:
        logger.error("a file was not read: %s", error)
        raise _later() from error
    finally:
        process.close()
        _turns.release()
    return found


def _later() -> TryLater:
    return TryLater(_("many files are being read just now: try again in a moment"), 5)

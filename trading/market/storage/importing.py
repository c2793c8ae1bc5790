"""A user's file, or what a source gives, into the database: all of it or nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from django.conf import settings

from .. import sources
from ..auxiliary import KINDS, read_rows
from ..csv_reader import Options, read_prices
from ..errors import MarketError
from ..prices import known_form
from .auxiliary import StoredRows, store_rows
from .own_process import read_large
from .writing import Stored, store_prices


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

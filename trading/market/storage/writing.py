"""Prices into the database: all or nothing, the same content once."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Max

from trading.models import Dataset, PriceBlob

from .. import bundled, canonical
from ..clock import moment
from ..errors import MarketError
from ..prices import Prices, known_form
from ..segments import MINIMUM
from .once import find_or_insert


class Stored(NamedTuple):
    """A dataset, and whether it is new: the same bytes again are the same dataset."""

    dataset: Dataset
    created: bool


def install_bundled(ticker: str) -> Dataset:
    """The bundled prices of a ticker as a dataset; stored with the first call.

    Raises UnknownTicker.
    """
    prices = bundled.read(known_form(ticker))
    return store_prices(
        ticker=ticker, prices=prices, source=bundled.SOURCE, licence=bundled.LICENCE
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

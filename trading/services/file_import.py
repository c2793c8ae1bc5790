"""A file of prices or other rows into the database at once, without a preview."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from config.desk.refusals import Refusal
from config.runs.refusals import explain
from trading.market.auxiliary import KINDS, row_faults
from trading.market.csv_reader import Options, price_faults
from trading.market.errors import MarketError
from trading.market.storage import (
    Stored,
    StoredRows,
    import_prices,
    import_rows,
    limited,
    read_large,
)
from trading.services.staged import PRICES, checked


class UnreadableFile(Refusal):
    """A file that is refused whole; `faults` are all that can be told at once."""

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
    how = options or Options()
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

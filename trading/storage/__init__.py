"""Market data in the database: the one part of `market` that knows Django.

`load` gives what may be looked at; `open_holdout` is the single way to the sealed bars.
"""

from trading.storage.history import find_dataset, known_tickers, load
from trading.storage.holdout import Opened, OpenedMeanwhile, open_holdout
from trading.storage.imports import (
    Stored,
    StoredRows,
    auxiliary_of,
    fetch_prices,
    import_prices,
    import_rows,
    install_bundled,
    limited,
    read_large,
    require_short,
    store_prices,
    store_rows,
)
from trading.storage.preview import (
    Preview,
    SegmentExtent,
    Visible,
    calendar_in_words,
    calendar_of,
    cautions,
    dataset_report,
    extent,
    in_words,
    look,
    preview_prices,
    preview_rows,
    rows_report,
)

__all__ = [
    "Opened",
    "OpenedMeanwhile",
    "Preview",
    "SegmentExtent",
    "Stored",
    "StoredRows",
    "Visible",
    "auxiliary_of",
    "calendar_in_words",
    "calendar_of",
    "cautions",
    "dataset_report",
    "extent",
    "fetch_prices",
    "find_dataset",
    "import_prices",
    "import_rows",
    "in_words",
    "install_bundled",
    "known_tickers",
    "limited",
    "load",
    "look",
    "open_holdout",
    "preview_prices",
    "preview_rows",
    "read_large",
    "require_short",
    "rows_report",
    "store_prices",
    "store_rows",
]

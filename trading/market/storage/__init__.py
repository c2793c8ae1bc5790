"""Market data in the database: the one part of `market` that knows Django.

`load` gives what may be looked at; `open_holdout` is the single way to the sealed bars.
"""

from trading.market.storage.looking import SegmentExtent, Visible, extent, look

from .auxiliary import StoredRows, auxiliary_of, store_rows
from .holdout import Opened, OpenedMeanwhile, open_holdout
from .importing import fetch_prices, import_prices, import_rows, limited
from .own_process import read_large
from .previewing import Preview, preview_prices, preview_rows
from .reading import find_dataset, known_tickers, load
from .report import (
    calendar_in_words,
    calendar_of,
    cautions,
    dataset_report,
    in_words,
    rows_report,
)
from .writing import Stored, install_bundled, require_short, store_prices

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

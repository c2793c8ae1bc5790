"""Market data in the database: the one part of `market` that knows Django.

`load` gives what may be looked at; `open_holdout` is the single way to the sealed bars.
"""

from .holdout import Opened, open_holdout
from .reading import find_dataset, known_tickers, load
from .writing import Stored, install_bundled, store_prices

__all__ = [
    "Opened",
    "Stored",
    "find_dataset",
    "install_bundled",
    "known_tickers",
    "load",
    "open_holdout",
    "store_prices",
]

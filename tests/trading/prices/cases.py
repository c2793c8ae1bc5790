"""Price files as people have them, with what is right of each: see the table of the tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from trading.market.csv_reader import Options
from trading.storage import Stored, import_prices

FOLDER = Path(__file__).parent / "cases"


def content(name: str) -> bytes:
    return (FOLDER / f"{name}.csv").read_bytes()


def spec(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def stored(name: str, **options: Any) -> Stored:
    """The file through the import service, as a ticker of its own."""
    ticker = name.replace("_", "-").upper()[:20]
    return import_prices(data=content(name), ticker=ticker, options=Options(**options))

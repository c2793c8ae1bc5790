from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.checkpoints import engines, history
from tests.config.runs.conftest import Probe


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


@pytest.fixture
def kept(settings: Any) -> Iterator[None]:
    """Checkpoints are kept in this test, and gone after it."""
    pytest.importorskip(f"langgraph.checkpoint.{'sqlite' if settings.SQLITE else 'postgres'}")
    settings.CHECKPOINTS = True
    yield
    if settings.SQLITE:
        engines.file().unlink(missing_ok=True)
    else:
        history.forget_all_but([])

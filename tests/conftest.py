"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Site


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """Starts real `manage.py` processes on the test's database and ends them with the test."""
    here = Site(tmp_path / "site")
    yield here
    here.close()

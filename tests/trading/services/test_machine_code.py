"""A page loads the engine that the workers compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numba
import pytest

from trading.services.machine_code import share_compiled_code


@pytest.fixture
def config(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Any:
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    settings.DATA_DIR = tmp_path
    return numba.config


def test_it_is_taken_from_where_the_workers_keep_it(config: Any, tmp_path: Path):
    (tmp_path / "compiled").mkdir()
    share_compiled_code()
    assert str(tmp_path / "compiled") == config.CACHE_DIR


def test_without_any_the_engine_keeps_its_own_place(config: Any):
    share_compiled_code()
    assert config.CACHE_DIR == ""


def test_a_place_that_was_chosen_stays(config: Any, tmp_path: Path):
    (tmp_path / "compiled").mkdir()
    config.CACHE_DIR = "/elsewhere"
    share_compiled_code()
    assert config.CACHE_DIR == "/elsewhere"

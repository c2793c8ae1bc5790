"""What a worker process is given of our environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from trading.backtest.child import environment


def test_compiled_code_is_kept_where_the_caller_says(tmp_path: Path) -> None:
    assert environment(tmp_path)["NUMBA_CACHE_DIR"] == str(tmp_path)


def test_secrets_stay_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRIVO_SECRET_KEY", "made up")
    assert "CRIVO_SECRET_KEY" not in environment(None)

"""Developments for the tests of services."""

from __future__ import annotations

import pytest

from tests.trading.services.inline import InlinePool


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backtests in this process: all the code of the workers but the processes."""
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)

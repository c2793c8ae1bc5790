"""`pytest tests/llm/faults --rounds 25`: each fault that often, each time at another moment."""

from __future__ import annotations

import pytest

from tests.trading.services.inline import InlinePool


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rounds", type=int, default=1, help="how often each fault is made")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "round_" in metafunc.fixturenames:
        # Where all tests are run this file is read too late to add an option.
        rounds = metafunc.config.getoption("--rounds", default=1)
        metafunc.parametrize("round_", range(int(rounds)))


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backtests in this process: all the code of the workers but the processes."""
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)

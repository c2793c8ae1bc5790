"""Constants of the product that a test or the laboratory has another value of, in processes that
it starts: CRIVO_TEST_RUN_LEASE_SECONDS=6 is RUN_LEASE_SECONDS there."""

from __future__ import annotations

import os

PREFIX = "CRIVO_TEST_"
TUNED = {
    "BACKTEST_CASH": float,
    "BACKTEST_COMMISSION": float,
    "BACKTEST_WORKERS": int,
    "LLM_RETRY_SECONDS": float,
    "RUN_LEASE_SECONDS": int,
    "RUN_MAX_CRASHES": int,
    "RUN_SWEEP_SECONDS": int,
}


def tuned() -> dict[str, float]:
    """Those that the environment has a value of."""
    given = ((name, kind, os.environ.get(PREFIX + name, "")) for name, kind in TUNED.items())
    return {name: kind(value) for name, kind, value in given if value}

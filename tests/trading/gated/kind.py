"""The real development, with gates at its steps so that a test can kill it there.

Its parameters are those of tests/hypotheses/gated/kind.py. Backtests run in the worker's own
process: what is tested is what becomes of steps, and the pool has tests of its own.
"""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.registry import Job, RunKind
from tests.hypotheses.gated.kind import GatedSteps
from trading.services import execute


def prepare(run: Run, ledger: Ledger) -> Job:
    # Not at start-up: it loads the engine, and each process of each test would wait for it.
    from tests.trading.services.inline import InlinePool

    with patch("trading.backtest.pool.Pool", InlinePool):
        job = execute.prepare(run, ledger)
    return replace(job, context=replace(job.context, steps=GatedSteps(ledger, run.params)))


KIND = RunKind("gated_development", prepare, execute.finish)

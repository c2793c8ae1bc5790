"""What the processes of a development hold: each imports what it needs, as each has its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest
from django.conf import settings

DEVELOPMENT = """
import django
django.setup()
from trading.management.commands import develop
from trading.graph import create_workflow_graph
from trading.services import bench, execute, holdout, researchers, trial_ledger
create_workflow_graph()
"""
WORKER = """
from trading.backtest.jobs import warm_up
from trading.evidence import tally, worker
from trading.evidence.walk_forward import examine
warm_up()
"""
DRAWING = {"bokeh", "backtesting", "matplotlib"}
STATISTICS = {"arch", "statsmodels", "scipy.stats", "scipy.optimize"}


@pytest.mark.parametrize(
    ("lines", "needed", "needless"),
    [
        (DEVELOPMENT, {"langgraph", "pandas"}, {"numba", "llvmlite"} | DRAWING | STATISTICS),
        (WORKER, {"numba", "pandas"}, {"django", "langgraph", "hypotheses"} | DRAWING | STATISTICS),
    ],
)
def test_a_process_of_a_development_imports_what_it_needs(
    lines: str, needed: set[str], needless: Sequence[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{lines}\nimport sys\nprint(*sys.modules)"],
        cwd=settings.BASE_DIR, capture_output=True, text=True, check=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
    )  # fmt: skip
    held = set(done.stdout.split())
    assert needed <= held
    assert not held & set(needless)

"""From the commit of a run to its claim by an idle worker, on SQLite: as `manage.py pickup`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.lab.benchmarks.figures import Figure
from tests.lab.pickup.measuring import measure_pickup
from tests.lab.pickup.stages import percentile

P95_MS = 20.0
RUNS, SMALL = 100, 3


def measure(environment: Mapping[str, str], *, small: bool = False) -> Sequence[Figure]:
    """Milliseconds. It has a data folder of its own: that of `environment` is not touched."""
    found = measure_pickup(runs=SMALL if small else RUNS, progress=lambda _line: None)
    whole = [run.whole for run in found.runs]
    return [
        Figure("p95", percentile(whole, 0.95) * 1e3, "ms", P95_MS, at_most=True),
        Figure("p50", percentile(whole, 0.5) * 1e3, "ms", worst=max(whole) * 1e3),
        Figure("runs", len(whole)),
    ]

"""One grid as several jobs, so that all workers have a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from trading.backtest.batch import Job, JobResult

SETS = 250  # a job: short enough to share evenly, long enough to share its indicators


def split_grid(job: Job, sets: int = SETS) -> list[Job]:
    """Grid jobs of at most `sets` parameter sets each; their ids end with the first set's place."""
    whole = job["parameter_sets"]
    return [
        {**job, "id": f"{job['id']}/{begin}", "parameter_sets": whole[begin : begin + sets]}
        for begin in range(0, len(whole), sets)
    ]


def rows_of(jobs: Iterable[Job], results: Iterable[JobResult]) -> Iterator[dict[str, Any]]:
    """A row a parameter set, in order: `parameters`, the metrics by name (None where undefined).

    A set that was refused, or whose job failed, has `error` instead of metrics.
    """
    for job, result in zip(jobs, results, strict=True):
        for place, parameters in enumerate(job["parameter_sets"]):
            row: dict[str, Any] = {"parameters": parameters, "error": None}
            if result.result is None:
                yield {**row, "error": result.error}
                continue
            error = result.result["errors"].get(str(place))
            figures = result.result["figures"].items()
            yield (
                {**row, "error": error}
                if error
                else {**row, **{name: values[place] for name, values in figures}}
            )

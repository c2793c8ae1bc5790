"""A grid in parts comes back as one row a set."""

from __future__ import annotations

import math

import numpy as np

from trading.backtest.measure import FIGURES, SHARPE
from trading.backtest.wire import JobResult, rows_of, split_grid, text_of


def figures(*ratios: float) -> str:
    """Sets of these Sharpe ratios, with no other figure, as a worker tells them."""
    told = np.full((len(ratios), FIGURES), math.nan)
    told[:, SHARPE] = ratios
    return text_of(told)


def shown(ratio: float) -> dict[str, float | None]:
    return {"sharpe_ratio": ratio, "volatility": None, "total_trades": None}


JOB = {"id": "g", "kind": "grid", "parameter_sets": [{"n": n} for n in range(5)]}


def test_parts_have_at_most_so_many_sets() -> None:
    jobs = split_grid(JOB, 2)
    assert [job["id"] for job in jobs] == ["g/0", "g/2", "g/4"]
    assert [len(job["parameter_sets"]) for job in jobs] == [2, 2, 1]


def test_rows_are_in_order_and_say_what_failed() -> None:
    jobs = split_grid(JOB, 2)
    refused = {"code": "too_big", "message": "no"}
    results = [
        JobResult("g/0", {"figures": figures(1.0, math.nan), "errors": {"1": refused}}),
        JobResult("g/2", None, {"code": "died"}),
        JobResult("g/4", {"figures": figures(2.0), "errors": {}}),
    ]
    assert list(rows_of(jobs, results)) == [
        {"parameters": {"n": 0}, "error": None} | shown(1.0),
        {"parameters": {"n": 1}, "error": refused},
        {"parameters": {"n": 2}, "error": {"code": "died"}},
        {"parameters": {"n": 3}, "error": {"code": "died"}},
        {"parameters": {"n": 4}, "error": None} | shown(2.0),
    ]

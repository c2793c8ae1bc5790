"""A grid in parts comes back as one row a set."""

from __future__ import annotations

from trading.backtest.wire import JobResult, rows_of, split_grid

JOB = {"id": "g", "kind": "grid", "parameter_sets": [{"n": n} for n in range(5)]}


def test_parts_have_at_most_so_many_sets() -> None:
    jobs = split_grid(JOB, 2)
    assert [job["id"] for job in jobs] == ["g/0", "g/2", "g/4"]
    assert [len(job["parameter_sets"]) for job in jobs] == [2, 2, 1]


def test_rows_are_in_order_and_say_what_failed() -> None:
    jobs = split_grid(JOB, 2)
    refused = {"code": "too_big", "message": "no"}
    results = [
        JobResult("g/0", {"figures": {"sharpe_ratio": [1.0, None]}, "errors": {"1": refused}}),
        JobResult("g/2", None, {"code": "died"}),
        JobResult("g/4", {"figures": {"sharpe_ratio": [2.0]}, "errors": {}}),
    ]
    assert list(rows_of(jobs, results)) == [
        {"parameters": {"n": 0}, "error": None, "sharpe_ratio": 1.0},
        {"parameters": {"n": 1}, "error": refused},
        {"parameters": {"n": 2}, "error": {"code": "died"}},
        {"parameters": {"n": 3}, "error": {"code": "died"}},
        {"parameters": {"n": 4}, "error": None, "sharpe_ratio": 2.0},
    ]

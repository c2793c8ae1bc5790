"""Plugin: with CRIVO_REQUIRE_ALL=1 a skipped test is a failure: CI cannot pass by skipping."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest


def required() -> bool:
    return os.environ.get("CRIVO_REQUIRE_ALL") == "1"


def refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure that says why it was skipped. An expected failure is no skip."""
    if required() and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"CRIVO_REQUIRE_ALL=1 takes no skip: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    refuse(report)
    return report

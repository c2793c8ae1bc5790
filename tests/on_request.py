"""Plugin: tests that take minutes run on request alone, and the end of a run names the others."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest

LEFT_OUT = pytest.StashKey[list[str]]()


def requested() -> bool:
    return os.environ.get("CRIVO_RELIABILITY") == "1"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if item.get_closest_marker("reliability")]
    if long and not requested():
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("reliability")]
        config.stash[LEFT_OUT] = [item.nodeid for item in long]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A stream of pytest-xdist tells the process that started it, which collects nothing."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(LEFT_OUT, [])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All streams collect the same tests. One that was killed tells nothing."""
    if told := getattr(node, "workeroutput", {}).get("left_out"):
        node.config.stash[LEFT_OUT] = told


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    left_out = config.stash.get(LEFT_OUT, [])
    if not left_out:
        return
    terminalreporter.section("not run")
    files = Counter(test.split("::")[0] for test in left_out)
    for file, count in sorted(files.items()):
        terminalreporter.write_line(f"{count:4}  {file}")
    terminalreporter.write_line(
        f"{len(left_out)} tests take minutes each. `make reliability` runs them all; "
        "those of one file: CRIVO_RELIABILITY=1 make test TESTS=FILE"
    )

"""A watched process: what it says, what it takes, what it says when it fails."""

from __future__ import annotations

import sys

import pytest

from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.watching import watch

HUNGRY = "kept = bytearray(100 << 20); import time; time.sleep(.8); print('done')"
PARENT = (
    f"import subprocess, sys, time; subprocess.run([sys.executable, '-c', {HUNGRY!r}], check=True)"
)


def run(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_memory_of_children_counts() -> None:
    found = watch(run(PARENT), {})
    assert found.out == "done\n"
    assert found.processes == 2
    assert 100 << 20 < found.peak_bytes < 200 << 20


def test_the_environment_is_handed_on() -> None:
    found = watch(run("import os; print(os.environ['A_NAME'])"), {"A_NAME": "here"}, sample=False)
    assert found.out == "here\n"


def test_a_failure_tells_the_last_words() -> None:
    with pytest.raises(BenchmarkError, match="no such thing"):
        watch(run("raise SystemExit('no such thing')"), {}, sample=False)

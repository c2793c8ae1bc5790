"""A calibration with its real processes: it goes on after a kill, and leaves nothing behind."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.lab.calibration.plan import cases, parse_kinds
from tests.lab.calibration.playing import play
from tests.processes import Process, Site, alive, wait_for
from trading.domain.gates import DEFAULT_PROFILE
from trading.models import Strategy

pytestmark = pytest.mark.slow
KINDS = ("walk", "permuted", "garch", "trend=.9")
RUNS, BARS = 4, 400  # with as many undisturbed ones eight in all
APART = ("seconds", "at", "workers", "code", "profile")
"""What differs from one time to the next, or is said of all."""


def started(site: Site, name: str, *arguments: str) -> tuple[Process, Path]:
    """A calibration in a data folder of its own."""
    data = site.folder / name
    process = site.start(
        "calibrate", "--bars", str(BARS), *arguments, CRIVO_TEST_DATA_DIR=str(data)
    )
    return process, data / "calibration"


def lines(folder: Path) -> list[dict[str, Any]]:
    """The runs so far, in the order of their plan."""
    text = "".join(file.read_text() for file in folder.glob("*.jsonl"))
    rows = [json.loads(line) for line in text.splitlines()[1:] if line.endswith("}")]
    return [{k: v for k, v in row.items() if k not in APART} for row in rows]


def left(folder: Path) -> list[str]:
    return sorted(file.suffix or file.name for file in folder.iterdir())


@pytest.mark.usefixtures("inline")
def test_one_that_was_killed_goes_on_to_the_lines_of_undisturbed_runs(site: Site):
    """One worker has them in the order of the plan; each undisturbed one is played in here."""
    report = site.folder / "report.md"
    asked = ("--kinds", *KINDS, "--runs", str(RUNS), "--workers", "1", "--report", str(report))
    killed, folder = started(site, "killed", *asked)
    wait_for(lambda: len(lines(folder)) >= 2, "two runs")
    below = site.remember(killed)
    killed.signal(signal.SIGKILL)
    killed.wait()
    wait_for(lambda: not any(map(alive, below)), "its workers to end")
    assert below
    before = len(lines(folder))
    assert 2 <= before < RUNS
    resumed, _ = started(site, "killed", *asked)
    assert resumed.wait() == 0, resumed.log
    assert f"{before} of the runs are there already, {RUNS - before} to come" in resumed.log
    found = lines(folder)
    assert left(folder) == [".jsonl", "lock"]
    assert Strategy.objects.count() == 0  # the user's database was left alone

    planned = cases(parse_kinds(KINDS), RUNS)
    assert {case.kind for case in planned} == {"walk", "permuted", "garch", "trend"}
    undisturbed = [case._asdict() | play(case, bars=BARS, profile=DEFAULT_PROFILE)
                   for case in planned]  # fmt: skip
    assert found == [{k: v for k, v in one.items() if k not in APART} for one in undisturbed]
    noise = [row for row in found if row["kind"] != "trend"]
    cells = next(line for line in report.read_text().splitlines() if line.startswith("| all noise"))
    counts = [cell.split()[0] for cell in cells.split("|")[2:6]]
    sums = [sum(bool(row[name]) for row in noise) for name in ("examined", "passed")]
    assert counts == [str(number) for number in (len(noise), 0, *sums)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_that_is_stopped_leaves_nothing_at_work(site: Site, number: int):
    process, folder = started(site, "stopped", "--runs", "1")
    wait_for((folder / "scratch").exists, "it to begin")
    wait_for(process.descendants, "a process below it")
    below = site.remember(process)
    process.signal(number)
    assert process.wait() == 130
    wait_for(lambda: not any(map(alive, below)), "what it started to end")
    assert "the same command continues" in process.log
    assert left(folder) == ["lock"]

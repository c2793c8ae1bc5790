"""A calibration with its real processes: it goes on after a kill, and leaves nothing behind."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.processes import Process, Site, alive, wait_for
from trading.models import Strategy

pytestmark = pytest.mark.slow
RUNS, AGAIN = 6, 4  # the first four of the six, once more


def started(site: Site, name: str, *arguments: str) -> tuple[Process, Path]:
    """A calibration in a data folder of its own, which shares what was compiled."""
    data = site.folder / name
    data.mkdir(parents=True, exist_ok=True)
    compiled = settings.DATA_DIR / "compiled"
    compiled.mkdir(exist_ok=True)
    if not (data / "compiled").exists():
        (data / "compiled").symlink_to(compiled, target_is_directory=True)
    process = site.start("calibrate", "--bars", "500", *arguments, CRIVO_TEST_DATA_DIR=str(data))
    return process, data / "calibration"


def lines(folder: Path) -> list[dict[str, Any]]:
    """The runs, without what differs from one time to the next."""
    text = "".join(file.read_text() for file in folder.glob("*.jsonl"))
    rows = [json.loads(line) for line in text.splitlines()[1:] if line.endswith("}")]
    apart = ("seconds", "at", "workers")
    timeless = [{k: v for k, v in row.items() if k not in apart} for row in rows]
    return sorted(timeless, key=lambda row: (row["kind"], row["strength"], row["seed"]))


def left(folder: Path) -> list[str]:
    return sorted(file.suffix or file.name for file in folder.iterdir())


def test_one_that_was_killed_goes_on_to_the_same_lines(site: Site):
    report = site.folder / "report.md"
    whole, folder = started(site, "whole", "--runs", str(RUNS), "--report", str(report))
    assert whole.wait(300) == 0, whole.log
    rows = lines(folder)
    assert len(rows) == RUNS
    assert not [row for row in rows if "error" in row], rows
    assert {row["kind"] for row in rows} == {"walk", "permuted", "planted"}
    noise = [row for row in rows if row["kind"] != "planted"]
    cells = next(line for line in report.read_text().splitlines() if line.startswith("| all noise"))
    examined, passed = (sum(bool(row[name]) for row in noise) for name in ("examined", "passed"))
    counts = [cell.split()[0] for cell in cells.split("|")[2:6]]
    assert counts == [str(len(noise)), "0", str(examined), str(passed)]

    killed, other = started(site, "killed", "--runs", str(AGAIN), "--workers", "1")
    wait_for(lambda: len(lines(other)) >= 2, "two runs", 200)
    below = site.remember(killed)
    killed.signal(signal.SIGKILL)
    killed.wait(30)
    wait_for(lambda: not any(map(alive, below)), "its workers to end", 30)
    assert below
    before = len(lines(other))
    assert 2 <= before < AGAIN
    resumed, _ = started(site, "killed", "--runs", str(AGAIN), "--workers", "1")
    assert resumed.wait(200) == 0, resumed.log
    assert f"{before} of the runs are there already, {AGAIN - before} to come" in resumed.log
    again = lines(other)
    assert again == [row for row in rows if row in again]
    assert len(again) == AGAIN
    assert left(other) == left(folder) == [".jsonl", "lock"]
    assert Strategy.objects.count() == 0  # the user's database was left alone


def test_ctrl_c_leaves_nothing_at_work(site: Site):
    process, folder = started(site, "stopped", "--runs", "1")
    wait_for((folder / "scratch").exists, "it to begin", 60)
    wait_for(process.descendants, "a process below it", 60)
    below = site.remember(process)
    process.signal(signal.SIGINT)
    assert process.wait(60) == 130
    wait_for(lambda: not any(map(alive, below)), "what it started to end", 30)
    assert "what is done is kept" in process.log
    assert left(folder) == ["lock"]

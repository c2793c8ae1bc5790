"""Workers side by side: each case has an answer, and none outlives its crew."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.lab.calibration.crew import Crew
from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.plan import Case
from tests.processes import wait_for

DIES, SAYS_WHY, HANGS = 0, 1, 2


def crew(folder: Path, seeds: list[int], workers: int = 2, empty: str = "") -> Crew:
    cases = [Case("walk", 0.0, seed) for seed in seeds]
    return Crew(cases, workers, folder, folder / empty, "tests.lab.calibration.fakes")


@pytest.fixture(autouse=True)
def _data_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def test_every_case_is_answered_by_as_many_processes_as_asked_for(tmp_path: Path):
    found = crew(tmp_path, list(range(10, 30)))
    told = list(found.play(500, "classic"))
    found.close()
    assert sorted(case.seed for case, _answer in told) == list(range(10, 30))
    assert all(case.seed == answer["seed"] for case, answer in told)
    pids = {answer["pid"] for _case, answer in told}
    assert 1 <= len(pids) <= 2
    assert not any(map(psutil.pid_exists, pids))


def test_a_worker_that_dies_is_told_of_and_replaced(tmp_path: Path):
    found = crew(tmp_path, [10, DIES, 11, SAYS_WHY, 12], workers=1)
    told = [answer for _case, answer in found.play(500, "classic")]
    found.close()
    assert [answer.get("seed") for answer in told] == [10, None, 11, None, 12]
    assert told[1]["error"] == "the worker died: exit code 7"
    assert told[3]["error"] == "the worker died: exit code 1: out of luck"
    assert len({answer["pid"] for answer in told if "pid" in answer}) == 3


def test_one_that_cannot_start_ends_the_calibration(tmp_path: Path):
    found = crew(tmp_path, [10, 11], empty="missing")
    with pytest.raises(CalibrationError, match="could not be started: exit code 1: no such file"):
        list(found.play(500, "classic"))
    found.close()


def test_closing_ends_what_is_under_way(tmp_path: Path):
    others = set(psutil.Process().children())
    found = crew(tmp_path, [10, HANGS, HANGS, HANGS])
    told = []
    reader = threading.Thread(target=lambda: told.append(next(found.play(500, "classic"))))
    reader.start()
    reader.join()
    below = wait_for(lambda: set(psutil.Process().children()) - others, "workers")
    begun = time.monotonic()
    found.close()
    assert time.monotonic() - begun < 60
    assert not any(one.is_running() for one in below)
    assert [case.seed for case, _answer in told] == [10]

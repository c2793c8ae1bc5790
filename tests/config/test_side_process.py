"""Functions that compute in a process beside this one."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from config.side_process import SideProcess, SideProcessError, SideProcesses
from config.text.language import LanguageError, detect
from tests.processes import CEILING, alive, wait_for


@pytest.fixture
def beside() -> Iterator[SideProcess]:
    process = SideProcess()
    yield process
    process.close()


def test_it_computes_in_another_process(beside: SideProcess) -> None:
    found, seconds = beside.call(math.factorial, 5_000, seconds=CEILING)
    assert found == math.factorial(5_000)
    assert seconds > 0
    assert beside.pid not in (None, os.getpid())
    assert beside.call(os.getpid, seconds=CEILING)[0] == beside.pid


def test_what_the_function_raises_is_raised_here(beside: SideProcess) -> None:
    with pytest.raises(LanguageError) as there:
        beside.call(detect, "Die Katze schläft auf dem Sofa", seconds=CEILING)
    with pytest.raises(LanguageError) as here:
        detect("Die Katze schläft auf dem Sofa")
    assert str(there.value) == str(here.value)
    assert (there.value.code, there.value.values) == (here.value.code, here.value.values)


def test_one_that_dies_or_is_stuck_is_replaced(beside: SideProcess, tmp_path: Path) -> None:
    with pytest.raises(SideProcessError):
        beside.call(os._exit, 1, seconds=CEILING)
    first = beside.call(os.getpid, seconds=CEILING)[0]
    stuck = tmp_path / "pipe"
    os.mkfifo(stuck)
    with pytest.raises(SideProcessError, match="no answer within"):
        beside.call(stuck.read_bytes, seconds=0.01)
    assert not psutil.pid_exists(first)
    assert beside.call(os.getpid, seconds=CEILING)[0] != first


def test_none_is_waited_for_longer_than_that(tmp_path: Path) -> None:
    none = SideProcesses(1)
    none._turns.acquire()
    with pytest.raises(TimeoutError):
        none.call(os.getpid, wait=0.01, seconds=CEILING)


def test_it_is_told_no_secrets(beside: SideProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert beside.call(os.getenv, "OPENAI_API_KEY", seconds=CEILING)[0] is None


def test_it_outlives_nobody() -> None:
    code = (
        "import os, signal; from config.side_process import SideProcess; p = SideProcess();"
        "print(p.call(os.getpid, seconds=60)[0], flush=True); os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=CEILING
    )
    pid = int(done.stdout)
    wait_for(lambda: not psutil.pid_exists(pid) or not alive(psutil.Process(pid)), "its end")

"""What is seen of the processes of a cluster. What is done about it: test_worker.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.runs import supervisor
from config.runs.supervisor import Cluster, has_waited


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells")
@pytest.mark.parametrize(
    ("lines", "waited"), [("", False), ("os.waitpid(os.fork() or os._exit(0), 0)", True)]
)
def test_a_process_tells_whether_a_child_of_it_ended(lines: str, waited: bool) -> None:
    code = f"import os\n{lines}\nprint(flush=True)\ninput()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert has_waited(psutil.Process(process.pid)) is waited
        process.communicate(b"\n")


def test_its_process_notes_its_group_before_it_begins(tmp_path: Path) -> None:
    begun = Cluster(lambda group: (tmp_path / "note").write_text(f"{group} {os.getpid()}"))
    try:
        assert (tmp_path / "note").read_text() == f"{begun.group} {begun.group}"
    finally:
        begun.stop()


def test_one_whose_program_is_still_loaded_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "members", lambda group: [])  # it has no command line yet
    begun = Cluster(lambda group: None)
    begun.stop()
    assert begun.has_died()

"""What is seen of the processes of a cluster. What is done about it: test_worker.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from config.runs.supervisor import has_waited


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

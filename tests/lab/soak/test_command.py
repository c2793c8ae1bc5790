"""`manage.py soak`, with a real worker and a real web server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.processes import Site


@pytest.mark.reliability
def test_a_few_runs_leave_nothing_that_should_go(site: Site, tmp_path: Path) -> None:
    command = site.start("soak", "--runs", "24", "--json", TMPDIR=str(tmp_path))
    command.wait(240)
    told = json.loads(command.out)
    assert told["runs"] == {"refinement done": 24}
    assert {"worker", "web", "worker 1", "worker 2"} <= set(told["memory_mib"])
    assert told["passing_rows_most"]["step outputs"] > 0
    assert told["passing_rows_left"]["step outputs"] == 0
    # So few runs (the 25th were a development) are all warm-up: memory is not judged by them.
    assert [fault for fault in told["faults"] if not fault.startswith("memory")] == []
    assert "Traceback" not in command.log
    assert list(tmp_path.glob("crivo-chaos-*")) == []

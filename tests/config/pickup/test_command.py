"""`manage.py pickup`, with a real worker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.processes import Site


@pytest.mark.reliability
def test_every_run_is_claimed_and_each_stage_is_told(site: Site, tmp_path: Path) -> None:
    command = site.start("pickup", "--runs", "3", "--json", TMPDIR=str(tmp_path))
    command.wait(120)  # how soon is this machine's business: 1 is as good as 0 here
    told = json.loads(command.out)
    assert told["runs"] == 3
    assert told["poll_ms"] == 200
    assert set(told["stages_ms"]) == {"tell", "wait", "take", "claim"}
    assert 0 < told["above_poll_ms"]["p50"] <= told["whole_ms"]["max"]
    assert "Traceback" not in command.log
    assert list(tmp_path.glob("crivo-chaos-*")) == []

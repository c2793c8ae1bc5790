"""`manage.py pickup`, with a real worker."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lab.pickup.round import stolen_share
from tests.processes import Site


@pytest.mark.reliability
def test_every_run_is_claimed_and_each_stage_is_told(site: Site, tmp_path: Path) -> None:
    command = site.start("pickup", "--runs", "3", "--json", TMPDIR=str(tmp_path))
    command.wait(120)  # how soon is this machine's business: 1 is as good as 0 here
    told = json.loads(command.out)
    assert told["runs"] == 3
    assert told["poll_ms"] == 200
    assert 0 <= told["stolen_percent"] < 100
    assert set(told["stages_ms"]) == {"tell", "wait", "take", "claim"}
    assert 0 < told["above_poll_ms"]["p50"] <= told["whole_ms"]["max"]
    assert "Traceback" not in command.log
    assert list(tmp_path.glob("crivo-chaos-*")) == []


def test_time_that_the_host_gave_to_others_is_a_share_of_all() -> None:
    before = {"user": 10.0, "idle": 80.0, "steal": 1.0, "guest": 5.0}
    after = {"user": 13.0, "idle": 85.0, "steal": 3.0, "guest": 8.0}
    assert stolen_share(before, after) == 0.2
    assert stolen_share(before, before) == 0
    assert stolen_share({"user": 1.0}, {"user": 2.0}) == 0

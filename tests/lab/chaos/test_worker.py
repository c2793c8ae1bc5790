"""The worker that chaos may kill, ended as an operator ends it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from django.db import connection

from tests.lab.chaos import victims
from tests.lab.chaos.worker import Worker
from tests.processes import wait_for


@pytest.mark.reliability
@pytest.mark.parametrize("dead", [True, False], ids=["dead by then", "still dying"])
@pytest.mark.django_db(transaction=True)
def test_one_whose_supervisor_was_killed_last_leaves_nothing(
    dead: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.settings")
    monkeypatch.setenv("CRIVO_TEST_DATABASE", str(connection.settings_dict["NAME"]))
    monkeypatch.setenv("CRIVO_TEST_DATA_DIR", str(tmp_path / "data"))
    with Worker(tmp_path / "log") as worker:
        wait_for(lambda: "worker" in worker.family(), "the workers")
        before = worker.family()
        if dead:
            victims.kill(before["supervisor"])
            before["supervisor"][0].wait()
        else:
            threading.Timer(0.05, victims.kill, [before["supervisor"]]).start()
    assert worker.left == []

"""An upgrade from the last release while runs are at work: nothing stored is lost or changed."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.processes import CEILING, wait_for
from trading.domain.certificate import digest

pytestmark = pytest.mark.slow
SUBMIT = """
from hypotheses.services.submit import submit_hypothesis
from trading.domain.limits import Limits
from trading.services.submit import start_development
limits = Limits(max_iterations=1, max_strategy_iterations=1, max_research_iterations=1, variants=3)
submit_hypothesis(text="TDD reduces bugs in small teams")
for ticker in ("AAPL", "MSFT"):
    start_development(ticker=ticker, limits=limits, memory="none")
submit_hypothesis(text="Night shifts increase medication errors in hospital nurses")
"""
KEPT = {
    "steps": "SELECT run_id, node, iteration, item, fence, output FROM runs_step",
    "questions": "SELECT hypothesis_id, number, question FROM hypotheses_version",
    "backtests": "SELECT id, variant_id, segment FROM trading_backtest",
}
ENDED = "SELECT id FROM trading_strategy WHERE final_status != ''"
ACTIVE = "SELECT id FROM runs_run WHERE status IN ('queued', 'running')"
AT_WORK = """
SELECT run_id FROM runs_step JOIN runs_run ON runs_run.id = run_id
WHERE status IN ('queued', 'running')
"""


class Installation:
    """Code in a folder, on data in another."""

    def __init__(self, code: Path, data: Path) -> None:
        self.code, self.data = code, data
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.environment = kept | {
            "CRIVO_DATA_DIR": str(data),
            "CRIVO_WORKERS": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }

    def manage(self, *arguments: str) -> None:
        self._run("manage.py", *arguments)

    def python(self, program: str) -> None:
        self._run("-c", f"import django; django.setup(){program}")

    def certificate(self, strategy: int) -> Any:
        return json.loads(self._run("manage.py", "certificate", str(strategy), "--json"))

    def start(self) -> subprocess.Popen[bytes]:
        with (self.data / "work.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", "work"],
                cwd=self.code, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip

    def rows(self, query: str) -> set[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.data / "db.sqlite3", timeout=60)) as database:
            return set(database.execute(query))

    def _run(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments], cwd=self.code, env=self.environment,
            capture_output=True, text=True, check=False, timeout=CEILING,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout


def unpack_release(folder: Path) -> None:
    """The code of the newest release that the changelog names, from the history."""
    changes = (settings.BASE_DIR / "CHANGELOG.md").read_text()
    release = re.search(r"^## \[(\d[\d.]*)\]", changes, re.M)
    assert release is not None
    line = f'__version__ = "{release[1]}"'
    begun = _git("log", "--format=%H", f"-S{line}", "--", "config/__init__.py").decode().split()
    if not begun:
        pytest.skip("the history does not go back to the last release")
    folder.mkdir()
    with tarfile.open(fileobj=io.BytesIO(_git("archive", begun[-1]))) as code:
        code.extractall(folder, filter="data")


def _git(*arguments: str) -> bytes:
    git = shutil.which("git") or "git"
    done = subprocess.run(
        [git, *arguments], cwd=settings.BASE_DIR, capture_output=True, check=False
    )
    return done.stdout if done.returncode == 0 else b""


def stopped(worker: subprocess.Popen[bytes]) -> None:
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(60) == 0


def test_runs_at_work_go_on_after_an_upgrade(tmp_path: Path) -> None:
    unpack_release(tmp_path / "old")
    (tmp_path / "data").mkdir()
    old = Installation(tmp_path / "old", tmp_path / "data")
    new = Installation(settings.BASE_DIR, tmp_path / "data")
    old.manage("migrate", "--verbosity", "0")
    old.python(SUBMIT)

    worker = old.start()
    try:
        wait_for(lambda: old.rows(ENDED), "a development to end")
        wait_for(lambda: old.rows(AT_WORK), "the next to be at work")
    finally:
        stopped(worker)
    before = {what: old.rows(query) for what, query in KEPT.items()}
    (ended,) = (pk for (pk,) in old.rows(ENDED))
    issued = old.certificate(ended)
    assert old.rows(AT_WORK)

    new.manage("migrate", "--verbosity", "0")
    worker = new.start()
    try:
        wait_for(lambda: not new.rows(ACTIVE), "all runs to end")
    finally:
        stopped(worker)

    assert new.rows("SELECT DISTINCT status FROM runs_run") == {("done",)}
    for what, query in KEPT.items():
        assert before[what], what
        assert before[what] <= new.rows(query), what
    # The certificate of the release, and those of what ended since: each number is computed anew.
    certificates = [issued, *(new.certificate(pk) for (pk,) in new.rows(ENDED))]
    assert len(certificates) == 3
    assert without_versions(new.certificate(ended)) == without_versions(issued)
    for certificate in certificates:
        file = tmp_path / "certificate.json"
        file.write_text(json.dumps(certificate))
        new.manage("verify_certificate", str(file))


def without_versions(certificate: Any) -> str:
    """The hash over all that is certified but which code and packages it was made with."""
    return digest({**certificate["document"], "versions": None})

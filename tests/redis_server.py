"""A Redis of the tests' own, that can be stopped and started."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.processes import wait_for


class RedisServer:
    """A `redis-server` on a free port of the loopback, and of what else it is to listen on,
    without a file to keep anything in."""

    def __init__(self, folder: Path, listen: Sequence[str] = ()) -> None:
        program = shutil.which("redis-server")
        if program is None:
            pytest.skip("redis-server is not installed")
        self._program, self._folder = program, folder
        self._listen = ["127.0.0.1", *listen]
        folder.mkdir(parents=True, exist_ok=True)
        self.port = _free_port()
        self.url = self.url_at("127.0.0.1")
        self._process: subprocess.Popen[bytes] | None = None

    def url_at(self, host: str) -> str:
        return f"redis://{host}:{self.port}/0"

    def start(self) -> None:
        options = [
            "--port",
            str(self.port),
            "--bind",
            *self._listen,
            "--protected-mode",
            "no",
            "--save",
            "",
            "--daemonize",
            "no",
        ]
        self._process = subprocess.Popen(
            [self._program, *options],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self._answers, "redis-server to answer")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

"""The web server as `manage.py serve` starts it, on a free port."""

from __future__ import annotations

import socket
import subprocess
import time
from pathlib import Path
from typing import Self

import psutil
from django.conf import settings
from django.core.management import call_command

from config.server_processes import end, web_command
from tests.lab.chaos import victims

_START_SECONDS = 60
_HOST, _THREADS = "127.0.0.1", 8


class Web:
    def __init__(self, log: Path) -> None:
        call_command("collectstatic", interactive=False, verbosity=0)
        self._port = _free_port()
        web = web_command(_HOST, self._port, _THREADS)
        with log.open("ab") as file:
            self._process = subprocess.Popen(  # our own command
                web,
                cwd=settings.BASE_DIR,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )

    @property
    def address(self) -> str:
        return f"http://{_HOST}:{self._port}"

    def family(self) -> list[psutil.Process]:
        """The living processes."""
        return victims.tree(psutil.Process(self._process.pid))

    def __enter__(self) -> Self:
        """Raises TimeoutError when it does not come up."""
        deadline = time.monotonic() + _START_SECONDS
        while not _listens(self._port):
            if time.monotonic() > deadline or self._process.poll() is not None:
                end([self._process])
                raise TimeoutError("the web server does not start")
            time.sleep(0.1)
        return self

    def __exit__(self, *_error: object) -> None:
        end([self._process])


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return int(probe.getsockname()[1])


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((_HOST, port)) == 0

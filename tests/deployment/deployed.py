"""Starts as processes what deploy/ describes: the units' commands, the example's settings, Caddy
with its file, a PostgreSQL and a Redis. Ports and folders alone are others."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
import yaml
from django.conf import settings

from tests.processes import CEILING, alive, wait_for
from tests.redis_server import RedisServer
from tests.reliability.servers import Postgres, free_port

DEPLOY = settings.BASE_DIR / "deploy"
HOST = "crivo.example.org"
INSTALLED = {"/opt/crivo/.venv/bin/python": sys.executable, "/opt/crivo": str(settings.BASE_DIR)}


def example() -> dict[str, str]:
    """The settings of the example file."""
    lines = (DEPLOY / "crivo.env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def unit(name: str) -> dict[str, str]:
    """What a systemd unit sets, with our own paths; the last of a name."""
    text = (DEPLOY / f"crivo-{name}.service").read_text()
    for installed, here in INSTALLED.items():
        text = text.replace(installed, here)
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and line[0] != "#")


def _services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    return found


def _of_manage(argv: list[str]) -> list[str]:
    assert argv[:2] == ["python", "manage.py"]
    return argv[2:]


class Deployed:
    """A site of its own in a folder."""

    def __init__(self, folder: Path, postgres: Postgres, redis: RedisServer) -> None:
        caddy = shutil.which("caddy")
        if caddy is None:
            pytest.skip("caddy is not installed")
        self._caddy = caddy
        self.folder, self.postgres, self.redis = folder, postgres, redis
        self.web_port, self.http_port, self.https_port = free_port(), free_port(), free_port()
        self.data = folder / "data"
        self.data.mkdir(parents=True)
        # Compiled code is alike everywhere: see tests/settings.py.
        (self.data / "compiled").symlink_to(os.environ["CRIVO_TEST_COMPILED"])
        self.settings = example()
        self._started: list[subprocess.Popen[bytes]] = []

    @property
    def environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {
            **kept,
            **self.settings,
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "CRIVO_DATA_DIR": str(self.data),
        }

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """What the unit of that name starts."""
        told = unit(name)
        added = dict(word.split("=", 1) for word in told.get("Environment", "").split())
        if "BIND" in added:
            added["BIND"] = added["BIND"].replace("8000", str(self.web_port))
        return self._popen(name, shlex.split(told["ExecStart"]), added)

    def start_caddy(self) -> None:
        text = (DEPLOY / "Caddyfile").read_text()
        assert "127.0.0.1:8000" in text
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.web_port}").replace("15s", "1s")
        ours = self.folder / "Caddyfile"
        ours.write_text(
            f"{{\nhttp_port {self.http_port}\nhttps_port {self.https_port}\nadmin off\n"
            f"local_certs\nskip_install_trust\nstorage file_system {self.folder / 'caddy'}\n}}\n"
            + text
        )
        argv = [self._caddy, "run", "--adapter", "caddyfile", "--config", str(ours)]
        self._popen("caddy", argv, {"HOME": str(self.folder)})
        wait_for(self._root.exists, "Caddy's certificate")

    def manage(self, *arguments: str, **added: str) -> str:
        """A command of `manage.py`, which has to end well."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR,
            env=self.environment | added,
            capture_output=True,
            text=True,
            check=False,
            timeout=CEILING,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def composed(self, service: str) -> list[str]:
        """The command of a service of the compose file, as arguments of `manage.py`."""
        return _of_manage(shlex.split(_services()[service]["command"]))

    def health_check(self, service: str) -> list[str]:
        """How the compose file asks whether a service is well."""
        return _of_manage(_services()[service]["healthcheck"]["test"][1:])

    def visitor(self, address: str = "127.0.0.1", scheme: str = "https") -> httpx.Client:
        """Somebody at an address of the loopback, who trusts Caddy's own authority alone."""
        port = self.https_port if scheme == "https" else self.http_port
        trust = ssl.create_default_context(cafile=str(self._root))

        def name(request: httpx.Request) -> None:
            request.extensions["sni_hostname"] = HOST

        site = f"{HOST}:{port}"
        return httpx.Client(
            base_url=f"{scheme}://127.0.0.1:{port}",
            headers={"Host": site, "Referer": f"https://{site}/"},
            transport=httpx.HTTPTransport(verify=trust, local_address=address),
            event_hooks={"request": [name]},
            timeout=CEILING,
        )

    def inside(self, path: str, **headers: str) -> httpx.Response:
        """A question to the web server itself, over plain HTTP, as probes ask."""
        return httpx.get(f"http://127.0.0.1:{self.web_port}{path}", headers=headers, timeout=60)

    def answers(self) -> bool:
        """Whether a visitor is served: Caddy asks the web server once a second how it is."""
        try:
            with self.visitor() as anybody:
                return anybody.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def works(self, worker: subprocess.Popen[bytes]) -> bool:
        """Whether it has given a sign of life."""
        found = self.postgres.do("SELECT supervisor FROM runs_workerhost")
        return (worker.pid,) in found

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """As systemd does: SIGTERM, and all of it is gone."""
        family = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
        wait_for(lambda: not any(map(alive, family)), "the children to end")

    def close(self) -> None:
        for process in self._started:
            if process.poll() is None:
                family = psutil.Process(process.pid).children(recursive=True)
                process.kill()
                process.wait()
                for child in filter(alive, family):
                    child.kill()

    def logs(self) -> str:
        return "\n".join(file.read_text() for file in sorted(self.folder.glob("*.log")))

    @property
    def _root(self) -> Path:
        return self.folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"

    def _popen(self, name: str, argv: list[str], added: Any) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("a") as log:
            process = subprocess.Popen(
                argv, cwd=settings.BASE_DIR, env=self.environment | added, stdout=log, stderr=log
            )
        self._started.append(process)
        return process

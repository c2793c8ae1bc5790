"""Other hosts, made of network namespaces: each with an address, a name and a data folder."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.processes import Process

from .world import World

NETWORK = f"10.{128 + os.getpid() % 100}"  # two who measure on one machine are not to meet


def gateway(number: int) -> str:
    """The address of this machine on its cable to a host."""
    return f"{NETWORK}.{number}.1"


@contextmanager
def networked(count: int) -> Iterator[list[str]]:
    """So many hosts' namespaces, each on a cable of its own. Skips where that is not permitted."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        pytest.skip("network namespaces need root and the program ip")
    names = [f"crivo-{os.getpid()}-{number}" for number in range(count)]
    made = []
    try:
        for number, name in enumerate(names):
            if not _ip("netns", "add", name):
                pytest.skip("network namespaces are not permitted here")
            made.append(name)
            near, far = cable(number), "uplink"
            for command in (
                f"link add {near} type veth peer name {far} netns {name}",
                f"addr add {gateway(number)}/30 dev {near}",
                f"link set {near} up",
                f"-n {name} addr add {NETWORK}.{number}.2/30 dev {far}",
                f"-n {name} link set {far} up",
                f"-n {name} link set lo up",
            ):
                if not _ip(*command.split()):
                    pytest.skip(f"not permitted here: ip {command}")
        yield names
    finally:
        for name in made:
            _ip("netns", "del", name)  # and with it the cable


def cable(number: int) -> str:
    return f"crivo{os.getpid()}.{number}"[-15:]


class Host:
    """A host of a world: `cut` and `mend` are its cable's, `kill` its power's."""

    def __init__(self, world: World, name: str, number: int) -> None:
        self.name, self._number, self._world = name, number, world
        self.data = world.folder / name
        self.data.mkdir(parents=True)
        own = Path(world.environment["CRIVO_DATA_DIR"])
        (self.data / "compiled").symlink_to((own / "compiled").resolve())
        self._settings = {"CRIVO_DATA_DIR": str(self.data)} | {
            name: world.environment[name].replace("127.0.0.1", gateway(number))
            for name in ("DATABASE_URL", "REDIS_URL")
        }

    def start(self, *arguments: str) -> Process:
        renamed = ["unshare", "--uts", "sh", "-c", f'hostname {self.name} && exec "$@"', "sh"]
        within = ["ip", "netns", "exec", self.name, *renamed]
        return self._world.start(*arguments, within=within, **self._settings)

    def cut(self) -> None:
        assert _ip("link", "set", cable(self._number), "down")

    def mend(self) -> None:
        assert _ip("link", "set", cable(self._number), "up")

    def kill(self) -> int:
        """All its processes at once; how many there were."""
        self._world.remember()
        pids = [int(pid) for pid in _run("netns", "pids", self.name).stdout.split()]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(pids)


def _ip(*arguments: str) -> bool:
    return _run(*arguments).returncode == 0


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["ip", *arguments], capture_output=True, check=False, text=True)  # noqa: S607

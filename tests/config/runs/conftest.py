from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.runs.models import Run
from config.runs.services import enqueue_run
from tests.config.runs.probe.models import Mark
from tests.redis_server import RedisServer

UNDISTURBED = [("alpha", 1), ("beta", 3), ("gamma", 7), ("delta", 15), ("finish", 26)]


class Probe:
    """Makes runs of the probe graph in a folder, and says what became of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new(self, *, wake: bool = False, **params: Any) -> Run:
        params = {"folder": str(self.folder), **params}
        return enqueue_run(kind="probe", subject_id=1, params=params, wake=wake)

    def gate(self, name: str = "gate") -> Path:
        return self.folder / name

    def calls(self) -> Counter[str]:
        """How often each step's computation began and ended, over all processes."""
        file = self.folder / "calls"
        return Counter(file.read_text().splitlines() if file.exists() else [])


def marks(run: Run) -> list[tuple[str, int]]:
    """The domain rows of a run, in the order they were written."""
    return list(Mark.objects.filter(run_id=run.pk).order_by("id").values_list("node", "value"))


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    here = RedisServer(tmp_path / "redis")
    here.start()
    yield here
    here.stop()


@pytest.fixture
def broker_server(
    redis_server: RedisServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> RedisServer:
    """The same, as the broker of this process."""
    settings.REDIS_URL = redis_server.url
    monkeypatch.setattr("django_q.conf.Conf.REDIS", redis_server.url)
    monkeypatch.setattr("django_q.conf.Conf.BROKER_CLASS", "config.runs.redis_broker.RunsFirst")
    return redis_server


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backtests in this process: all the code of the workers but the processes."""
    from tests.trading.services.inline import InlinePool

    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)

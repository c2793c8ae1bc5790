"""Fixtures for all tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from django.core.cache import cache
from django.core.management.commands import flush
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests import queue, rows
from tests.processes import Site

# A shell starts what it sends to the background with Ctrl-C ignored, and our commands would
# inherit that: the tests send it to them on purpose.
signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes, to make or to try, says how busy the machine is.
settings.register_profile(
    "crivo", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("crivo")


def pytest_xdist_auto_num_workers() -> int:
    """One stream a processor, and one for while others wait: for a browser, say."""
    return (psutil.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first: a stream that took it up last would be waited for."""
    items.sort(key=lambda item: not _is_long(item))


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("slow") is not None or "/journeys/" in item.nodeid


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """A test that commits ends with a flush, after which Django makes its permissions and our
    roles anew, one by one: we put back the rows themselves, which takes a twentieth of it."""
    with django_db_blocker.unblock():
        made = rows.read()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_a, **_k: rows.write(made))
        yield


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A page asked for in Portuguese leaves its language behind: not beyond its test."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    """The API counts requests in the cache: each test begins with none."""
    cache.clear()


@pytest.fixture(autouse=True)
def _nothing_waits() -> None:
    """A transaction rolled back takes no message out of Redis."""
    queue.empty()


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """Starts real `manage.py` processes on the test's database and ends them with the test."""
    here = Site(tmp_path / "site")
    yield here
    here.close()

"""A real browser on the real pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.journeys.desk import Desk

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for all journeys. Package scope: Playwright's event loop must not outlive them."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright holds this thread's event loop; the tests' own queries wait for nothing.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        started = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        expect.set_options(timeout=120_000)
        yield started
        started.close()


@pytest.fixture
def desk(transactional_db: None, live_server: Any, browser: Browser) -> Iterator[Desk]:
    """The pages on a server of this process; at the end no page may have complained."""
    here = Desk(browser, live_server.url)
    yield here
    here.close()

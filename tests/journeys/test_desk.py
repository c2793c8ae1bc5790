"""The journeys hear what a page complains of."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.journeys.desk import Desk

INLINE = "document.body.append(Object.assign(document.createElement('script'), {text: '1'}))"
STYLED = "document.body.setAttribute('style', 'color: red')"
BROKEN = "setTimeout(() => { throw new Error('broken') })"
ABSENT = "document.body.append(Object.assign(new Image(), {src: '/static/absent.png'}))"


@pytest.mark.parametrize("act", [INLINE, STYLED, BROKEN, ABSENT])
def test_a_page_that_goes_wrong_is_heard(desk: Desk, act: str) -> None:
    page: Page = desk.window(None, "/sign-in/")
    assert desk.complaints == []
    page.evaluate(f"() => {{ {act} }}")
    for _ in range(100):  # what is heard comes with the next words to the browser
        if desk.complaints:
            break
        page.evaluate("new Promise((done) => setTimeout(done, 20))")
    assert len(desk.complaints) == 1
    desk.complaints.clear()

"""From a loose idea to a reviewer's word, on `manage.py serve` as it is in production."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from hypotheses.models import Decision, Hypothesis
from tests.journeys.desk import PASSWORD, Desk, person
from tests.processes import Process, Site, wait_for

IDEA = "Z melhora W"


@pytest.fixture
def served(site: Site) -> Process:
    """Web and worker, started as a user starts them."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    settings = {"DJANGO_SETTINGS_MODULE": "tests.journeys.production", "CRIVO_WORKERS": "1"}
    process = site.start("serve", "--port", str(port), **settings)
    wait_for(lambda: "Crivo is at" in process.out, "the server to start")
    site.remember(process)

    def answers() -> bool:
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", port)) == 0

    wait_for(answers, "the server to answer")
    return process


@pytest.fixture
def desk(served: Process, browser: Browser) -> Iterator[Desk]:
    here = Desk(browser, re.findall(r"http://\S+", served.out)[0])
    yield here
    here.close()


def sign_in(page: Page, name: str) -> None:
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_selector(".who")


def submit(page: Page) -> None:
    page.goto("/hypotheses/new/")
    page.fill("#id_text", IDEA)
    page.click("button.primary")
    page.wait_for_url(re.compile(r"/hypotheses/\d+/$"))


def watch_to_the_end(page: Page) -> None:
    """The page comes to rest by itself: asked for a few times, and then no more."""
    expect(page.locator(".version")).to_have_count(3)
    expect(page.locator("#progress")).to_have_count(0)
    expect(page.locator(".facts .decided.waiting")).to_be_visible()


@pytest.mark.slow
def test_an_idea_in_portuguese_to_the_last_word_of_a_reviewer(desk: Desk) -> None:
    person("ana")
    person("bea", "reviewer")
    asked: list[str] = []
    ana = desk.window(locale="pt-BR")
    ana.on("request", lambda request: asked.append(request.url))
    sign_in(ana, "ana")
    submit(ana)
    watch_to_the_end(ana)
    assert any("/progress/" in url for url in asked)
    expect(ana.locator("#decide")).not_to_contain_text("Motivo")  # nobody decides on their own
    number = Hypothesis.objects.get(text=IDEA).pk

    bea = desk.window()
    sign_in(bea, "bea")
    bea.locator(".need-forced").get_by_role("link", name=IDEA).click()
    bea.get_by_role("radio", name="Approve").check()
    bea.get_by_label("Reason").fill("Z and W are code names")
    bea.get_by_role("button", name="Put on record").click()
    expect(bea.get_by_role("status")).to_have_text("your decision is on record")
    first = bea.locator(".history li").first
    expect(first).to_have_class("current")
    expect(first).to_contain_text("rejected → approved")
    expect(first).to_contain_text("Z and W are code names")
    expect(bea.locator(".history li")).to_have_count(2)

    ana.goto(f"/hypotheses/{number}/")
    expect(ana.locator(".facts .by-human")).to_contain_text("bea")
    expect(ana.locator(".history li").first).to_contain_text("Z and W are code names")
    told = Decision.objects.filter(hypothesis=number).values_list("source", "before", "after")
    assert list(told) == [("forced", "", "rejected"), ("human", "rejected", "approved")]

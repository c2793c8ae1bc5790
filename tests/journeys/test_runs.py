"""A run that failed, stands still, or is stopped: the page says why and what to do."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import expect

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import REFINED
from tests.journeys.desk import Desk, of, person


def queued(owner: User, **changes: object) -> Hypothesis:
    """One whose run waits for a worker, with the run changed."""
    made = submit_hypothesis(text=REFINED["en"], user=owner, wake=False)
    Run.objects.filter(pk=made.run.pk).update(**changes)
    return made.hypothesis


def test_a_failed_run_says_why_and_is_taken_up_again(desk: Desk) -> None:
    ana = person("ana")
    queued(ana, status="failed", error="the model is away", finished_at=timezone.now())
    page = desk.window(ana)
    page.locator(".need-failed").get_by_role("link").click()
    expect(page.locator("#progress")).to_contain_text("the model is away")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("status")).to_have_text("the run is taken up where it stopped")
    expect(page.locator("#progress")).to_contain_text("is queued")
    assert Run.objects.get().status == "queued"


def test_a_run_that_stands_still_says_why(desk: Desk) -> None:
    ana = person("ana")
    long_ago = timezone.now() - timedelta(hours=1)
    page = desk.window(ana, of(queued(ana, queued_at=long_ago)))
    expect(page.locator("#progress .error")).to_contain_text("no worker has taken it up yet")
    lost = queued(ana, status="running", lease_until=long_ago, started_at=long_ago)
    page.goto(of(lost))
    expect(page.locator("#progress .error")).to_contain_text("its worker stopped responding")


def test_a_run_is_stopped_and_the_page_stops_asking(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana, of(queued(ana)))
    with page.expect_request("**/progress/**"):
        pass  # the page asks by itself
    page.get_by_role("button", name="Stop this run").click()
    expect(page.locator("#progress")).to_contain_text("cancelled")
    assert page.locator("[hx-get]").count() == 0
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_the_live_part_asks_less_often_while_nothing_happens(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana, of(queued(ana)))
    waits = []
    for asked in range(6):
        page.goto(of(Hypothesis.objects.get(), f"progress/?asked={asked}&seen=0"))
        waits.append(page.locator("#progress").get_attribute("hx-trigger"))
    assert waits == [f"load delay:{n}s, again" for n in (1, 2, 2, 4, 4, 8)]


def test_a_server_that_was_away_is_asked_again(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana)
    page.route("**/progress/**", lambda route: route.abort(), times=1)
    page.goto(of(queued(ana)))
    with page.expect_response("**/progress/**") as answered:
        pass  # the second look, by itself
    assert answered.value.ok
    desk.complaints.clear()  # what htmx and the browser say of the first


def test_a_page_left_open_past_its_session_leads_to_sign_in(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana, of(queued(ana)))
    page.context.clear_cookies()
    page.wait_for_url("**/sign-in/?next=/hypotheses/*/")

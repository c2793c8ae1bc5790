"""Nothing typed is lost when a session ends in the middle."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from config.desk.drafts import DAYS, MOST_KEPT, keep, prune_drafts
from config.desk.models import Draft
from hypotheses.models import Decision
from hypotheses.services.archive import erase_hypothesis
from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db
OURS = {"origin": "http://testserver", "referer": "http://testserver/hypotheses/?order=old"}
PASSWORD = "long enough for all"
TYPED = {"outcome": "approved", "reason": "the bound is “one ward”, as <b>agreed</b>"}


@pytest.fixture
def act() -> str:
    """Where a decision on somebody's hypothesis is sent."""
    person("rita", "reviewer", PASSWORD)
    return f"/hypotheses/{waiting(person('ana')).pk}/override/"


def held(client: Client, act: str, headers: Any = OURS, **typed: Any) -> str:
    """What the answer to a form of nobody's carries along."""
    answer = client.post(act, {**TYPED, **typed}, headers=headers)
    return str((answer.context or {}).get("held", ""))


def sign_in(client: Client, carried: str, password: str = PASSWORD) -> Any:
    told = {"username": "rita", "password": password, "held": carried}
    return client.post("/sign-in/", told)


def test_a_decision_after_the_session_comes_back_into_its_form(client: Client, act: str) -> None:
    carried = held(client, act)
    assert not Draft.objects.exists()  # nothing of a stranger's is stored
    wrong = sign_in(client, carried, "a guess")
    assert wrong.context["held"] == carried
    answer = sign_in(client, carried)
    draft = Draft.objects.get()
    assert answer["Location"] == f"/hypotheses/?order=old&draft={draft.pk}"
    shown = client.get(answer["Location"]).text
    assert f'data-path="{act}"' in shown
    assert "as &lt;b&gt;agreed&lt;/b&gt;" in client.get(f"/drafts/{draft.pk}/").text
    assert "as &lt;b&gt;agreed" in client.get("/").text


def test_what_was_sent_from_a_draft_is_no_draft_any_more(client: Client, act: str) -> None:
    sign_in(client, held(client, act))
    draft = Draft.objects.get()
    client.post(act, {"outcome": "approved", "sent_draft": draft.pk})  # refused: no reason
    assert Draft.objects.exists()
    client.post(act, {**TYPED, "sent_draft": draft.pk})
    assert Decision.objects.get(current=True).reason == TYPED["reason"]
    assert not Draft.objects.exists()


@pytest.mark.parametrize(
    ("headers", "typed"),
    [
        ({}, {}),
        ({"origin": "https://evil.example"}, {}),
        ({"referer": "https://evil.example/testserver/"}, {}),
        (OURS, {"reason": "yes"}),  # nothing to lose
        (OURS, {"new_password": "to be kept nowhere"}),
        (OURS, {"reason": "too long " * 20_000}),
    ],
)
def test_only_words_typed_at_our_own_page_are_carried(
    client: Client, act: str, headers: Any, typed: Any
) -> None:
    assert held(client, act, headers, **typed) == ""


def test_what_was_not_signed_by_us_or_names_another_site_leads_nowhere(
    client: Client, act: str
) -> None:
    assert sign_in(client, "made:up:here")["Location"] == "/"
    client.logout()
    sly = {**OURS, "referer": "http://testserver//evil.example/x"}
    answer = sign_in(client, held(client, act, sly))
    assert answer["Location"] == f"/drafts/{Draft.objects.get().pk}/"


def test_a_draft_is_its_owners_alone(client: Client, act: str) -> None:
    sign_in(client, held(client, act))
    draft = Draft.objects.get()
    other = Client()
    other.force_login(person("bea", "admin"))
    assert other.get(f"/drafts/{draft.pk}/").status_code == 404
    assert 'id="draft"' not in other.get(f"/?draft={draft.pk}").text
    assert client.post(f"/drafts/{draft.pk}/")["Location"] == "/"
    assert not Draft.objects.exists()


def test_a_token_of_another_session_is_said_on_a_page_of_ours(act: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("bob", "reviewer"))
    answer = client.post(act, TYPED, headers=OURS)
    assert answer.status_code == 403
    draft = Draft.objects.get()
    assert f"?order=old&amp;draft={draft.pk}" in answer.text
    foreign = client.post(act, TYPED, headers={"origin": "https://evil.example"})
    assert foreign.status_code == 403
    assert "Reload the page" in foreign.text
    assert Draft.objects.count() == 1


def test_a_token_of_another_session_carries_a_strangers_words_to_the_sign_in(act: str) -> None:
    answer = Client(enforce_csrf_checks=True).post(act, TYPED, headers=OURS)
    assert answer.status_code == 403
    assert answer.context["held"]


def test_drafts_go_with_their_owner_their_subject_and_in_time(client: Client, act: str) -> None:
    bob, carried = person("bob"), held(client, act)
    for _each in range(MOST_KEPT + 2):
        keep(user=bob, signed=carried)
    assert Draft.objects.count() == MOST_KEPT
    Draft.objects.filter(pk=Draft.objects.latest("pk").pk).update(
        created_at=timezone.now() - timedelta(days=DAYS + 1)
    )
    assert prune_drafts() == 1
    erase_hypothesis(hypothesis_id=int(act.split("/")[2]), user=person("zoe", "admin"))
    assert not Draft.objects.exists()
    keep(user=bob, signed=carried)
    bob.delete()
    assert not Draft.objects.exists()

"""One act on all results of a filter, after a look at what it would do; saved filters."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from config.desk.models import SavedView
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.archive import MOST, act_on_many
from hypotheses.services.review import override_decision
from tests.hypotheses.recorded import recorded
from tests.people import person

pytestmark = pytest.mark.django_db
REASON = "the class of this term"


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def rows_of(answer: Any) -> dict[int, str]:
    """Of the preview, why each is left out."""
    return {row.pk: why for row, why in answer.context["rows"]}


def test_the_preview_shows_what_the_filter_finds_and_who_is_left_out(rita: User) -> None:
    ana = person("ana")
    one, two = recorded("Naps help nurses recall", user=ana), recorded("Tea", user=ana)
    own = recorded("Naps help pilots", user=rita)
    answer = signed_in(rita).get("/hypotheses/bulk/", {"q": "naps", "act": "reject"})
    assert rows_of(answer) == {one.pk: "", own.pk: "your own"}
    assert f'value="{one.pk}:{one.decisions.get().pk}"' in answer.text
    assert two.text not in answer.text


def test_each_is_decided_on_as_it_was_seen(rita: User) -> None:
    ana = person("ana")
    seen, changed = recorded(user=ana), recorded(user=ana)
    rows = [f"{each.pk}:{each.decisions.get().pk}" for each in (seen, changed)]
    raul = person("raul", "reviewer")
    override_decision(user=raul, hypothesis_id=changed.pk, outcome="approved", reason="better")
    client = signed_in(rita)
    act = {"act": "approve", "reason": REASON, "row": rows}
    answer = client.post("/hypotheses/bulk/?status=rejected", act)
    assert answer["Location"] == "/hypotheses/?status=rejected"
    page = client.get(answer["Location"]).text
    assert "done for 1 hypothesis" in page
    assert f"№ {changed.pk}: somebody decided meanwhile" in page
    made = Decision.objects.get(reason=REASON)
    assert (made.hypothesis_id, made.user) == (seen.pk, rita)


def test_a_decision_without_a_reason_does_nothing(rita: User) -> None:
    row = recorded(user=person("ana"))
    act = {"act": "approve", "row": [f"{row.pk}:"]}
    assert signed_in(rita).post("/hypotheses/bulk/", act).status_code == 422
    assert not Decision.objects.filter(source="human").exists()


def test_a_researcher_archives_their_own_and_decides_on_nothing() -> None:
    ana, bea = person("ana"), person("bea")
    own, other = recorded(user=ana), recorded(user=bea)
    rows = [f"{own.pk}:", f"{other.pk}:"]
    client = signed_in(ana)
    client.post("/hypotheses/bulk/", {"act": "approve", "reason": REASON, "row": rows})
    assert not Decision.objects.filter(source="human").exists()
    client.post("/hypotheses/bulk/", {"act": "archive", "row": rows})
    archived = Hypothesis.objects.exclude(archived_at=None)
    assert [row.pk for row in archived] == [own.pk]


def test_no_more_than_a_hundred_at_a_time(rita: User) -> None:
    rows = [f"{number}:" for number in range(1, MOST + 2)]
    act = {"act": "reject", "reason": REASON, "row": rows}
    assert signed_in(rita).post("/hypotheses/bulk/", act).status_code == 422
    with pytest.raises(ValueError, match="at most 100"):
        act_on_many(act="reject", seen=dict.fromkeys(range(MOST + 1)), reason=REASON, user=rita)


def saved(client: Client, **told: str) -> Any:
    view = {"page": "hypotheses", "name": " my  <b>own</b> ", "query": "page=3&q=naps&status="}
    return client.post("/views/", {**view, **told})


def test_a_filter_is_kept_under_a_name_and_forgotten(rita: User) -> None:
    client = signed_in(rita)
    assert saved(client)["Location"] == "/hypotheses/?q=naps"
    page = client.get("/hypotheses/?q=naps").text
    assert "my &lt;b&gt;own&lt;/b&gt;</a>" in page
    assert "Save this view" not in page  # it is the one that is shown
    saved(client, query="q=tea")
    view = SavedView.objects.get()
    assert view.query == "q=tea"
    assert signed_in(person("ana")).post(f"/views/{view.pk}/delete/").status_code == 404
    client.post(f"/views/{view.pk}/delete/")
    assert not SavedView.objects.exists()


def test_a_view_that_is_kept_under_another_name_is_renamed(rita: User) -> None:
    client = signed_in(rita)
    saved(client)
    assert "<summary>Rename</summary>" in client.get("/hypotheses/?q=naps").text
    saved(client, name="naps of nurses")
    assert [view.name for view in SavedView.objects.all()] == ["naps of nurses"]


@pytest.mark.parametrize("told", [{"name": " "}, {"query": "page=2"}, {"page": "logout"}])
def test_what_is_no_view_is_not_kept(rita: User, told: dict[str, str]) -> None:
    assert saved(signed_in(rita), **told).status_code == 302
    assert not SavedView.objects.exists()


def test_a_view_is_its_owners(rita: User) -> None:
    saved(signed_in(rita))
    assert "own&lt;" not in signed_in(person("ana")).get("/hypotheses/").text

"""`/api/v1/hypotheses/`: each row of the table of roles."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from config.runs.execution import execute
from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, stored
from tests.hypotheses.recorded import TESTERS, conditional, waiting
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def bea() -> User:
    return person("bea", "reviewer")


@pytest.fixture
def eva() -> User:
    return person("eva", "admin")


def listed(user: User, **query: str) -> list[int]:
    answer = client(user).get(URL, query)
    assert answer.status_code == 200, answer.json()
    return [row["id"] for row in answer.json()["results"]]


def test_an_idea_is_taken_in_and_its_run_told(ana: User) -> None:
    answer = client(ana).post(URL, {"text": REFINED["en"]})
    hypothesis, run = Hypothesis.objects.get(), Run.objects.get()
    url = f"http://testserver/api/v1/runs/{run.pk}/"
    assert (answer.status_code, answer["Location"]) == (202, url)
    assert answer.json() == {
        "hypothesis": hypothesis.pk, "decision": None, "run": run.pk, "url": url,
    }  # fmt: skip
    assert (hypothesis.owner, hypothesis.text, run.created_by) == (ana, REFINED["en"], ana)


def test_the_run_s_address_leads_to_the_answer(ana: User) -> None:
    api = client(ana)
    made = api.post(URL, {"text": REFINED["en"]}).json()
    assert api.get(made["url"]).json()["status"] == "queued"
    execute(made["run"])
    assert api.get(made["url"]).json()["status"] == "done"
    assert api.get(f"{URL}{made['hypothesis']}/").json()["status"] in ("approved", "rejected")


def test_language_and_rounds_can_be_said(ana: User) -> None:
    client(ana).post(URL, {"text": FORCED["pt"], "language": "pt", "max_refinements": 0})
    row = Hypothesis.objects.get()
    assert (row.language, row.max_refinements) == ("pt", 0)


BAD_IDEAS: list[tuple[dict[str, Any], str, str]] = [
    ({}, "required", "text"),
    ({"text": "  "}, "empty", "text"),
    ({"text": "x" * 5_001}, "too_long", "text"),
    ({"text": "<b>bugs</b> rise"}, "markup", "text"),
    ({"text": "bugs\x07rise"}, "control", "text"),
    ({"text": "bugs\x00rise"}, "null_characters_not_allowed", "text"),
    ({"text": ["bugs"]}, "invalid", "text"),
    ({"text": "La casa es muy grande y los chicos son felices"}, "foreign", "language"),
    ({"text": COMPLETE["en"], "language": "es"}, "invalid_choice", "language"),
    ({"text": COMPLETE["en"], "max_refinements": 6}, "max_value", "max_refinements"),
    ({"text": COMPLETE["en"], "max_refinements": -1}, "min_value", "max_refinements"),
    ({"text": COMPLETE["en"], "owner": 1}, "unknown_field", "owner"),
]


@pytest.mark.parametrize(("body", "code", "field"), BAD_IDEAS)
def test_what_is_wrong_names_its_field_and_nothing_is_kept(
    ana: User, body: dict[str, Any], code: str, field: str
) -> None:
    before = stored()
    wrong(client(ana).post(URL, body), 400, code, field)
    assert stored() == before


def test_errors_are_said_in_the_reader_s_language(ana: User) -> None:
    english = wrong(client(ana).post(URL, {"text": ""}), 400, "empty", "text")
    said = wrong(client(ana, "pt-br").post(URL, {"text": ""}), 400, "empty", "text")
    assert (english[:17], said[:15]) == ("the text is empty", "o texto está va")


def test_a_used_up_quota_is_429(ana: User, settings: Any) -> None:
    settings.RUNS_PER_DAY = 0
    wrong(client(ana).post(URL, {"text": REFINED["en"]}), 429, "quota")
    assert not Hypothesis.objects.exists()


def test_a_researcher_sees_their_own_and_a_reviewer_all(ana: User, bea: User, eva: User) -> None:
    own = submit_hypothesis(text=REFINED["en"], user=ana).hypothesis.pk
    other = submit_hypothesis(text=FORCED["en"], user=person("zoe")).hypothesis.pk
    assert listed(ana) == [own]
    assert listed(bea) == listed(eva) == [other, own]
    assert client(ana).get(f"{URL}{own}/").status_code == 200
    wrong(client(ana).get(f"{URL}{other}/"), 404, "not_found")
    assert client(bea).get(f"{URL}{own}/").json()["owner"] == "ana"


def test_the_detail_is_the_report(ana: User) -> None:
    row = waiting(ana)
    found = client(ana).get(f"{URL}{row.pk}/").json()
    report = hypothesis_report(hypothesis_id=row.pk)
    names = "status forced waiting conditions awaiting versions open_gaps warnings usage".split()
    for name in names:
        assert found[name] == report[name]
    assert found["decision"] == row.decisions.get().pk


def test_a_near_duplicate_that_one_may_not_see_is_not_named(ana: User, bea: User) -> None:
    other, mine = conditional(bea), conditional(ana)
    Hypothesis.objects.filter(pk=mine.pk).update(near_duplicate_of=other)
    codes = [
        [warning["code"] for warning in client(user).get(f"{URL}{mine.pk}/").json()["warnings"]]
        for user in (ana, bea)
    ]
    assert codes == [[], ["near_duplicate"]]


def test_an_idea_is_reworded_before_its_run(ana: User) -> None:
    row = submit_hypothesis(text=REFINED["en"], user=ana).hypothesis
    answer = client(ana).patch(f"{URL}{row.pk}/", {"text": FORCED["pt"]})
    assert (answer.status_code, answer.json()["text"]) == (200, FORCED["pt"])
    assert answer.json()["language"] == "pt"


def test_once_its_run_began_rewording_is_a_conflict(ana: User) -> None:
    row = conditional(ana)
    answer = client(ana).patch(f"{URL}{row.pk}/", {"text": FORCED["en"]})
    wrong(answer, 409, "conflict")
    assert answer.json()["current"] == {
        "hypothesis": row.pk, "status": "approved", "version": 2,
        "decision": {"id": row.decisions.get().pk, "source": "agent", "after": "approved"},
    }  # fmt: skip


def test_a_reviewer_rewords_nobody_else_s_idea(ana: User, bea: User) -> None:
    row = submit_hypothesis(text=REFINED["en"], user=ana).hypothesis
    wrong(client(bea).patch(f"{URL}{row.pk}/", {"text": "x"}), 403, "permission_denied")


def test_what_is_archived_is_hidden_kept_and_restored(ana: User) -> None:
    row = conditional(ana)
    api = client(ana)
    assert api.post(f"{URL}{row.pk}/archive/").json()["archived_at"]
    assert (listed(ana), listed(ana, archived="true")) == ([], [row.pk])
    assert api.get(f"{URL}{row.pk}/").status_code == 200
    wrong(api.post(f"{URL}{row.pk}/archive/"), 409, "conflict")
    assert api.post(f"{URL}{row.pk}/restore/").json()["archived_at"] is None
    assert listed(ana) == [row.pk]


def test_only_an_admin_erases(ana: User, bea: User, eva: User) -> None:
    row = conditional(ana)
    for user in (ana, bea):
        wrong(client(user).delete(f"{URL}{row.pk}/"), 403, "permission_denied")
    assert client(eva).delete(f"{URL}{row.pk}/").status_code == 204
    assert client(eva).get(f"{URL}{row.pk}/").json()["text"] == "[erased]"


def test_an_erased_one_can_be_listed_and_read_by_who_sees_all(ana: User, eva: User) -> None:
    row = waiting(ana, earlier=[TESTERS, TESTERS])
    override_decision(hypothesis_id=row.pk, outcome="approved", reason="we know X", user=eva)
    erase_hypothesis(hypothesis_id=row.pk, user=eva)
    assert listed(eva, archived="true") == [row.pk]
    assert client(eva).get("/api/v1/versions/").json()["count"] == 3


def test_another_s_archived_hypothesis_is_not_restored_by_a_reviewer(ana: User, bea: User) -> None:
    row = conditional(ana)
    archive_hypothesis(hypothesis_id=row.pk, user=ana)
    wrong(client(bea).post(f"{URL}{row.pk}/restore/"), 403, "permission_denied")


def test_an_assessed_claim_put_right_is_sent_with_its_idea(ana: User) -> None:
    api = client(ana)
    text = "Background music makes software testers miss more defects"
    claim = api.post("/api/v1/assess/", {"text": text}).json()["results"][0]["claim"]
    claim["comparator"] = {"text": "the same testers in silence"}
    made = api.post(URL, {"text": text, "claim": claim})
    assert made.status_code == 202, made.json()
    execute(made.json()["run"])
    found = api.get(f"{URL}{made.json()['hypothesis']}/").json()["versions"][0]["claim"]
    assert found["comparator"] == {
        "text": "the same testers in silence", "origin": "user", "sure": True,
    }  # fmt: skip


@pytest.mark.parametrize("claim", [{"colour": "red"}, {"design": "great"}, {"margin": 3}, [], "x"])
def test_a_claim_that_cannot_be_taken_is_one_error_that_names_the_field(
    ana: User, claim: Any
) -> None:
    answer = client(ana).post(URL, {"text": REFINED["en"], "claim": claim})
    (error,) = answer.json()["errors"]
    assert (answer.status_code, error["attr"]) == (400, "claim")
    assert error["detail"].startswith(
        next(iter(claim)) if isinstance(claim, dict) else "the claim is no"
    )
    assert not Hypothesis.objects.exists()

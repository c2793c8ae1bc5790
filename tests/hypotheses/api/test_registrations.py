"""`/preregistrations/`: frozen, read and verified by programs."""

from __future__ import annotations

import pytest

from hypotheses.models import Element, Preregistration
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import complete, conditional
from tests.hypotheses.registering import EDITED, edited, frozen
from tests.people import person

pytestmark = pytest.mark.django_db
ALL = "/api/v1/preregistrations/"


def test_one_is_made_once_for_a_key_and_read() -> None:
    ana = person("ana")
    pk = complete(ana).pk
    api, body = client(ana), {"hypothesis": pk, "plan": {"design": "two wards"}}
    made, again = (api.post(ALL, body, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2))
    assert (made.status_code, again["Idempotent-Replayed"]) == (201, "true")
    row = Preregistration.objects.get()
    assert made.json() | {"url": ""} == {"hypothesis": pk, "preregistration": row.pk, "url": ""}
    told = api.get(made["Location"]).json()
    assert (told["sha256"], told["by"], told["content"]) == (row.sha256, "ana", row.content)
    assert told["sections"][1]["items"][0]["text"].startswith("two wards\n\n")


def test_what_rests_on_proposals_is_a_conflict_that_lists_them() -> None:
    ana = person("ana")
    said = wrong(client(ana).post(ALL, {"hypothesis": conditional(ana).pk}), 409, "conflict")
    assert "the same testers working in silence" in said
    assert "share of seeded defects not found" in said


def test_deviations_are_told_with_it_and_with_the_hypothesis() -> None:
    ana = person("ana")
    row = frozen(ana)
    edited(row.hypothesis)
    api = client(ana)
    hypothesis = api.get(f"/api/v1/hypotheses/{row.hypothesis_id}/").json()
    (first,) = hypothesis["preregistrations"]
    assert (first["id"], first["number"], first["sha256"]) == (row.pk, 1, row.sha256)
    question = next(each for each in hypothesis["deviations"] if each["part"] == "question")
    assert (question["from"], question["to"]) == (COMPLETE["en"], EDITED)
    assert api.get(f"{ALL}{row.pk}/").json()["deviations"] == hypothesis["deviations"]


def test_verification_tells_the_difference() -> None:
    ana = person("ana")
    row = frozen(ana)
    url = f"{ALL}{row.pk}/verify/"
    assert client(ana).get(url).json()["holds"] is True
    Element.objects.filter(version=row.version, kind="population").update(text="cats")
    told = client(ana).get(url).json()
    assert (told["holds"], [each["found"] for each in told["differences"]]) == (False, ["cats"])


def test_what_is_refused_is_told_by_field_or_state() -> None:
    ana = person("ana")
    row = frozen(ana)
    api, body = client(ana), {"hypothesis": row.hypothesis_id}
    assert "nothing has changed" in wrong(api.post(ALL, body), 409, "conflict")
    unknown = api.post(ALL, {**body, "plan": {"budget": "x"}})
    wrong(unknown, 400, "unknown_field", "plan.budget")

"""Freezing an approved hypothesis; what deviates later; whether it is still what was frozen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.runs.execution import execute
from config.text.validation import TextError
from hypotheses.domain.claim import Slot
from hypotheses.domain.registration import digest
from hypotheses.models import Decision, Element, Preregistration, Version
from hypotheses.services.answers import answer_clarifications, edit_question
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis
from hypotheses.services.preregister import (
    MAX_PLAN,
    deviations_of,
    preregister,
    verify_preregistration,
)
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import override_decision
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import OWN, complete, conditional, waiting
from tests.hypotheses.registering import EDITED, edited, frozen
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def paths(row: Preregistration) -> set[str]:
    return {each.path for each in verify_preregistration(preregistration_id=row.pk).differences}


def test_what_is_frozen_is_the_approved_version_and_what_it_rests_on(ana) -> None:
    row = frozen(ana, plan={"design": " two teams \r\n"}, note="first")
    version = Version.objects.get(hypothesis=row.hypothesis_id)
    content = row.content
    assert content["version"]["question"] == version.question
    assert content["version"]["elements"] == list(
        version.elements.values("aspect", "kind", "text", "origin")
    )
    assert (content["version"]["design"], content["version"]["direction"]) == ("causal", "decrease")
    assert [each["kind"] for each in content["version"]["statements"]] == ["h0", "h1", "refuted"]
    assert content["decision"]["source"] == "agent"
    assert (content["plan"], content["note"]) == ({"design": "two teams"}, "first")
    assert (row.number, row.user, content["follows"]) == (1, ana, None)


def test_the_hash_is_that_of_the_stored_content_read_anew(ana) -> None:
    row = frozen(ana, "pt")
    stored = Preregistration.objects.get(pk=row.pk)
    assert row.sha256 == stored.sha256 == digest(stored.content)
    assert verify_preregistration(preregistration_id=row.pk).holds


def test_an_approval_by_a_person_keeps_its_waived_gaps(ana) -> None:
    gaps = [{"slot": "fit", "code": "judged", "gap": "These do not go together."}]
    hypothesis = waiting(ana, claim=OWN, gaps=gaps)
    with pytest.raises(Conflict, match="not approved"):
        preregister(hypothesis_id=hypothesis.pk, user=ana)
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="we know X")
    row = preregister(hypothesis_id=hypothesis.pk, user=ana)
    assert {gap["state"] for gap in row.content["open_gaps"]} == {"waived"}
    assert row.content["decision"]["reason"] == "we know X"


MARK = "[to be defined: the outcome]"


@pytest.mark.parametrize(
    ("claim", "question", "parts"),
    [
        (OWN.with_slot("bound", None), "", "bound of the population"),
        (OWN.with_slot("exposure", Slot("method X")), "", "what varies (“method X”)"),
        (OWN.with_slot("outcome", Slot(MARK)), "", f"outcome (“{MARK}”)"),
        (OWN, f"Does music change it {MARK}?", MARK),
        (
            OWN.with_slot("measure", None).with_slot("comparator", None),
            "",
            "measure; comparison",
        ),
        (replace(OWN, direction="none"), "", "margin"),
    ],
)
def test_what_is_open_is_not_frozen_whoever_approved_it(ana, claim, question, parts) -> None:
    hypothesis = waiting(ana, claim=claim, question=question)
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="we know X")
    with pytest.raises(Conflict) as refusal:
        preregister(hypothesis_id=hypothesis.pk, user=ana)
    assert str(refusal.value) == (
        f"fill in first what V1 of hypothesis {hypothesis.pk} leaves open: {parts}"
    )
    assert not Preregistration.objects.exists()


def test_what_rests_on_proposals_is_refused_with_the_list_of_them(ana) -> None:
    with pytest.raises(Conflict, match="the same testers working in silence.*share of seeded"):
        preregister(hypothesis_id=conditional(ana).pk, user=ana)
    assert not Preregistration.objects.exists()


def test_what_was_read_with_doubt_is_refused_too(ana) -> None:
    claim = OWN.with_slot("outcome", Slot("defects missed", sure=False))
    with pytest.raises(Conflict, match="settle first .*: defects missed$"):
        preregister(hypothesis_id=complete(ana, claim=claim).pk, user=ana)


def test_only_its_owner_or_an_admin_freezes(ana) -> None:
    hypothesis = complete(ana)
    for other in (person("eva"), person("rita", "reviewer")):
        with pytest.raises(NotAllowed):
            preregister(hypothesis_id=hypothesis.pk, user=other)
    assert preregister(hypothesis_id=hypothesis.pk, user=person("root", "admin")).number == 1


def test_what_cannot_be_frozen_leaves_nothing(ana) -> None:
    hypothesis = complete(ana)
    pk = hypothesis.pk
    refused: list[tuple[type[Exception], dict[str, Any]]] = [
        (Missing, {"hypothesis_id": 404}),
        (Conflict, {"expected": 0}),  # another decision than the one in force
        (Refusal, {"plan": {"budget": "much"}}),
        (TextError, {"plan": {"design": "x" * (MAX_PLAN + 1)}}),
        (TextError, {"note": "a\x00b"}),
    ]
    for error, told in refused:
        with pytest.raises(error):
            preregister(**{"hypothesis_id": pk, "user": ana, **told})
    edit_question(hypothesis_id=pk, question=EDITED, user=ana, wake=False)
    with pytest.raises(Conflict, match="wait for it or cancel it"):
        preregister(hypothesis_id=pk, user=ana)
    done = complete(ana)
    archive_hypothesis(hypothesis_id=done.pk, user=ana)
    with pytest.raises(Conflict, match="restore it first"):
        preregister(hypothesis_id=done.pk, user=ana)
    assert not Preregistration.objects.exists()


def test_an_amendment_follows_and_the_first_stays(ana) -> None:
    first = frozen(ana)
    with pytest.raises(Conflict, match="nothing has changed"):
        preregister(hypothesis_id=first.hypothesis_id, user=ana)
    edited(first.hypothesis)
    second = preregister(hypothesis_id=first.hypothesis_id, user=ana, note="four weeks more")
    assert (second.number, second.content["follows"]) == (2, first.sha256)
    assert Preregistration.objects.get(number=1).content == first.content
    with pytest.raises(IntegrityError), transaction.atomic():
        Preregistration.objects.filter(pk=second.pk).update(number=1)


def test_a_later_edit_deviates_until_an_amendment_declares_it(ana) -> None:
    row = frozen(ana)
    assert deviations_of(row.hypothesis) == []
    edited(row.hypothesis)
    row.hypothesis.refresh_from_db()
    found = {each.part: each for each in deviations_of(row.hypothesis)}
    version = row.hypothesis.versions.latest("number")
    question = found["question"]
    assert (question.before, question.after) == (COMPLETE["en"], EDITED)
    assert (question.at, question.version, question.declared) == (version.created_at, 2, None)
    preregister(hypothesis_id=row.hypothesis_id, user=ana)
    row.hypothesis.refresh_from_db()
    assert {each.declared for each in deviations_of(row.hypothesis)} == {2}


def test_answers_and_decisions_deviate_too(ana) -> None:
    row = frozen(ana)
    told = {"population": "nurses of one ward"}
    run = answer_clarifications(hypothesis_id=row.hypothesis_id, answers=told, user=ana, wake=False)
    execute(run.pk)
    override_decision(hypothesis_id=row.hypothesis_id, outcome="rejected", reason="too narrow")
    report = hypothesis_report(hypothesis_id=row.hypothesis_id)
    found = {each["part"]: each for each in report["deviations"]}
    assert (found["population"]["to"], found["bound"]["to"]) == ("nurses", "of one ward")
    assert (found["decision"]["from"], found["decision"]["to"]) == ("approved", "rejected")
    assert [each["sha256"] for each in report["preregistrations"]] == [row.sha256]


def test_verification_says_what_was_tampered_with(ana) -> None:
    row = frozen(ana)
    Element.objects.filter(version=row.version, kind="population").update(text="cats")
    Decision.objects.filter(pk=row.decision_id).update(reason="because")
    (at,) = [
        str(i)
        for i, e in enumerate(row.content["version"]["elements"])
        if e["kind"] == "population"
    ]
    assert paths(row) == {f"version.elements.{at}.text", "decision.reason"}
    changed = {**row.content, "note": "said later"}
    Preregistration.objects.filter(pk=row.pk).update(content=changed)
    assert "sha256" in paths(row)


def test_a_row_that_was_redated_or_whose_predecessor_went_does_not_hold(ana) -> None:
    first = frozen(ana)
    second = preregister(hypothesis_id=first.hypothesis_id, user=ana, note="a word more")
    Preregistration.objects.filter(pk=second.pk).update(created_at=first.created_at)
    assert paths(second) == {"registered_at"}
    first.delete()
    assert paths(second) == {"registered_at", "follows"}


def test_it_holds_after_its_person_s_account_is_gone(ana) -> None:
    row = frozen(ana)
    ana.delete()
    row.refresh_from_db()
    assert (row.user, verify_preregistration(preregistration_id=row.pk).holds) == (None, True)


def test_erasing_the_hypothesis_erases_them(ana) -> None:
    row = frozen(ana, note="secret zebra")
    erase_hypothesis(hypothesis_id=row.hypothesis_id, user=person("root", "admin"))
    assert not Preregistration.objects.exists()
    with pytest.raises(Missing):
        verify_preregistration(preregistration_id=row.pk)

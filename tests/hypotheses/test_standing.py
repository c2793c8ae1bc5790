"""What is stored of how a hypothesis stands is what it derives from, whoever wrote last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from config.doctor import DoctorFinding
from config.doctor.services import database
from config.runs.execution import execute
from hypotheses.models import Hypothesis
from hypotheses.querysets import STANDING
from hypotheses.services.answers import answer_clarifications, edit_question
from hypotheses.services.archive import erase_hypothesis
from hypotheses.services.review import one_more_round, override_decision, withdraw_decision
from tests.history import before
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined
from tests.hypotheses.recorded import conditional, waiting
from tests.people import person

pytestmark = pytest.mark.django_db


def stored(row: Hypothesis) -> dict[str, Any]:
    found: dict[str, Any] = Hypothesis.objects.filter(pk=row.pk).values(*STANDING).get()
    return found


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def test_what_runs_leave() -> None:
    rows = [refined(text) for text in (REFINED["en"], FORCED["en"], COMPLETE["en"])]
    assert [stored(row)["decided"] for row in rows] == ["approved", "rejected", "approved"]
    assert [stored(row)["source"] for row in rows] == ["agent", "forced", "agent"]
    assert [stored(row)["conditions"] > 0 for row in rows] == [True, False, False]
    assert stored(rows[1])["awaiting"] > 1
    assert not Hypothesis.objects.misstated().exists()


def test_only_that_of_one_is_stored(django_assert_num_queries: Any) -> None:
    rows = [refined(REFINED["en"]) for _ in range(3)]
    expected = stored(rows[0])
    for row in rows[:2]:  # compiled at the first, if not before
        Hypothesis.objects.update(conditions=90, awaiting=90)
        with django_assert_num_queries(1):
            Hypothesis.objects.store_standing_of(row.pk, "conditions")
        others = [each for each in rows if each != row]
        assert stored(row) == {**expected, "awaiting": 90}
        assert [stored(each)["conditions"] for each in others] == [90, 90]


def approve(row: Hypothesis, rita: User) -> None:
    override_decision(hypothesis_id=row.pk, outcome="approved", reason="so", user=rita)


def withdraw(row: Hypothesis, rita: User) -> None:
    decision = override_decision(hypothesis_id=row.pk, outcome="approved", reason="so", user=rita)
    withdraw_decision(hypothesis_id=row.pk, decision_id=decision.pk, user=rita)


def send_back(row: Hypothesis, rita: User) -> None:
    run = one_more_round(
        hypothesis_id=row.pk, guidance="only developers of banks", user=rita, wake=False
    )
    assert not Hypothesis.objects.misstated().exists()
    execute(run.pk)


def answer(row: Hypothesis, rita: User) -> None:
    answers = {"population": "the developers of one bank"}
    run = answer_clarifications(hypothesis_id=row.pk, answers=answers, wake=False)
    assert not Hypothesis.objects.misstated().exists()
    execute(run.pk)


def edit(row: Hypothesis, rita: User) -> None:
    run = edit_question(hypothesis_id=row.pk, question=COMPLETE["en"], wake=False)
    assert not Hypothesis.objects.misstated().exists()
    execute(run.pk)


def erase(row: Hypothesis, rita: User) -> None:
    erase_hypothesis(hypothesis_id=row.pk, user=person("ada", "admin"))


@pytest.mark.parametrize("act", [approve, withdraw, send_back, answer, edit, erase])
def test_what_a_person_does(act: Callable[[Hypothesis, User], None], rita: User) -> None:
    row = waiting()
    before = stored(row)
    act(row, rita)
    assert not Hypothesis.objects.misstated().exists()
    assert (stored(row) == before) == (act is withdraw)


def test_judges_who_differ_on_the_last_version() -> None:
    row = conditional()
    last = row.versions.latest("number")
    last.reviews.create(judge="a model", status="rejected", justification="no")
    assert Hypothesis.objects.misstated().get() == row
    Hypothesis.objects.store_standing()
    assert stored(row)["contested"]


def asked() -> DoctorFinding:
    return next(found for found in database(whole=False) if found.check == "standing")


def test_the_doctor_finds_what_is_not_as_it_stands() -> None:
    waiting()
    assert asked().level == "ok"
    Hypothesis.objects.update(decided="approved")
    found = asked()
    assert found.level == "warn"
    assert "1 hypothesis" in found.what


@pytest.mark.django_db(transaction=True)
def test_rows_of_the_release_before_are_stored_as_they_stand() -> None:
    with transaction.atomic():
        rows = [conditional(), waiting()]
    expected = [stored(row) for row in rows]
    with before("hypotheses", "0010_design_and_direction_sure"):
        pass
    assert [stored(row) for row in rows] == expected
    assert not Hypothesis.objects.misstated().exists()

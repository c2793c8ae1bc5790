"""A development beside the pre-registration of the hypothesis that it came from."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from hypotheses.domain.claim import Slot
from hypotheses.models import Hypothesis
from hypotheses.services.preregister import preregister
from tests.hypotheses.recorded import another_version
from tests.people import person
from tests.trading.services.test_hypothesis_draft import ABOUT, CLAIM, approved
from trading.models import Strategy
from trading.services.page_facts import registered
from trading.services.report import strategy_report
from trading.services.submit import start_development
from trading.views.development import from_hypothesis

pytestmark = pytest.mark.django_db
EDITED = ABOUT.replace("2000-2010", "2000-2012")


@pytest.fixture
def ana() -> User:
    return person("ana")


@pytest.fixture
def hypothesis(ana: User) -> Hypothesis:
    return approved(owner=ana)


def started(hypothesis: Hypothesis, **asked: Any) -> Strategy:
    told = {"objective": hypothesis.versions.latest("number").question, **asked}
    return start_development(
        ticker="AAPL", hypothesis=hypothesis.pk, memory="none", wake=False, **told
    ).strategy


def edit(hypothesis: Hypothesis) -> None:
    another_version(hypothesis, EDITED, CLAIM.with_slot("bound", Slot("2000-2012")))


def test_one_that_tests_what_was_frozen_deviates_in_nothing_later_edits_or_not(hypothesis):
    row = preregister(hypothesis_id=hypothesis.pk)
    strategy = started(hypothesis)
    edit(hypothesis)
    told = strategy_report(strategy_id=strategy.pk)["preregistration"]
    assert (told["sha256"], told["before_start"], told["deviations"]) == (row.sha256, True, [])


def test_edits_before_the_start_deviate(hypothesis):
    frozen = preregister(hypothesis_id=hypothesis.pk).content["version"]["question"]
    edit(hypothesis)
    told = strategy_report(strategy_id=started(hypothesis).pk)["preregistration"]["deviations"]
    question = next(each for each in told if each["part"] == "question")
    assert (question["from"], question["to"]) == (frozen, EDITED)
    assert "objective" not in {each["part"] for each in told}


def test_an_objective_of_its_own_deviates(hypothesis):
    preregister(hypothesis_id=hypothesis.pk)
    compared = registered(started(hypothesis, objective="Anything that pays"))
    assert compared is not None
    (found,) = compared.deviations
    assert (found.part, found.after) == ("objective", "Anything that pays")


def test_what_was_frozen_only_after_the_start_is_told_so(hypothesis):
    strategy = started(hypothesis)
    assert registered(strategy) is None
    strategy.created_at -= timedelta(seconds=1)
    preregister(hypothesis_id=hypothesis.pk)
    compared = registered(strategy)
    assert compared is not None
    assert not compared.before


def test_who_may_not_see_the_hypothesis_is_told_nothing_of_it(hypothesis, ana):
    preregister(hypothesis_id=hypothesis.pk)
    strategy = started(hypothesis, user=person("rita", "reviewer"))
    eva = person("eva")
    Strategy.objects.filter(pk=strategy.pk).update(owner=eva)
    origin = from_hypothesis(eva, strategy)
    assert origin is not None
    assert (origin.seen, origin.registration) == (False, None)
    assert strategy_report(strategy_id=strategy.pk, reader=eva)["preregistration"] is None
    assert strategy_report(strategy_id=strategy.pk, reader=ana)["preregistration"] is not None


@pytest.mark.parametrize("page", ["", "report/"])
def test_the_page_and_the_report_show_it(page, hypothesis, ana, client):
    row = preregister(hypothesis_id=hypothesis.pk)
    strategy = started(hypothesis, objective="Anything <b>that</b> pays", user=ana)
    client.force_login(ana)
    text = client.get(f"/strategies/{strategy.pk}/{page}").text
    assert row.sha256[:12] in text
    assert "It deviated from it:" in text
    assert '<q lang="en">Anything &lt;b&gt;that&lt;/b&gt; pays</q>' in text

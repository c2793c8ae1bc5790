"""Asking for a development on the page: from nothing, a hypothesis, a fork or a spec."""

from __future__ import annotations

import json
from typing import Any

import pytest

from config.runs.models import Run
from tests.hypotheses.helpers import FORCED, refined
from tests.people import person
from tests.trading.helpers import make_developed
from tests.trading.market.files import walk
from tests.trading.services.inline import stored
from tests.trading.services.test_hypothesis_draft import approved
from tests.trading.storage.stored import dataset
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.models import SavedSpec, Strategy
from trading.services.decide import fork_development
from trading.services.submit import start_development
from trading.storage import find_dataset
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
NEW = "/strategies/new/"
BOTH = template("zscore_reversion").make().document()
ASKED = {
    "ticker": "AAPL", "objective": "momentum", "language": "en", "max_iterations": "3",
    "max_strategy_iterations": "2", "max_research_iterations": "1", "variants": "3", "seed": "7",
    "profile": "classic", "memory": "none",
}  # fmt: skip


def sent(client: Any, url: str = NEW, **changes: Any) -> Any:
    return client.post(url, {k: v for k, v in (ASKED | changes).items() if v is not None})


def made() -> Any:
    return Strategy.objects.latest("pk")


def test_what_is_asked_for_is_kept_and_under_way(ana):
    answer = sent(
        ana, long_only="on", start="2001-02-03", end="2009-12-31", commission="0.25",
        cash="5000", spread="0.05", margin="50", borrow="2.5", most_complexity="30",
        forbidden_indicators=["rsi", "sma"],
    )  # fmt: skip
    strategy = made()
    assert answer["Location"] == f"/strategies/{strategy.pk}/"
    assert (strategy.ticker, strategy.objective, strategy.owner) == ("AAPL", "momentum", ana.user)
    assert (strategy.max_iterations, strategy.variants_wanted, strategy.seed) == (3, 3, 7)
    assert strategy.constraints == {
        "long_only": True, "start": "2001-02-03", "end": "2009-12-31", "commission": 0.0025,
        "cash": 5000.0, "spread": 0.0005, "margin": 0.5, "borrow": 0.025, "fractions": False,
        "most_complexity": 30,
        "forbidden_indicators": ["rsi", "sma"],
    }  # fmt: skip
    assert Run.objects.get(subject_id=strategy.pk).status == "queued"


def test_a_masked_one_is_noted_wherever_its_result_is_shown(ana):
    sent(ana, masked="on")
    strategy = made()
    assert strategy.masked
    for page in ("", "report/"):
        text = ana.get(f"/strategies/{strategy.pk}/{page}").content.decode()
        assert "the model saw neither ticker, dates nor price level" in text
    sent(ana)
    assert not made().masked


def test_an_objective_that_is_left_out_is_that_of_the_command(ana):
    sent(ana, objective="")
    assert made().objective == DEFAULT_OBJECTIVE


def test_costs_that_are_left_out_are_those_of_the_site(ana):
    sent(ana, commission="", cash="")
    assert made().constraints == {"commission": 0.001, "cash": 10_000.0, "fractions": False}


def test_parts_of_a_unit_are_traded_where_prices_are_dear_or_one_says_so(ana):
    sent(ana, cash="500")
    assert made().constraints["fractions"] is True
    sent(ana, cash="500", fractions="no")
    assert made().constraints["fractions"] is False


def test_no_commission_is_a_commission(ana):
    sent(ana, commission="0")
    assert made().constraints["commission"] == 0.0


def test_every_ticker_is_told_with_what_there_is_of_it(ana):
    dataset(walk(300), ticker="WALK")
    choices = dict(ana.get(NEW).context["form"].fields["ticker"].choices)
    assert choices["WALK"].startswith("WALK v1: 300 bars, ")
    assert "bundled" in choices["AAPL"]


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"ticker": ""}, "ticker", "required"),
        ({"ticker": "NOPE"}, "ticker", "NOPE"),
        ({"ticker": "SHORT"}, "ticker", "too few"),
        ({"objective": " \n "}, "objective", "the objective is empty"),
        ({"objective": "a\x07b"}, "objective", "control character"),
        ({"objective": "x" * 2_001}, "objective", "2001 characters"),
        ({"max_iterations": "0"}, "max_iterations", "greater than or equal"),
        ({"max_iterations": "101"}, "max_iterations", "less than or equal"),
        ({"variants": "many"}, "variants", "whole number"),
        ({"seed": "-1"}, "seed", "greater than"),
        ({"profile": "gentle"}, "profile", "gentle"),
        ({"language": "de"}, "language", "de"),
        ({"memory": "0000"}, "memory", "0000"),
        ({"start": "soon"}, "start", "valid date"),
        ({"start": "2010-01-01", "end": "2009-01-01"}, "end", "before the first"),
        ({"start": "2031-01-01"}, "start", "no bars"),
        ({"start": "2012-12-01"}, "start", "sealed"),
        ({"start": "2005-01-03", "end": "2005-03-01"}, "start", "too few"),
        ({"commission": "12"}, "commission", "less than or equal to 9"),
        ({"cash": "0"}, "cash", "not above 0"),
        ({"most_complexity": "0"}, "most_complexity", "greater than"),
        ({"forbidden_indicators": ["magic"]}, "forbidden_indicators", "magic"),
        ({"saved": "99"}, "saved", "99"),
        ({"spec": "{"}, "spec", "line 1, column 2"),
        ({"spec": "[]"}, "spec", "a spec is an object"),
        ({"spec": "{}"}, "spec", "name: is missing"),
        ({"spec": json.dumps(BOTH | {"parameters": {}})}, "spec", "indicators.z"),
        ({"spec": json.dumps(BOTH), "long_only": "on"}, "spec", "sells short"),
    ],
)
def test_each_fault_is_said_at_its_field_and_nothing_typed_is_lost(ana, changes, field, said):
    dataset(walk(200), ticker="SHORT")
    find_dataset("AAPL")  # a bundled one is stored when it is first used
    before = stored()
    answer = sent(ana, **changes)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == [field], form.errors
    assert said in " ".join(form.errors[field])
    assert {k: form[k].value() for k in changes} == changes | (
        {"long_only": True} if "long_only" in changes else {}
    )
    assert stored() == before


def test_a_quota_is_said_on_top(ana, settings):
    settings.RUNS_PER_DAY = 0
    answer = sent(ana)
    assert answer.status_code == 422
    assert "quota" in " ".join(answer.context["form"].non_field_errors())
    assert "momentum" in answer.text


def test_a_spec_is_tried_first_pasted_or_saved(ana):
    sent(ana, spec=json.dumps(BOTH))
    assert made().starting_spec["name"] == BOTH["name"]
    saved = SavedSpec.objects.create(name="Mine", spec=BOTH | {"name": "Kept"}, owner=ana.user)
    page = ana.get(NEW, {"spec": saved.pk})
    assert page.context["form"]["saved"].value() == str(saved.pk)
    sent(ana, saved=str(saved.pk))
    assert made().starting_spec["name"] == "Kept"
    assert "not both" in sent(ana, saved=str(saved.pk), spec="{}").text


def test_anothers_spec_is_not_offered(ana, eva):
    saved = SavedSpec.objects.create(name="Mine", spec=BOTH, owner=eva.user)
    assert ana.get(NEW, {"spec": saved.pk}).status_code == 404
    assert sent(ana, saved=str(saved.pk)).status_code == 422


@pytest.mark.parametrize("name", ["hypothesis", "fork", "spec"])
@pytest.mark.parametrize("value", ["404", "x", "9" * 30])
def test_what_is_not_there_is_not_found(ana, name, value):
    assert ana.get(NEW, {name: value}).status_code == 404


def test_a_draft_waits_for_the_person_to_confirm_it(ana):
    hypothesis = approved(owner=ana.user)
    url = f"{NEW}?hypothesis={hypothesis.pk}"
    before = stored()
    page = ana.get(url)
    form = page.context["form"]
    assert form["objective"].value() == hypothesis.versions.latest("number").question
    assert (form["ticker"].value(), form["start"].value()) == ("AAPL", "2000-01-01")
    assert "A draft: nothing has started" in page.text
    assert "from its words" in page.text

    refused = sent(ana, url, objective="mine")
    assert list(refused.context["form"].errors) == ["confirmed"]
    assert stored() == before
    sent(ana, url, objective="mine", confirmed="on")
    assert (made().hypothesis, made().objective) == (hypothesis, "mine")


def test_one_that_is_not_approved_leads_back_with_the_reason(ana):
    hypothesis = refined(FORCED["en"], user=ana.user)
    answer = ana.get(NEW, {"hypothesis": hypothesis.pk}, follow=True)
    assert answer.redirect_chain == [(f"/hypotheses/{hypothesis.pk}/", 302)]
    assert "is not approved" in answer.text
    typed = sent(ana, f"{NEW}?hypothesis={hypothesis.pk}", objective="what I typed")
    assert typed.status_code == 422
    assert "is not approved" in typed.text
    assert "what I typed" in typed.text
    assert not Strategy.objects.exists()


def test_anothers_hypothesis_is_not_found(ana, eva):
    hypothesis = approved(owner=eva.user)
    assert ana.get(NEW, {"hypothesis": hypothesis.pk}).status_code == 404


def test_a_fork_begins_as_the_first_was_and_inherits_its_trials(ana):
    first = start_development(
        ticker="IBM", objective="volume", user=ana.user, wake=False,
        constraints={"long_only": True, "commission": 0.002}, starting_spec=None,
    ).strategy  # fmt: skip
    url = f"{NEW}?fork={first.pk}"
    form = ana.get(url).context["form"]
    told = {name: form[name].value() for name in form.fields}
    assert (told["ticker"], told["objective"], told["memory"]) == ("IBM", "volume", "same")
    assert (told["long_only"], str(told["commission"])) == (True, "0.2")
    assert told["cash"] == "10000"
    sent(ana, url, ticker="AAPL", objective="momentum", memory="same")
    fork = made()
    assert (fork.forked_from, fork.ticker, fork.objective) == (first, "IBM", "momentum")
    assert fork.memory == first.memory
    assert (fork.max_iterations, fork.seed) == (3, 7)
    assert "long_only" not in fork.constraints


def test_a_fork_of_one_that_asked_for_nothing_asks_for_nothing(ana):
    first = make_developed(owner=ana.user, rounds=0, objective=DEFAULT_OBJECTIVE)
    assert ana.get(f"{NEW}?fork={first.pk}").context["form"]["objective"].value() == ""


def test_anothers_strategy_is_not_forked(ana, eva):
    first = make_developed(owner=eva.user, rounds=0)
    assert ana.get(NEW, {"fork": first.pk}).status_code == 404
    assert sent(ana, f"{NEW}?fork={first.pk}").status_code == 404


def test_a_ticker_in_the_address_is_chosen(ana):
    assert ana.get(NEW, {"ticker": "ibm"}).context["form"]["ticker"].value() == "IBM"
    assert ana.get(NEW, {"ticker": "<b>"}).status_code == 200


def test_the_page_of_a_hypothesis_leads_to_strategies_and_back(ana, rita, eva):
    hypothesis = approved(owner=ana.user)
    page = ana.get(f"/hypotheses/{hypothesis.pk}/")
    assert f'href="/strategies/new/?hypothesis={hypothesis.pk}"' in page.text
    sent(ana, f"{NEW}?hypothesis={hypothesis.pk}", confirmed="on")
    strategy = made()
    fork_development(strategy_id=strategy.pk, user=rita.user, memory="none", wake=False)
    for reader, seen in ((ana, 1), (rita, 2)):
        text = reader.get(f"/hypotheses/{hypothesis.pk}/").text
        assert text.count('href="/strategies/') - text.count("/strategies/new/") >= seen
        assert f'href="/strategies/{strategy.pk}/"' in text
    assert f'href="/hypotheses/{hypothesis.pk}/"' in ana.get(f"/strategies/{strategy.pk}/").text


def test_a_rejected_hypothesis_offers_no_development(ana):
    hypothesis = refined(FORCED["en"], user=ana.user)
    assert "/strategies/new/?hypothesis" not in ana.get(f"/hypotheses/{hypothesis.pk}/").text


def test_who_is_not_signed_in_is_asked_to(client, db):
    person("ana")
    for method in (client.get, client.post):
        assert method(NEW)["Location"].startswith("/sign-in/")

"""Erasing a hypothesis reaches the words that were drafted into strategies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers

from config.desk.refusals import Conflict
from config.runs.models import Event, LlmCall, ModelAnswer, Run, Step
from hypotheses.models import Hypothesis
from hypotheses.services.archive import erase_hypothesis
from tests.config.runs.asking import configure
from tests.llm.server import Asked, FaultServer
from tests.people import person
from tests.trading.model_analyst.talker import everything as talked
from tests.trading.services.inline import FEW, developed, started
from tests.trading.services.test_hypothesis_draft import approved
from trading.models import Reading, Strategy
from trading.services.decide import fork_development, send_back
from trading.services.erasure import ERASED, without

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inline")]
ONE = FEW._replace(max_iterations=1)


def everything() -> str:
    """All that the database holds of hypotheses, trading and runs, as text."""
    named: list[Any] = [*apps.get_app_config("hypotheses").get_models(),
             *apps.get_app_config("trading").get_models(), Run, Step, Event, LlmCall]  # fmt: skip
    models = [model for model in named if model.__name__ != "PriceBlob"]
    rows = [row for model in models for row in model._default_manager.all()]
    return json.dumps(json.loads(serializers.serialize("json", rows)), ensure_ascii=False)


@pytest.fixture
def hypothesis() -> Hypothesis:
    return approved("In Zebra herds and AAPL prices, does momentum pay more than holding?")


def _echoing(asked: Asked) -> dict[str, Any]:
    """A model that repeats what it was told of the idea, in other words."""
    said = "Zebra stripes hold a rule only as far as the test goes."
    told = talked(asked)
    for name in told.keys() & {"text", "caution", "rationale", "explanation"}:
        told[name] = said
    for point in told.get("points", ()):
        point["text"] = said
    return told


def test_what_models_made_of_it_goes_too(hypothesis, settings):
    with FaultServer(_echoing) as server:
        configure(settings, server)
        strategy = developed(objective="Does it pay?", hypothesis=hypothesis.pk, limits=ONE)
    assert Reading.objects.filter(strategy=strategy, text__contains="Zebra").exists()
    variants = list(strategy.variants.values("name", "spec_hash", "designed_by"))

    erase_hypothesis(hypothesis_id=hypothesis.pk, user=person("root", "admin"))

    text = everything()
    assert "Zebra" not in text, text[text.find("Zebra") - 300 : text.find("Zebra") + 60]
    assert not ModelAnswer.objects.exists()
    kept = Strategy.objects.get(pk=strategy.pk)
    assert list(kept.variants.values("name", "spec_hash", "designed_by")) == variants
    assert kept.state["backtest_results"] == strategy.state["backtest_results"]


def test_no_drafted_word_is_left(hypothesis):
    words = "Zebra prices: “does momentum \\ pay?”"
    strategy = developed(objective=words, hypothesis=hypothesis.pk, limits=ONE)
    send = send_back(strategy_id=strategy.pk, guidance="try more", wake=False)
    Run.objects.filter(pk=send.pk).update(status="cancelled", finished_at=send.created_at)
    fork = fork_development(strategy_id=strategy.pk, wake=False, memory="none")
    Run.objects.filter(pk=fork.run.pk).update(status="cancelled", finished_at=send.created_at)
    assert "Zebra" in everything()

    erase_hypothesis(hypothesis_id=hypothesis.pk, user=person("root", "admin"))

    text = everything()
    assert "Zebra" not in text, text[text.find("Zebra") - 300 : text.find("Zebra") + 60]
    kept = Strategy.objects.get(pk=strategy.pk)
    assert (kept.objective, kept.hypothesis) == (ERASED, hypothesis)
    assert kept.state["user_objective"] == ERASED
    assert kept.state["iteration_history"] == strategy.state["iteration_history"]
    assert kept.decisions.count() == 2
    assert kept.variants.exists()


def test_strategies_of_others_keep_their_words(hypothesis):
    other = started(objective="Zebra crossings").strategy
    erase_hypothesis(hypothesis_id=hypothesis.pk, user=person("root", "admin"))
    assert Strategy.objects.get(pk=other.pk).objective == "Zebra crossings"


def test_while_one_is_at_work_nothing_is_erased(hypothesis):
    asked = started(objective="Zebra", hypothesis=hypothesis.pk)
    with pytest.raises(Conflict, match=f"run {asked.run.pk} of strategy {asked.strategy.pk}"):
        erase_hypothesis(hypothesis_id=hypothesis.pk, user=person("root", "admin"))
    assert Strategy.objects.get().objective == "Zebra"
    assert "Zebra" in Hypothesis.objects.get().text


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("a secret b", "a [erased] b"),
        ({"k": ["secret", 1, None, {"x": "no"}]}, {"k": ["[erased]", 1, None, {"x": "no"}]}),
        (3.5, 3.5),
    ],
)
def test_words_are_taken_out_of_plain_json(value, left):
    assert without(value, "secret") == left


@pytest.mark.parametrize(
    ("words", "left"),
    [("s", "no [erased], rsi_s oversold"), ("no s", "[erased], rsi_s oversold")],
)
def test_a_single_word_goes_where_it_stands_by_itself(words, left):
    assert without("no s, rsi_s oversold", words) == left

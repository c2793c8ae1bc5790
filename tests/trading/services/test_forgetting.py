"""Erasing a hypothesis reaches the words that were drafted into strategies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers

from config.desk.refusals import Conflict
from config.runs.models import Event, LlmCall, Run, Step
from hypotheses.models import Hypothesis
from hypotheses.services.keeping import erase_hypothesis
from tests.people import person
from tests.trading.services.inline import FEW, developed, started
from tests.trading.services.test_drafting import approved
from trading.models import Strategy
from trading.services.decide import send_back
from trading.services.forgetting import ERASED, without
from trading.services.fork import fork_development

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

"""Asking for a development: what is kept, and what is refused without a trace."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Missing
from config.error_texts import TranslatableError
from config.runs.errors import REFUSALS
from config.runs.models import Run
from tests.trading.helpers import make_developed
from tests.trading.market.files import walk
from tests.trading.services.inline import FEW, started, stored
from tests.trading.storage.stored import dataset
from trading.domain.limits import Limits
from trading.memory import remember
from trading.models import Lesson, Strategy
from trading.services.submit import start_development
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
BOTH = template("zscore_reversion").make().document()


@pytest.fixture(autouse=True)
def _prices() -> None:
    dataset()
    dataset(walk(200), ticker="SHORT")


def test_what_is_asked_for_is_frozen():
    asked = started(objective="  momentum \n please ", language="pt",
                    constraints={"long_only": True, "start": "2010-02-01"})  # fmt: skip
    strategy = Strategy.objects.get(pk=asked.strategy.pk)
    assert (strategy.ticker, strategy.objective, strategy.language) == (
        "WALK", "momentum please", "pt",
    )  # fmt: skip
    assert strategy.date_from == datetime.date(2010, 2, 1)
    assert strategy.constraints["long_only"] is True
    assert strategy.constraints["commission"] == 0.001
    assert strategy.profile["name"] == "classic"
    assert (strategy.max_iterations, strategy.variants_wanted, strategy.seed) == (3, 3, 7)
    assert (strategy.final_status, strategy.state, strategy.memory) == ("", {}, None)
    assert (asked.run.kind, asked.run.subject_id) == ("development", strategy.pk)
    assert asked.run.status == Run.Status.QUEUED


def test_a_ticker_is_taken_as_people_write_it():
    assert started(" walk ".strip()).strategy.ticker == "WALK"
    assert start_development(ticker=" walk ", wake=False).strategy.ticker == "WALK"


def test_the_gates_are_the_calibrated_ones_unless_others_are_named() -> None:
    dataset()
    assert start_development(ticker="WALK", wake=False).strategy.profile["name"] == "calibrated"


def test_no_costs_are_costs_too():
    strategy = started(constraints={"commission": 0.0, "cash": 500}).strategy
    assert (strategy.constraints["commission"], strategy.constraints["cash"]) == (0.0, 500.0)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"ticker": "NOPE"}, "known: AAPL, FB, GOOG, IBM, MSFT, SHORT, WALK"),
        ({"ticker": "SHORT"}, "250"),
        ({"ticker": ""}, "ticker"),
        ({"ticker": "A\x00B"}, "ticker"),
        ({"objective": " "}, "the objective is empty"),
        ({"objective": "x" * 2_001}, "2001 characters"),
        ({"objective": "a\ud800"}, "control character"),
        ({"limits": FEW._replace(max_iterations=0)}, "max_iterations=0"),
        ({"limits": FEW._replace(max_iterations=101)}, "max_iterations=101"),
        ({"limits": FEW._replace(variants=2)}, "variants=2"),
        ({"limits": FEW._replace(seed=-1)}, "seed=-1"),
        ({"language": "de"}, "de"),
        ({"profile": "gentle"}, "gentle"),
        ({"constraints": {"long_only": "yes"}}, "long_only"),
        ({"constraints": {"forbidden_indicators": ["rsi", "magic"]}}, "forbidden_indicators.1"),
        ({"constraints": {"commission": 0.5}}, "commission"),
        ({"constraints": {"unknown": 1}}, "unknown"),
        ({"constraints": {"start": "2031-01-01"}}, "2031"),
        ({"constraints": {"start": "2011-01-03"}}, "bars"),
        ({"constraints": {"start": "2011-01-03", "end": "2010-01-03"}}, "start"),
        ({"starting_spec": {}}, "name"),
        ({"starting_spec": BOTH | {"indicators": {"z": {"kind": "magic"}}}}, "indicators.z"),
        ({"starting_spec": BOTH | {"parameters": {}}}, "indicators.z.length"),
        ({"starting_spec": BOTH, "constraints": {"long_only": True}}, "long"),
        ({"memory": "0000"}, "0000"),
        ({"memory": ""}, "snapshot"),
    ],
)  # fmt: skip
def test_a_refusal_is_one_sentence_and_leaves_nothing(asked: dict[str, Any], said: str):
    before = stored()
    request: dict[str, Any] = {"ticker": "WALK", "limits": FEW, "memory": "none"} | asked
    with pytest.raises(REFUSALS) as refused:
        start_development(wake=False, **request)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "Traceback" not in str(refused.value)
    assert stored() == before


@pytest.mark.parametrize("length", [1, 12, 64])
def test_a_memory_of_others_is_not_recalled_by_its_hash(length: int):
    ana, bob = (User.objects.create_user(name) for name in ("ana", "bob"))
    remember(strategy=make_developed(owner=ana), state={})
    Lesson.objects.update(pinned=True)
    own = started(user=ana, memory="recall").strategy.memory
    assert own is not None
    assert own.content
    named = own.sha256[:length]
    assert started(user=ana, memory=named).strategy.memory == own
    assert started(user=None, memory=named).strategy.memory == own
    before = stored()
    with pytest.raises(Missing):
        started(user=bob, memory=named)
    assert stored() == before


def test_a_quota_is_held(settings):
    from config.runs.errors import QuotaExceeded

    settings.RUNS_PER_DAY = 1
    user = User.objects.create_user("ana")
    started(user=user)
    before = stored()
    with pytest.raises(QuotaExceeded):
        started(user=user)
    assert stored() == before


def test_refusals_can_be_said_in_another_language():
    with pytest.raises(TranslatableError) as refused:
        started(limits=Limits(max_iterations=0))
    assert "%(name)s" in refused.value.template

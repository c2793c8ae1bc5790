"""A development under the default gates: one test of all bars that a variant was not tuned on."""

from __future__ import annotations

import pytest

from tests.people import person
from tests.trading.services.inline import InlinePool, developed, momentum
from tests.trading.storage.stored import dataset
from tests.trading.views.people import client_of, text_of
from trading.domain.certificate import BODY
from trading.models import Backtest, Evidence, GateOutcome, Strategy
from trading.services.certificate import certificate_of, verify_document
from trading.strategies.parse import parse_spec
from trading.strategies.templates import template

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Strategy:
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    dataset(momentum(2_000), ticker="EDGE")
    return developed(
        "EDGE", objective="short-term momentum", user=person("ana"), profile="calibrated"
    )


def test_an_edge_is_found_certified_and_never_found_again(planted: Strategy):
    assert planted.final_status == "SUCCESS", planted.final_message
    assert planted.profile["name"] == "calibrated"
    sealed = Backtest.objects.get(segment="holdout").metrics
    assert 0 < sealed["combined_p"] <= planted.profile["final_error"]
    gate = GateOutcome.objects.get(name="luck_p", variant__backtests__segment="holdout")
    assert gate.value is not None
    assert gate.value <= gate.threshold
    assert gate.details["tries"] >= 1
    page = text_of(client_of(planted.owner).get(f"/strategies/{planted.pk}/"))  # type: ignore[arg-type]
    assert "With the bars out of sample, luck of all tries shows as much" in page

    certificate = certificate_of(planted)
    (opening,) = certificate[BODY]["holdout"]
    assert opening["holds"]
    assert opening["figures"]["combined_p"] == sealed["combined_p"]
    verified = verify_document(certificate)
    assert verified.holds, verified.differences

    again = developed(
        "EDGE", objective="short-term momentum", user=planted.owner, profile="calibrated",
        memory="none",
    )  # fmt: skip
    assert again.final_status == "ABANDONED"
    assert "had been opened before (1)" in again.final_message
    (second,) = certificate_of(again)[BODY]["holdout"]
    assert not second["holds"]


def test_a_low_drawdown_is_required_where_the_objective_asks_for_it(planted: Strategy):
    calm = developed(
        "EDGE", objective="momentum with low drawdown", memory="none", profile="calibrated"
    )
    for strategy, required in ((planted, False), (calm, True)):
        (gate,) = [one for one in strategy.profile["criteria"] if one["name"] == "max_drawdown"]
        assert gate["required"] == required


def test_a_rule_handed_in_is_found_as_it_was_written_and_certified(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    dataset(momentum(2_000), ticker="EDGE")
    spec = template("single_bar_momentum").make().document() | {"name": "Mine"}
    found = developed("EDGE", starting_spec=spec, profile="calibrated")
    assert found.final_status == "SUCCESS", found.final_message
    variant = found.variants.get(as_written=True)
    assert (variant.iteration, variant.index) == (1, 0)
    assert variant.parameters == parse_spec(spec).values
    gate = GateOutcome.objects.get(name="luck_p", variant=variant)
    assert gate.details["tries"] == 2
    folds = Evidence.objects.get(variant=variant).document["folds"]
    assert all(fold["parameters"] == variant.parameters for fold in folds)
    certificate = certificate_of(found)
    verified = verify_document(certificate)
    assert verified.holds, verified.differences

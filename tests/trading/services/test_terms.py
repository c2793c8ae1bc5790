"""A broker's terms: asked for, frozen, played by, and said wherever the result is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.people import person
from tests.trading.services.inline import developed, started
from tests.trading.views.people import client_of, text_of
from trading.models import Backtest, Variant
from trading.services.certificate import certificate_of, verify_document
from trading.services.terms import terms_of

pytestmark = pytest.mark.django_db
TERMS = {"spread": 0.0005, "margin": 0.5, "borrow": 0.0252}


def test_terms_are_frozen_and_those_of_cash_are_not_named(settings: Any) -> None:
    plain = started().strategy
    assert set(plain.constraints) == {"commission", "cash", "fractions"}
    assert terms_of(plain)["broker"] == (0.0, 1.0, 0.0)
    settings.BACKTEST_SPREAD, settings.BACKTEST_BORROW = 0.001, 0.0504
    usual = started(constraints={"borrow": 0.0}).strategy
    assert (usual.constraints["spread"], usual.constraints["borrow"]) == (0.001, 0.0)
    settings.BACKTEST_SPREAD = 0.0
    assert terms_of(usual)["broker"] == (0.001, 1.0, 0.0)


@pytest.mark.usefixtures("inline")
def test_a_development_is_played_at_its_terms_and_its_pages_name_them() -> None:
    ana = person("ana")
    plain = developed(user=ana)
    dear = developed(user=ana, constraints=TERMS)
    assert terms_of(dear)["broker"] == (0.0005, 0.5, pytest.approx(0.0001))
    one, other = (earned(strategy.pk) for strategy in (plain, dear))
    same = one.keys() & other.keys()
    assert same
    assert any(one[each] != other[each] for each in same)
    scripts = [Variant.objects.filter(strategy=each)[0].code for each in (plain, dear)]
    assert ["SPREAD = 0.0005" in script for script in scripts] == [False, True]
    said = "spread 0.05%, margin 50%, 2.52% a year for short positions"
    for page in ("", "certificate/"):
        assert said in text_of(client_of(ana).get(f"/strategies/{dear.pk}/{page}"))
    certificate = json.loads(json.dumps(certificate_of(dear)))
    found = verify_document(certificate)
    assert [line for line in found.lines if not line.agrees] == []


def earned(strategy: int) -> dict[str, float | None]:
    """The returns on train of the variants, by their specs."""
    return {
        row.variant.spec_hash: row.metrics.get("total_return")
        for row in Backtest.objects.filter(variant__strategy=strategy, segment="train")
    }

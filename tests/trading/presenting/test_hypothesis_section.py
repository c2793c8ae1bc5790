"""What the page of a hypothesis shows of strategies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.domain.claim import Slot
from hypotheses.models import Hypothesis
from tests.hypotheses.recorded import OWN, recorded
from tests.people import person
from trading.views.development import developed_from

pytestmark = pytest.mark.django_db


def shown(**changes):
    """What the author of an approved claim is shown of strategies."""
    ana = person("ana")
    field = changes.pop("field", "")
    row = recorded(claim=replace(OWN, **changes), user=ana, status="approved")
    Hypothesis.objects.filter(pk=row.pk).update(field=field)
    return developed_from(Hypothesis.objects.with_status().get(pk=row.pk), ana)


def test_a_claim_about_people_leads_to_no_strategy():
    assert shown(field="psychology") is None


def test_a_claim_of_the_field_of_markets_does():
    section = shown(field="markets")
    assert section is not None
    assert section.context["may_develop"]


def test_a_claim_on_a_ticker_with_prices_does_whatever_its_field():
    assert shown(unit=Slot("AAPL daily prices"), field="nutrition") is not None


@pytest.mark.parametrize("unit", ["aapl or MSFTX", "Apple trees"])
def test_a_ticker_is_a_word_of_its_own_in_capitals(unit):
    assert shown(unit=Slot(unit), field="agriculture") is None

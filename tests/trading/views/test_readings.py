"""What models read, on the pages of a development."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.helpers import make_finding, make_strategy, make_variant
from trading.models import FactSheet, Reading, Strategy

pytestmark = pytest.mark.django_db


def reading(strategy: Strategy, part: str, name: str, **fields: Any) -> None:
    Reading.objects.create(strategy=strategy, research_iteration=1, part=part, name=name, **fields)


@pytest.fixture
def strategy(ana: Any) -> Strategy:
    found = make_strategy(owner=ana.user, masked=True)
    make_finding(found)
    for domain in ("technical", "overall"):
        FactSheet.objects.create(strategy=found, research_iteration=1, domain=domain, with_data=1,
                                 of=5, text="As computed.")  # fmt: skip
    points = [{"finding": "autocorrelation_1", "text": "It <b>turns</b>."}]
    reading(found, "agent", "momentum", judge="model-1", points=points, caution="One history.",
            struck=["77.7"])  # fmt: skip
    reading(found, "agent", "trend", degraded=True)
    reading(found, "sheet", "technical", judge="model-1", text="The domain says little.")
    reading(found, "lead", "overall", judge="model-2", text="Nothing to trade on.", carried=True)
    return found


@pytest.mark.parametrize("page", ["", "report/"])
def test_they_stand_beside_what_was_computed(ana: Any, strategy: Strategy, page: str) -> None:
    text = ana.get(f"/strategies/{strategy.pk}/{page}").content.decode()
    for said in ("read by model-1", "read by model-2", "The domain says little.",
                 "Nothing to trade on.", "It &lt;b&gt;turns&lt;/b&gt;.", "One history.",
                 "77.7: no finding holds it", "carried over", "(degraded)",
                 "As computed."):  # fmt: skip
        assert said in text, said


def test_without_models_there_is_nothing_of_them(ana: Any, strategy: Strategy) -> None:
    Reading.objects.all().delete()
    text = ana.get(f"/strategies/{strategy.pk}/").content.decode()
    assert 'class="reading' not in text
    assert "by a model" not in text


def test_a_variant_of_a_masked_development_says_so(ana: Any, strategy: Strategy) -> None:
    variant = make_variant(strategy)
    text = ana.get(f"/variants/{variant.pk}/").content.decode()
    assert "masked: the model saw neither ticker, dates nor price level" in text

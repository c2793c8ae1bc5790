"""A second look at the sealed holdout: on record, marked, and no verdict."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.runs.models import Run
from tests.people import person
from tests.processes import CEILING
from tests.trading.storage.stored import dataset
from tests.trading.variants import opened_variant, own_strategy, own_variant, played_variant
from trading.models import Backtest, HoldoutOpening, SecondLook, StrategyDecision, Variant
from trading.services.holdout import look_again
from trading.services.replay import same
from trading.services.second_look import look_again_at_holdout
from trading.services.subject import holdout_seen

pytestmark = pytest.mark.django_db


def ended(make: Any = opened_variant, **fields: Any) -> Variant:
    """A variant of a development that failed on its holdout."""
    strategy = own_strategy(**{"final_status": "ABANDONED", **fields})
    variant: Variant = make(strategy)
    Run.objects.update(status="done", finished_at=timezone.now())
    return variant


def look(variant: Variant, **asked: Any) -> SecondLook:
    return look_again_at_holdout(variant_id=variant.pk, reason="to check the engine", **asked)


def test_it_comes_to_what_the_first_came_to():
    variant = ended()
    row = look(variant, user=person("rita", "reviewer"))
    first = Backtest.objects.get(variant=variant, segment="holdout").metrics
    assert row.error == ""
    assert all(same(value, row.metrics[name]) for name, value in first.items())


def test_the_opening_is_on_record_with_user_and_reason():
    variant = ended()
    rita = person("rita", "reviewer")
    opening = look(variant, user=rita).opening
    assert (opening.user, opening.purpose) == (rita, "second look: to check the engine")
    assert HoldoutOpening.objects.before(opening).count() == 1
    assert opening.spec_hash == variant.spec_hash


def test_it_decides_nothing():
    variant = ended()
    before = list(Backtest.objects.order_by("pk").values())
    look(variant)
    variant.strategy.refresh_from_db()
    assert variant.strategy.final_status == "ABANDONED"
    assert not StrategyDecision.objects.exists()
    assert list(Backtest.objects.order_by("pk").values()) == before


def test_any_variant_of_a_development_that_never_opened_its_holdout_may_be_looked_at():
    variant = ended(played_variant)
    assert not holdout_seen(variant.strategy)
    row = look(variant)
    assert HoldoutOpening.objects.before(row.opening).count() == 0
    assert holdout_seen(variant.strategy)


def test_its_bars_are_read_again_without_a_new_opening():
    variant = ended()
    row = look(variant)
    opened = look_again(variant.strategy, variant.spec_hash, row.opening)
    assert opened is not None
    assert opened.opening == row.opening
    assert HoldoutOpening.objects.count() == 2


def test_a_look_that_cannot_be_played_is_on_record_all_the_same():
    dataset(ticker="WALK")
    variant = ended(own_variant, ticker="WALK")
    Variant.objects.filter(pk=variant.pk).update(spec=without_values(variant.spec))
    row = look(variant)
    assert row.error
    assert row.metrics == {}
    assert HoldoutOpening.objects.count() == 1


def without_values(spec: dict[str, Any]) -> dict[str, Any]:
    """Rules that look further back than the history goes."""
    told = {}
    for at, (name, one) in enumerate(spec["parameters"].items()):
        value = one["low"] + one["step"] * (400 // one["step"] + at)
        told[name] = {**one, "value": value, "high": value}
    return {**spec, "parameters": told}


@pytest.mark.parametrize(("role", "mine"), [("researcher", False), ("reviewer", True)])
def test_who_may_not_look_opens_nothing(role: str, mine: bool):
    user = person("someone", role)
    variant = ended(owner=user if mine else None)
    with pytest.raises(NotAllowed):
        look(variant, user=user)
    assert HoldoutOpening.objects.count() == 1


@pytest.mark.parametrize("reason", ["", "  \n"])
def test_it_needs_a_reason(reason: str):
    variant = ended()
    with pytest.raises(Refusal, match="reason"):
        look_again_at_holdout(variant_id=variant.pk, reason=reason)
    assert HoldoutOpening.objects.count() == 1


def test_a_development_that_has_not_ended_is_not_looked_at():
    variant = ended(final_status="")
    with pytest.raises(Conflict, match="not ended"):
        look(variant)


def test_who_saw_fewer_openings_is_told_of_the_others():
    variant = ended()
    look(variant, expected=1)
    with pytest.raises(Conflict, match="2 openings"):
        look(variant, expected=1)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_who_saw_the_same_one_opens():
    variant = ended()
    ready = Barrier(2, timeout=CEILING)

    def one(_n: int) -> str:
        try:
            ready.wait()
            return look(variant, expected=1).error
        except Conflict as error:
            return str(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        found = sorted(threads.map(one, range(2)))
    assert found[0] == ""
    assert "2 openings" in found[1]
    assert HoldoutOpening.objects.count() == 2


def test_the_same_occasion_opens_once():
    variant = ended()
    first = look(variant, occasion="once", expected=1)
    assert look(variant, occasion="once", expected=1) == first
    assert HoldoutOpening.objects.count() == 2


def test_a_variant_of_another_strategy_is_missing():
    with pytest.raises(Missing):
        look(ended(), strategy_id=99_999)


def test_rows_are_append_only():
    row = look(ended())
    with pytest.raises(TypeError):
        row.save()
    with pytest.raises(TypeError):
        row.delete()

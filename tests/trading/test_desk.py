"""What the tests of the desk stand on ends as it says."""

from __future__ import annotations

import pytest

from tests.people import person
from tests.trading.desk import abandoned, asked, at_limit, developed, succeeded
from trading.models import HoldoutOpening

pytestmark = pytest.mark.django_db


def test_one_that_waits_has_a_run_and_no_outcome():
    waiting = asked(person("ana"))
    assert (waiting.strategy.final_status, waiting.run.status) == ("", "queued")


def test_one_round_on_a_random_walk_ends_at_its_limit():
    ana = person("ana")
    one = developed(ana)
    assert (one.final_status, one.owner, one.iterations.count()) == ("MAX_ITERATIONS", ana, 1)


def test_a_planted_edge_succeeds_with_its_holdout_opened():
    assert succeeded().final_status == "SUCCESS"
    assert HoldoutOpening.objects.count() == 1


def test_three_rounds_end_at_the_limit():
    three = at_limit()
    assert (three.final_status, three.iterations.count()) == ("MAX_ITERATIONS", 3)


def test_noise_is_abandoned_after_several_rounds():
    noise = abandoned()
    assert noise.final_status == "ABANDONED"
    assert noise.iterations.count() > 1
    assert not HoldoutOpening.objects.exists()

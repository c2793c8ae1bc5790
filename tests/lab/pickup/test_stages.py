"""What of the time to a claim is waiting for the poll."""

from __future__ import annotations

import pytest

from tests.lab.pickup.stages import percentile, stages

MOMENTS = {"committed": 10.0, "told": 10.5, "polled": 11.5, "taken": 12.0, "claimed": 14.0}


def moments(**other: float) -> dict[str, float]:
    return {**MOMENTS, **other}


def test_all_stages_but_the_wait_for_the_poll_are_above_it() -> None:
    found = stages(moments())
    assert found == (0.5, 1.0, 0.5, 2.0)
    assert (found.whole, found.above) == (4.0, 3.0)


def test_without_a_poll_nothing_is_waited_for() -> None:
    found = stages({name: when for name, when in moments().items() if name != "polled"})
    assert (found.wait, found.whole, found.above) == (0.0, 4.0, 4.0)


def test_a_poll_that_began_before_the_message_was_there_was_not_waited_for() -> None:
    assert stages(moments(polled=10.2)) == (0.5, 0.0, 1.5, 2.0)


def test_a_broker_may_have_the_message_before_who_sent_it_knows() -> None:
    found = stages(moments(told=12.5))
    assert found == (2.0, 0.0, 0.0, 2.0)
    assert found.whole == found.above == 4.0


@pytest.mark.parametrize(("share", "value"), [(0.5, 10), (0.95, 19), (1.0, 20), (0.0, 1)])
def test_a_percentile_is_one_of_the_values(share: float, value: int) -> None:
    assert percentile(list(range(20, 0, -1)), share) == value

"""Redis is killed, restarted empty and flushed while runs are at work."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import redis

from .conftest import Making, Place
from .outages import MIX, outlived

pytestmark = pytest.mark.reliability
AWAY = [0, 10, 0, 2, 0, 10]


@pytest.fixture(scope="module")
def place(made: Making) -> Place:
    return made.place(made.postgres(), made.redis())


def test_runs_outlive_a_broker_that_forgets_and_is_away(
    place: Place, say: Callable[..., None]
) -> None:
    server = place.redis
    assert server
    quiet = place.quiet(MIX)
    with place.world() as world:

        def befall(seconds: float) -> None:
            with redis.from_url(server.url) as client:
                client.flushall()
            world.at_work()
            server.stop()
            time.sleep(seconds)
            server.start()

        seen = outlived(world, AWAY, befall, quiet=quiet)
        crashes = world.ask("SELECT sum(crashes) FROM runs_run")[0][0]
        say(f"{len(AWAY)} flushes and restarts, {crashes} crashes counted:", seen)
        assert {status for _page, status in seen.visitor.answers} == {200, 503}
        assert '"broker": "no answer"' in seen.visitor.said

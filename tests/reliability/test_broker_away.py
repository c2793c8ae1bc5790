"""Redis is killed, restarted empty and flushed while runs are at work."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import redis

from .conftest import Making, Place
from .pages import Visitor
from .world import Mix, differences

pytestmark = pytest.mark.reliability
MIX = Mix(refinements=12, developments=1)
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
        world.submit(MIX)
        serve, site = world.serve()
        with Visitor(site) as visitor:
            for away in AWAY:
                world.at_work()
                with redis.from_url(server.url) as client:
                    client.flushall()
                world.at_work()
                server.stop()
                time.sleep(away)
                server.start()
            seconds = world.come_to_an_end()
        crashes = world.ask("SELECT sum(crashes) FROM runs_run")[0][0]
        say(f"{len(AWAY)} flushes and restarts: all done {seconds:.0f} s after the last, "
            f"{crashes} crashes counted;", visitor)  # fmt: skip
        assert serve.popen.poll() is None
        assert visitor.strange == []
        assert {status for _page, status in visitor.answers} == {200, 503}
        assert '"broker": "no answer"' in visitor.said
        assert differences(quiet, world.told()) == []

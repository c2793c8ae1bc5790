"""The swarm as async steps."""

from __future__ import annotations

import asyncio

import pytest

from tests.trading.research.support import PLAIN, aapl, frame_of, material, noise, swarm
from trading.research.swarm import AGENTS, DOMAINS, focus_for, run_agent
from trading.research.types import ResearchError


def test_an_agent_is_run_by_its_name():
    given = material(frame_of(noise(400)))
    found = asyncio.run(run_agent("trend", given, PLAIN, "en"))
    assert found == AGENTS[0].research(given, PLAIN, "en")


def test_an_unknown_agent_is_refused():
    with pytest.raises(ResearchError):
        asyncio.run(run_agent("astrology", material(frame_of(noise(100))), PLAIN, "en"))


def test_findings_come_in_the_order_of_the_agents():
    order = [one["agent"] for one in swarm(aapl())["findings"]]
    assert list(dict.fromkeys(order)) == [agent.name for agent in AGENTS]


def test_there_is_a_sheet_a_domain():
    out = swarm(aapl())
    assert [sheet["domain"] for sheet in out["sheets"]] == list(DOMAINS)
    assert [sheet["coverage"]["with_data"] for sheet in out["sheets"]] == [5, 1, 0]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_round_is_the_same_each_time(number: int):
    assert swarm(aapl(), focus_for(number)) == swarm(aapl(), focus_for(number))


def test_rounds_look_at_different_things():
    names = [
        {one["name"] for one in swarm(aapl(), focus_for(number))["findings"]}
        for number in (1, 2, 3)
    ]
    assert any("above_mean" in name for name in names[1])
    assert any("halves" in name for name in names[2])
    assert not any("." in name for name in names[0])

"""Fifteen agents at once, their findings in order, whoever is done first."""

from __future__ import annotations

import pytest

from tests.trading.graph.fakes import AGENTS, Bench, Researcher, context, develop, plays


def test_all_fifteen_agents_are_at_work_at_once():
    researcher = Researcher()
    develop(context([plays()], researcher=researcher))
    assert researcher.most_at_work == 15


@pytest.mark.parametrize("slow", [(), AGENTS[:5], AGENTS[7:8], AGENTS[::2]])
def test_findings_keep_the_order_of_the_agents(slow: tuple[str, ...]):
    final = develop(context([plays()], researcher=Researcher(slow=slow)))
    told = [(row["agent"], row["name"]) for row in final["research_findings"]]
    assert told == [(agent, name) for agent in AGENTS for name in ("first", "second")]


def test_each_domain_gets_its_own_agents_findings():
    final = develop(context([plays()], researcher=Researcher(slow=AGENTS[::3])))
    for domain in ("technical", "fundamental", "sentiment"):
        sheet = final[f"{domain}_fact_sheet"]
        expected = [agent for agent in AGENTS if agent.startswith(domain) for _ in range(2)]
        assert (sheet["domain"], sheet["agents"]) == (domain, expected)


def test_agents_without_data_say_so_and_count_for_nothing():
    silent = tuple(agent for agent in AGENTS if agent.startswith("sentiment"))
    final = develop(context([plays()], researcher=Researcher(silent=(*silent, "technical 2"))))
    empty = [row for row in final["research_findings"] if row["status"] == "NO_DATA"]
    assert {row["agent"] for row in empty} == {*silent, "technical 2"}
    assert all(row["signal"] is None and row["confidence"] is None for row in empty)
    assert final["sentiment_fact_sheet"]["coverage"] == {"with_data": 0, "of": 5}
    assert final["technical_fact_sheet"]["coverage"] == {"with_data": 4, "of": 5}


def test_the_leader_tells_the_research():
    final = develop(context([plays()]))
    assert final["research_synthesis"] == "round 1 of 30 findings"
    assert (final["research_confidence"], final["research_iteration"]) == (0.5, 1)


def test_an_agent_that_breaks_ends_the_run_with_its_node():
    class Breaking(Researcher):
        async def examine(self, agent, focus, language):
            if agent == "technical 3":
                raise ArithmeticError("no such luck")
            return await super().examine(agent, focus, language)

    with pytest.raises(ArithmeticError, match="no such luck") as broken:
        develop(context([plays()], researcher=Breaking()))
    assert "research_swarm" in " ".join(broken.value.__notes__)


def test_backtests_run_side_by_side():
    bench = Bench()
    develop(context([plays() for _ in range(5)], bench=bench))
    assert bench.most_at_work == 5

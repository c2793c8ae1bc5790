"""Developments that ask a model to read the research, over the real wire."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pandas as pd
import pytest

from config.runs.execution import execute
from config.runs.models import LlmCall
from config.runs.services import retry_run
from tests.config.runs.asking import configure
from tests.llm.reading import data_of, schema_of
from tests.llm.server import Asked, FaultServer
from tests.trading.model_analyst.reader import CAUTION, SAYS, read, readers
from tests.trading.model_analyst.talker import everything
from tests.trading.services.inline import FEW, developed, momentum, started
from tests.trading.storage.stored import dataset
from trading.market.auxiliary import KINDS
from trading.models import ErrorEntry, Reading, Strategy
from trading.services.report import strategy_report
from trading.storage import store_rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inline")]
WITH_DATA = {"trend", "momentum", "volatility", "volume", "pattern", "industry"}
ONCE = FEW._replace(max_iterations=1)
FIGURES = ("research_findings", "technical_fact_sheet", "fundamental_fact_sheet",
           "sentiment_fact_sheet", "research_synthesis", "research_confidence", "research_edges",
           "strategy_variants", "backtest_results", "quality_gate_results", "iteration_history",
           "next_action", "final_status", "trials")  # fmt: skip


READERS = ["researcher", "synthesizer", "leader"]


def reading(settings: Any, server: FaultServer, **changes: Any) -> None:
    """The model reads the research; the built-in strategist designs."""
    configure(settings, server, **{"AGENTS": READERS, **changes})


def figures(strategy: Strategy) -> dict[str, Any]:
    """What a reading must not change; times and signatures apart."""
    told = {name: strategy.state[name] for name in FIGURES}
    for entry in told["iteration_history"]:
        entry.pop("timestamp")
    for variant in told["strategy_variants"]:
        variant.pop("designed_by", "")
    return told


def inventive(asked: Asked) -> dict[str, Any]:
    """A model that makes numbers up."""
    told = read(asked)
    if schema_of(asked) == "AgentAnswer":
        told["points"][0]["text"] = "It gains 77.7 % a year in 9 of 10 cases."
    return told


def test_agents_with_data_domains_and_the_leader_are_asked_once_each(settings: Any) -> None:
    plain = developed(limits=ONCE)
    with FaultServer(read) as server:
        reading(settings, server, MODEL="reader-1")
        strategy = developed(limits=ONCE)

    # Of fifteen agents six have data, the technical ones and that of the peers; of two domains.
    assert sorted(readers(server)) == ["AgentAnswer"] * 6 + ["SummaryAnswer"] * 3
    assert figures(strategy) == figures(plain)
    assert "research_readings" not in plain.state
    readings = strategy.state["research_readings"]
    assert set(readings["agents"]) == WITH_DATA
    assert set(readings["sheets"]) == {"technical", "fundamental"}
    assert readings["lead"]["text"] == SAYS["en"]
    rows = Reading.objects.filter(strategy=strategy)
    assert rows.count() == 9
    row = rows.get(part="agent", name="trend")
    assert (row.judge, row.caution, row.degraded) == ("reader-1", CAUTION["en"], False)
    assert row.points[0] == {"finding": "mean_slope", "text": SAYS["en"]}
    assert not ErrorEntry.objects.filter(strategy=strategy, node="research_swarm").exists()


def test_what_the_agents_read_reaches_the_domain_and_that_the_leader(settings: Any) -> None:
    with FaultServer(read) as server:
        reading(settings, server)
        developed(limits=ONCE, language="pt")

    *sheets, lead = [data_of(one) for one in server.asked if schema_of(one) == "SummaryAnswer"]
    read_of = [json.loads(sheet["readings"]) for sheet in sheets]
    assert sorted(map(len, read_of)) == [1, 5]
    assert max(read_of, key=len)["trend"] == [SAYS["pt"], SAYS["pt"], CAUTION["pt"]]
    told = [SAYS["pt"], CAUTION["pt"]]
    assert json.loads(lead["readings"]) == {"technical": told, "fundamental": told}


def test_numbers_that_no_finding_holds_are_struck_and_logged(settings: Any) -> None:
    with FaultServer(inventive) as server:
        reading(settings, server, AGENTS=["researcher"])
        strategy = developed(limits=ONCE)

    row = Reading.objects.get(strategy=strategy, name="trend")
    assert row.points[0]["text"].startswith("It gains … % a year in …")
    assert row.struck[0] == "77.7"
    logged = ErrorEntry.objects.filter(strategy=strategy, node="research_swarm")
    assert logged.count() == 6
    assert "77.7" in logged.first().message  # type: ignore[union-attr]
    assert not Reading.objects.filter(strategy=strategy).exclude(part="agent").exists()


def test_where_no_model_answers_the_built_in_sentences_stand_marked(settings: Any) -> None:
    plain = developed(limits=ONCE)
    with FaultServer(read, always="unauthorized") as server:
        reading(settings, server)
        strategy = developed(limits=ONCE)

    assert figures(strategy) == figures(plain)
    rows = Reading.objects.filter(strategy=strategy)
    assert {(row.degraded, row.judge, row.text) for row in rows} == {(True, "", "")}
    # The agents ask side by side; then nobody is asked any more.
    assert (rows.count(), len(server.asked)) == (9, 6)
    assert ErrorEntry.objects.filter(strategy=strategy, message__startswith="No language").exists()


def test_a_model_that_hangs_longer_than_a_node_may_take_fails_none(settings: Any) -> None:
    settings.NODE_TIMEOUT_SECONDS = 1
    with FaultServer(read, always="hang") as server:
        reading(settings, server, TIMEOUT_SECONDS=0.5, ATTEMPTS=3)
        strategy = developed(limits=ONCE)
    assert strategy.final_status
    assert Reading.objects.filter(strategy=strategy, degraded=True).count() == 9


def test_a_budget_that_is_used_up_ends_the_run_and_says_so(settings: Any) -> None:
    with FaultServer(read) as server:
        reading(settings, server, MAX_CALLS=3, CACHE=False)
        run = execute(started(limits=ONCE).run.pk)
        assert run.status == "failed"
        assert (
            "the budget of 3 model calls is used up; CRIVO_LLM_BUDGET (calls) raises it"
            in run.error
        )
        assert len(server.asked) <= 3

        settings.LLM_MAX_CALLS = 20
        assert execute(retry_run(run_id=run.pk, wake=False).pk).status == "done"


@pytest.mark.parametrize("cache", [True, False])
def test_research_again_asks_only_those_whose_findings_changed(settings: Any, cache: bool) -> None:
    _company_reports("WALK")
    with FaultServer(read) as server:
        reading(settings, server, CACHE=cache)
        strategy = developed(limits=FEW)

    first, second = (_by_agent(strategy, number) for number in (1, 2))
    # What companies report does not hang on where a round looks, as the tests of rules do.
    changed = {name for name in second if first[name] != second[name]} & _asked_of(second)
    assert {"trend", "momentum", "industry"} <= changed <= WITH_DATA
    assert _agents_read(strategy, carried=False) == changed
    assert _agents_read(strategy, carried=True) == {"cash_flow"}
    asked = [one for one in server.asked if schema_of(one) == "AgentAnswer"]
    assert len(asked) == len(WITH_DATA) + 1 + len(changed)


def _company_reports(ticker: str) -> None:
    """What the agent of cash flows needs, and no other."""
    last = dataset(ticker=ticker).first_at.replace(tzinfo=None) + timedelta(days=150)
    names = ("operating_cash_flow", "capital_expenditure", "revenue", "net_income", "total_assets")
    times = [pd.Timestamp(last - timedelta(days=91 * ago)) for ago in reversed(range(8))]
    rows = pd.DataFrame({"available_at": times, **dict.fromkeys(names, 5.0)})
    kind = KINDS["fundamentals"]
    rows = rows.reindex(columns=kind.columns).assign(**dict.fromkeys(kind.texts, ""))
    store_rows(ticker=ticker, kind="fundamentals", rows=rows, source="a test")


def _agents_read(strategy: Strategy, *, carried: bool) -> set[str]:
    """Whose readings of the second round are new, or those of the first."""
    rows = Reading.objects.filter(strategy=strategy, research_iteration=2, part="agent")
    return set(rows.filter(carried=carried).values_list("name", flat=True))


def _asked_of(found: dict[str, list[Any]]) -> set[str]:
    """The agents that have data."""
    return {name for name in found if {one["status"] for one in found[name]} & {"OK", "PROXY"}}


def _by_agent(strategy: Strategy, number: int) -> dict[str, list[Any]]:
    rows = strategy.findings.filter(research_iteration=number)
    found: dict[str, list[Any]] = {}
    for row in rows.order_by("id").values(
        "agent", "name", "value", "status", "interpretation", "p_value"
    ):
        found.setdefault(row["agent"], []).append(row)
    return found


def test_the_answer_of_the_same_question_costs_nothing_in_another_run(settings: Any) -> None:
    with FaultServer(read) as server:
        reading(settings, server)
        first = developed(limits=ONCE)
        made = len(server.asked)
        second = developed(limits=ONCE)
    assert len(server.asked) == made == LlmCall.objects.count()
    assert second.state["research_readings"] == first.state["research_readings"]


def test_the_report_tells_the_readings_and_what_they_cost(settings: Any) -> None:
    with FaultServer(read) as server:
        reading(settings, server)
        strategy = developed(limits=ONCE)
    report = strategy_report(strategy_id=strategy.pk)
    assert report["research_readings"]["lead"]["judge"] == "model-1"
    assert report["total_llm_calls"] == 9
    assert report["total_cost"] > 0


def test_a_masked_development_tells_no_model_what_it_is_about(settings: Any) -> None:
    frame = momentum(900, phi=0.0)  # nothing passes: all judges speak
    dataset(frame, ticker="WALK")
    objective = (
        "Trade WALK (Wall Street's Walk Inc.) since 2005 better than MSFT or Google, above $97"
    )
    with FaultServer(everything) as server:
        configure(settings, server)
        strategy = developed(limits=FEW, objective=objective, masked=True)

    said = "\n".join(json.dumps(asked.body) for asked in server.asked)
    assert set(readers(server)) >= {
        "AgentAnswer", "SummaryAnswer", "DesignsAnswer", "FailureAnswer",
    }  # fmt: skip
    found = re.findall(r"(?i)\bwalk\b|\bmsft\b|microsoft|google", said)
    assert found == []
    years = {str(moment.year) for moment in frame.index}
    assert [year for year in years if re.search(rf"(?<![\d.,]){year}(?!\d)", said)] == []
    assert not re.search(r"(?<!\d)(19|20)\d\d-\d\d", said)
    levels = {f"{price:.2f}" for price in frame["Close"].iloc[[0, 1, -2, -1]]}
    assert [level for level in levels if level in said] == []
    assert "$97" not in said
    assert "Trade ASSET" in said
    report = strategy_report(strategy_id=strategy.pk)
    assert report["masked"] is True
    assert report["user_objective"] == objective


def test_what_a_model_says_of_the_masks_is_shown_with_names(settings: Any) -> None:
    def names(asked: Asked) -> dict[str, Any]:
        told = read(asked)
        return told | {"caution": "The history of ASSET since YEAR1 is only one of many."}

    dataset(momentum(900), ticker="WALK")
    with FaultServer(names) as server:
        reading(settings, server)
        strategy = developed(limits=ONCE, masked=True)
    row = Reading.objects.get(strategy=strategy, part="lead")
    assert row.caution == "The history of WALK since 2005 is only one of many."


def test_an_option_that_is_not_taken_leaves_no_trace() -> None:
    report = strategy_report(strategy_id=developed(limits=ONCE).pk)
    assert "masked" not in report
    assert "research_readings" not in report

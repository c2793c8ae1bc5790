"""A development run in this process: its rows, its end, going on, forks, the second time."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from config.desk.refusals import Conflict, Missing
from config.runs.execution import execute
from config.runs.ledger import require_plain
from config.runs.live_state import ended
from config.runs.models import Event, Run, Step
from config.runs.services import cancel_run, retry_run
from tests.trading.market.files import walk
from tests.trading.services.inline import FEW, developed, momentum, started, stored
from tests.trading.storage.stored import dataset
from trading.memory import trial_count
from trading.models import (
    Backtest,
    CachedResearch,
    ErrorEntry,
    GateOutcome,
    HoldoutOpening,
    Iteration,
    Strategy,
    Trial,
    Variant,
)
from trading.querysets import STRATEGIES
from trading.services.decide import extend_development, fork_development
from trading.services.report import strategy_report
from trading.services.wording import state_in_words

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inline")]
ONE = FEW._replace(max_iterations=1)
CLOCKS = {"start_time", "end_time", "timestamp", "workflow_id", "id", "opening"}


def timeless(value: Any) -> Any:
    """A state without its ids and clocks."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if k not in CLOCKS}
    return [timeless(one) for one in value] if isinstance(value, list) else value


@pytest.fixture
def random_walk() -> Strategy:
    """A random walk, developed for two rounds."""
    return developed(limits=FEW._replace(max_iterations=2))


@pytest.fixture
def planted() -> Strategy:
    """An edge that is really there, developed."""
    dataset(momentum(), ticker="EDGE")
    return developed("EDGE", objective="short-term momentum")


def test_a_random_walk_leaves_all_its_rows_and_no_strategy(random_walk: Strategy):
    state = random_walk.state
    require_plain("state", state)
    assert random_walk.final_status in ("MAX_ITERATIONS", "ABANDONED")
    assert random_walk.final_message == state["final_message"]
    assert state["final_strategy"] is None
    rounds = len(state["iteration_history"])
    assert rounds == state["current_iteration"] >= 1
    assert list(random_walk.iterations.values_list("number", flat=True)) == list(
        range(1, rounds + 1)
    )
    variants = Variant.objects.filter(strategy=random_walk)
    assert variants.count() >= 3 * rounds
    assert variants.values("spec_hash").distinct().count() == variants.count()
    assert Backtest.objects.filter(variant__in=variants).count() == 2 * variants.count()
    gates = len(random_walk.profile["criteria"])
    assert GateOutcome.objects.filter(variant__in=variants).count() == gates * variants.count()
    steps = Step.objects.filter(node="research_swarm", item__startswith="agent")
    outputs: list[Any] = [step.output for step in steps]
    assert random_walk.findings.count() == sum(len(output["findings"]) for output in outputs)
    assert random_walk.fact_sheets.count() == 4 * state["research_iteration"]
    assert HoldoutOpening.objects.count() == 0
    assert trial_count(random_walk)["total"] == state["trials"] == Trial.objects.count()


def test_a_verdict_is_found_in_the_other_language_too(random_walk: Strategy):
    for words in ("no strategy", "nenhuma estratégia"):
        assert [*Strategy.objects.filter(STRATEGIES.matching(words))] == [random_walk]


def test_a_planted_edge_is_found_and_held(planted: Strategy):
    state = planted.state
    assert planted.final_status == "SUCCESS", planted.final_message
    assert state["final_strategy"] == state["strategy_variants"][state["best_variant_index"]]
    opening = HoldoutOpening.objects.get()
    assert opening.spec_hash == state["final_strategy"]["spec_hash"]
    row = Backtest.objects.get(segment="holdout")
    assert (row.opening, row.variant.spec_hash) == (opening, opening.spec_hash)
    assert row.sharpe_ratio == state["holdout"]["metrics"]["sharpe_ratio"]
    assert state["holdout"]["holds"] is True
    with pytest.raises(Conflict, match="start another"):
        extend_development(strategy_id=planted.pk, limits={"max_iterations": 50}, wake=False)


def test_the_second_time_on_the_same_memory_is_the_same():
    first = developed()
    CachedResearch.objects.all().delete()
    second = developed()
    assert timeless(second.state) == timeless(first.state)


def test_findings_are_computed_once(monkeypatch: pytest.MonkeyPatch):
    first = developed(limits=ONE)
    kept = CachedResearch.objects.count()
    assert kept == 15 * first.state["research_iteration"]

    async def again(*_args: Any) -> Any:
        raise AssertionError("computed again")

    monkeypatch.setattr("trading.services.researchers.run_agent", again)
    second = developed(limits=ONE)
    assert second.state["research_findings"] == first.state["research_findings"]
    assert CachedResearch.objects.count() == kept


def test_another_history_is_researched_anew():
    developed(limits=ONE)
    kept = CachedResearch.objects.count()
    dataset(walk(300, seed=2), ticker="OTHER")
    developed("OTHER", limits=ONE)
    assert CachedResearch.objects.count() > kept


def test_one_at_its_limit_goes_on_from_where_it_stood():
    first = developed(limits=ONE)
    assert first.final_status == "MAX_ITERATIONS"
    rows = stored()
    history = first.state["iteration_history"]

    going = extend_development(strategy_id=first.pk, limits={"max_iterations": 2}, wake=False)
    assert (going.strategy.pk, going.strategy.final_status) == (first.pk, "")
    run = execute(going.run.pk)
    assert run.status == Run.Status.DONE, run.error
    second = Strategy.objects.get(pk=first.pk)

    assert second.final_status
    assert second.max_iterations == 2
    assert second.state["iteration_history"][:1] == [
        history[0] | {"next_action": history[0]["next_action"]}
    ]
    assert [row.number for row in second.iterations.order_by("number")] == [1, 2]
    assert second.state["trials"] == trial_count(second)["total"]
    assert second.state["research_iteration"] <= second.max_research_iterations
    assert stored()["Strategy"] == rows["Strategy"]


def test_what_cannot_go_on_is_refused_without_a_trace():
    first = developed(limits=ONE)
    fresh = started()
    before = stored()
    cases: list[tuple[int, dict[str, int], type[Exception], str]] = [
        (0, {"max_iterations": 9}, Missing, "there is no strategy 0"),
        (fresh.strategy.pk, {"max_iterations": 9}, Conflict, "has not ended"),
        (first.pk, {}, Conflict, "raise them further"),
        (first.pk, {"max_iterations": 1}, Conflict, "raise them further"),
        (first.pk, {"max_iterations": 101}, ValueError, "max_iterations=101"),
    ]
    for strategy, limits, error, said in cases:
        with pytest.raises(error, match=said):
            extend_development(strategy_id=strategy, limits=limits, wake=False)
    assert stored() == before
    assert Strategy.objects.get(pk=first.pk).final_status == "MAX_ITERATIONS"


def test_variants_and_seed_stay_when_one_goes_on():
    first = developed(limits=ONE)
    wanted = {"max_iterations": 2, "variants": 5, "seed": 9}
    going = extend_development(strategy_id=first.pk, limits=wanted, wake=False)
    assert (going.strategy.variants_wanted, going.strategy.seed) == (3, 7)


def test_an_abandoned_one_has_nothing_to_go_on_with(random_walk: Strategy):
    Strategy.objects.filter(pk=random_walk.pk).update(
        final_status="ABANDONED",
        state=random_walk.state | {
            "trajectory_analysis": None,
            "failure_analysis": random_walk.state["failure_analysis"]
            | {"recommendation": "ABANDON"},
        },
    )  # fmt: skip
    with pytest.raises(Conflict, match="under any limits"):
        extend_development(strategy_id=random_walk.pk, limits={"max_iterations": 99}, wake=False)


def test_a_fork_is_another_that_inherits_the_trials(random_walk: Strategy):
    fork = fork_development(strategy_id=random_walk.pk, limits={"seed": 8}, memory="none",
                            objective="volume", wake=False).strategy  # fmt: skip
    assert (fork.forked_from, fork.ticker, fork.objective) == (random_walk, "WALK", "volume")
    assert (fork.max_iterations, fork.variants_wanted, fork.seed) == (2, 3, 8)
    assert fork.constraints == random_walk.constraints
    assert trial_count(fork)["inherited"] == trial_count(random_walk)["total"]
    execute(Run.objects.get(subject_id=fork.pk).pk)
    ended = Strategy.objects.get(pk=fork.pk)
    assert ended.state["trials"] == trial_count(ended)["total"]
    assert ended.state["trials"] > random_walk.state["trials"]


def test_a_fork_of_nothing_is_refused():
    with pytest.raises(Missing, match="there is no strategy 7"):
        fork_development(strategy_id=7, wake=False)


def test_a_cancelled_one_stops_at_its_next_step_and_can_be_taken_up():
    asked = started()

    def cancel(event: Event) -> None:
        if (event.kind, event.node) == (Event.Kind.STEP, "strategy_dev"):
            cancel_run(run_id=asked.run.pk)

    run = execute(asked.run.pk, on_event=cancel)
    assert run.status == Run.Status.CANCELLED
    assert ended(run) == f"run {run.pk} cancelled"
    strategy = Strategy.objects.get(pk=asked.strategy.pk)
    assert (strategy.final_status, strategy.iterations.count()) == ("", 0)
    assert strategy.variants.count() == 3
    steps = run.steps.count()

    retry_run(run_id=run.pk, wake=False)
    assert execute(run.pk).status == Run.Status.DONE
    assert Step.objects.filter(run=run, fence=1).count() == steps
    assert Strategy.objects.get(pk=strategy.pk).final_status


def test_a_spec_of_ones_own_is_tried_first():
    from trading.strategies.templates import template

    spec = template("obv_trend").make().document() | {"name": "Mine + more"}
    strategy = developed(starting_spec=spec, limits=ONE)
    first = strategy.variants.get(iteration=1, index=0)
    assert (first.name, first.approach) == ("Mine + more", "yours")
    assert strategy.variants.filter(iteration=1).count() == 3


@pytest.mark.parametrize("looked_before", [False, True])
def test_it_is_judged_with_its_own_values_unless_one_looked_before(looked_before: bool):
    from trading.services.spec_backtests import play_spec
    from trading.strategies.templates import template

    spec = template("obv_trend").make().document()
    dataset(ticker="WALK")
    if looked_before:
        play_spec(spec=spec, ticker="WALK", part="train")
    strategy = developed(starting_spec=spec, limits=ONE, profile="calibrated")
    first = strategy.variants.get(iteration=1, index=0)
    assert first.as_written is not looked_before
    assert ("values that it was handed in with" in first.rationale) is first.as_written


@pytest.mark.parametrize(
    "constraints",
    [{"long_only": True}, {"forbidden_indicators": ["rsi", "sma", "roc"]}, {"most_complexity": 12}],
)
def test_constraints_hold_for_every_variant(constraints: dict[str, Any]):
    strategy = developed(constraints=constraints)
    specs = list(strategy.variants.values_list("spec", flat=True))
    assert specs
    for spec in specs:
        if "long_only" in constraints:
            assert spec.get("direction", "long") == "long"
        used = {one["kind"] for one in spec["indicators"].values()}
        assert not used & set(constraints.get("forbidden_indicators", ()))


def test_constraints_that_leave_nothing_end_with_the_reason():
    strategy = developed(constraints={"most_complexity": 1})
    assert strategy.final_status == "ABANDONED"
    assert "no variant to try" in strategy.final_message


def test_a_variant_that_breaks_is_told_and_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch,
):
    from trading.backtest import jobs
    from trading.evidence.worker import HANDLERS

    def breaking(job: Any, frame: Any) -> Any:
        if job["spec"]["name"] == "Greedy":
            raise MemoryError("out of memory")
        return jobs.backtest(job, frame)

    monkeypatch.setitem(HANDLERS, "backtest", breaking)
    spec = {
        "spec_version": 1, "name": "Greedy", "indicators": {"rsi": {"kind": "rsi", "length": 5}},
        "long_entry": {"op": "<", "left": "rsi", "right": 30},
        "long_exit": {"op": ">", "left": "rsi", "right": 50},
    }  # fmt: skip
    strategy = developed(starting_spec=spec, limits=ONE)
    first, *others = strategy.variants.filter(iteration=1)
    assert {row.error for row in first.backtests.all()} != {""}
    assert all(row.error == "" for one in others for row in one.backtests.all())
    entry = ErrorEntry.objects.filter(strategy=strategy).first()
    assert entry is not None
    assert "out of memory" in entry.message
    assert any("out of memory" in line for line in strategy.state["error_log"])
    assert Trial.objects.filter(strategy=strategy, source="backtest").count() == 3


def test_a_failure_of_the_run_is_in_its_report(monkeypatch: pytest.MonkeyPatch):
    async def broken(*_args: Any) -> Any:
        raise ArithmeticError("the bench fell over")

    monkeypatch.setattr("trading.services.bench.PoolBench.backtest", broken)
    asked = started()
    run = execute(asked.run.pk)
    assert run.status == Run.Status.FAILED
    report = strategy_report(strategy_id=asked.strategy.pk)
    assert report["error_log"] == ["run: parallel_backtest: the bench fell over (ArithmeticError)"]
    assert Backtest.objects.count() == Iteration.objects.count() == 0


def test_the_report_is_the_state_with_what_else_is_known(random_walk: Strategy):
    report = strategy_report(strategy_id=random_walk.pk)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert report["id"] == random_walk.pk
    said = state_in_words(random_walk.state, random_walk)
    # Its codes are the sheet's: it is made again from there.
    said["research_synthesis"] = said["research_synthesis"].replace(" %", "%")
    own = [name for name in random_walk.state if name not in ("trials", "error_log")]
    assert {name: report[name] for name in own} == {name: said[name] for name in own}
    assert report["trials"] == report["trial_counts"]["total"]
    assert report["data"]["sha256"] == random_walk.dataset.sha256
    assert report["gates"] == random_walk.profile
    with pytest.raises(Missing):
        strategy_report(strategy_id=0)


class TestFromPython:
    """`execute_workflow` and `stream_workflow`."""

    @pytest.fixture(autouse=True)
    def _prices(self) -> None:
        dataset()

    def test_it_returns_the_final_state(self):
        from trading.services import execute_workflow

        state = asyncio.run(execute_workflow("WALK", "momentum", 1, variants=3, seed=7,
                                             memory="none"))  # fmt: skip
        strategy = Strategy.objects.get()
        assert state == strategy.state
        assert (state["max_iterations"], state["seed"], state["variants"]) == (1, 7, 3)
        assert (strategy.objective, state["user_objective"]) == ("momentum", "momentum")

    def test_it_yields_an_event_a_node_then_the_end(self):
        from trading.services import stream_workflow

        async def watched() -> list[dict[str, Any]]:
            return [event async for event in stream_workflow("WALK", max_iterations=1)]

        events = asyncio.run(watched())
        assert [list(event) for event in events] == [
            ["research_swarm"], ["strategy_dev"], ["parallel_backtest"], ["quality_gate"],
            ["__end__"],
        ]  # fmt: skip
        assert events[2]["parallel_backtest"]["backtest_results"]
        assert events[-1]["__end__"]["final_status"]

    @pytest.mark.parametrize("monitored", [True, False])
    def test_without_monitoring_it_is_not_traced(self, monitored: bool):
        from config.runs.tracing import TRACED
        from trading.services import execute_workflow

        asyncio.run(execute_workflow("WALK", max_iterations=1, enable_monitoring=monitored))
        assert Run.objects.get().params.get(TRACED, True) == monitored

    def test_what_is_refused_is_raised(self):
        from trading.services import execute_workflow

        with pytest.raises(ValueError, match="known: AAPL"):
            asyncio.run(execute_workflow("NOPE"))
        assert Strategy.objects.count() == 0

    def test_a_failure_is_raised_with_its_reason(self, monkeypatch: pytest.MonkeyPatch):
        from trading.services import execute_workflow
        from trading.services.workflow import WorkflowFailed

        async def broken(*_args: Any) -> Any:
            raise ArithmeticError("the bench fell over")

        monkeypatch.setattr("trading.services.bench.PoolBench.backtest", broken)
        with pytest.raises(WorkflowFailed, match="parallel_backtest: the bench fell over"):
            asyncio.run(execute_workflow("WALK", max_iterations=1))


@pytest.mark.parametrize("cash", [60, 84])  # below all prices; below those from validation on
@pytest.mark.parametrize(
    ("language", "remedy"), [("en", "fractions of a unit"), ("pt", "frações de uma unidade")]
)
def test_a_unit_that_costs_more_than_the_cash_is_named(cash: int, language: str, remedy: str):
    dataset(momentum(), ticker="EDGE")
    constraints = {"cash": cash, "fractions": False}
    strategy = developed("EDGE", limits=ONE, language=language, constraints=constraints)
    assert strategy.state["failure_analysis"]["cause"] == "too_dear"
    assert remedy in strategy.final_message
    traded = [b.metrics["total_trades"] for b in Backtest.objects.filter(segment="train")]
    assert any(traded) == (cash == 84)

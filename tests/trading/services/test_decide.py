"""A person's decision on a development: on record, in force, with a reason."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection

from config.desk.decisions import put_in_force
from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.error_texts import TranslatableError
from config.runs.models import Run
from tests.people import person
from tests.trading.helpers import make_developed, make_holdout, make_variant
from tests.trading.services.inline import started, stored
from trading.models import Strategy, StrategyDecision, Variant
from trading.services.decide import abandon_strategy, accept_variant, extend_limits, send_back

pytestmark = pytest.mark.django_db
FAILED = {"failure_class": "DESIGN_FLAW", "cause": "drawdown", "recommendation": "REFINE_ALGORITHM",
          "root_cause": "it falls too deep"}  # fmt: skip
STATE = {"current_iteration": 1, "strategy_iteration": 1, "research_iteration": 1,
         "max_iterations": 1, "max_strategy_iterations": 5, "max_research_iterations": 3,
         "failure_analysis": FAILED, "trajectory_analysis": None}  # fmt: skip


@pytest.fixture
def strategy() -> Strategy:
    """Ana's, at its limit after one round, as its run left it."""
    made = make_developed(
        owner=person("ana"), max_iterations=1, state=STATE, final_message="none found"
    )
    put_in_force(made.decisions, source="forced", after="MAX_ITERATIONS", reason="none found")
    return made


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


def the_variant(strategy: Strategy) -> Variant:
    return strategy.variants.get(iteration=1)


def accept(strategy: Strategy, **options: Any) -> StrategyDecision:
    asked: dict[str, Any] = {
        "variant_id": the_variant(strategy).pk,
        "reason": "good enough",
    } | options
    return accept_variant(strategy_id=strategy.pk, **asked)


def test_an_accepted_variant_is_in_force_and_named(strategy, rita):
    decision = accept(strategy, user=rita, reason=" good enough\r\nfor me ")
    assert strategy.decisions.get(current=True) == decision
    assert (decision.source, decision.before, decision.after) == (
        "human", "MAX_ITERATIONS", "ACCEPTED",
    )  # fmt: skip
    assert (decision.variant, decision.user) == (the_variant(strategy), rita)
    assert decision.reason == "good enough\nfor me"


def test_what_the_gates_said_is_never_rewritten(strategy, rita):
    gates = list(the_variant(strategy).gates.values_list("name", "passed"))
    accept(strategy, user=rita)
    abandon_strategy(strategy_id=strategy.pk, reason="no", user=rita)
    kept = Strategy.objects.get(pk=strategy.pk)
    assert (kept.final_status, kept.final_message) == ("MAX_ITERATIONS", "none found")
    assert list(the_variant(strategy).gates.values_list("name", "passed")) == gates


def test_the_history_is_appended(strategy, rita):
    accept(strategy, user=rita)
    abandon_strategy(strategy_id=strategy.pk, reason="on second thought", actor="console")
    assert [
        (row.source, row.before, row.after, row.current, row.actor)
        for row in strategy.decisions.all()
    ] == [
        ("forced", "", "MAX_ITERATIONS", False, ""),
        ("human", "MAX_ITERATIONS", "ACCEPTED", False, ""),
        ("human", "ACCEPTED", "ABANDONED", True, "console"),
    ]


def refused(strategy: Strategy, error: type[Exception], said: str, **options: Any) -> None:
    before = stored()
    with pytest.raises(error, match=said):
        accept(strategy, **options)
    assert stored() == before
    assert strategy.decisions.get(current=True).source == "forced"


@pytest.mark.parametrize(
    ("reason", "error", "said"),
    [
        ("", Refusal, "needs a reason"),
        (" \n", Refusal, "needs a reason"),
        ("a\x00b", TranslatableError, "control character at position 2"),
        ("a \udcff", TranslatableError, "control character"),
        ("a" * 5_001, TranslatableError, "5001 characters"),
    ],
)
def test_a_reason_is_needed_that_can_be_read(strategy, reason, error, said):
    refused(strategy, error, said, reason=reason)


def test_a_researcher_decides_on_nothing(strategy):
    refused(strategy, NotAllowed, "only a reviewer", user=person("eva"))
    refused(strategy, NotAllowed, "only a reviewer", user=strategy.owner)


def test_nobody_decides_on_a_strategy_of_their_own(strategy, rita):
    Strategy.objects.update(owner=rita)
    refused(strategy, NotAllowed, "your own", user=rita)


def test_a_variant_of_another_strategy_is_not_there(strategy):
    other = make_variant(make_developed(ticker="IBM", rounds=0))
    refused(strategy, Missing, f"has no variant {other.pk}", variant_id=other.pk)


def test_what_did_not_come_through_its_backtests_is_not_accepted(strategy):
    untried = make_variant(strategy, iteration=2)
    refused(strategy, Conflict, "nothing to accept", variant_id=untried.pk)
    the_variant(strategy).backtests.filter(segment="train").update(error="out of memory")
    refused(strategy, Conflict, "nothing to accept")


def test_while_a_run_is_at_work_nobody_decides(strategy):
    Run.objects.create(kind="development", subject_id=strategy.pk)
    refused(strategy, Conflict, "is queued: wait for it or cancel it")


def test_no_strategy():
    with pytest.raises(Missing, match="there is no strategy 404"):
        abandon_strategy(strategy_id=404, reason="x")


def test_the_one_who_is_late_is_told_what_changed(strategy, rita):
    seen = strategy.decisions.get().pk
    accept(strategy, user=rita, expected=seen)
    for act in (
        lambda: abandon_strategy(strategy_id=strategy.pk, reason="x", expected=seen),
        lambda: send_back(strategy_id=strategy.pk, guidance="x", expected=seen),
        lambda: extend_limits(strategy_id=strategy.pk, limits={}, reason="x", expected=seen),
        lambda: accept(strategy, expected=0),
    ):
        with pytest.raises(Conflict, match="meanwhile: accepted by rita .*good enough"):
            act()


def test_who_saw_no_decision_decides_where_there_is_none():
    strategy = make_developed()
    assert accept(strategy, expected=0).before == ""
    with pytest.raises(Conflict, match="meanwhile"):
        accept(strategy, expected=0)


@pytest.mark.django_db(transaction=True)
def test_of_several_who_decide_on_what_they_saw_exactly_one_wins(strategy):
    seen = strategy.decisions.get().pk
    rivals = 4
    start = threading.Barrier(rivals)

    def race(number: int) -> str:
        start.wait()
        try:
            accept(strategy, reason=f"rival {number}", expected=seen)
        except Refusal as error:
            return str(error).partition(":")[0]
        else:
            return "won"
        finally:
            connection.close()

    with ThreadPoolExecutor(rivals) as pool:
        results = Counter(pool.map(race, range(rivals)))
    assert results == {"won": 1, "somebody decided meanwhile": rivals - 1}
    assert strategy.decisions.get(current=True).source == "human"


def test_sent_back_it_goes_on_for_one_round(strategy, rita):
    run = send_back(strategy_id=strategy.pk, guidance="momentum", user=rita, wake=False)
    now = Strategy.objects.get(pk=strategy.pk)
    decision = strategy.decisions.get(current=True)
    assert (decision.after, decision.reason, decision.user) == ("SENT_BACK", "momentum", rita)
    assert (now.final_status, now.max_iterations) == ("", 2)
    assert run.params["state"]["max_iterations"] == 2
    assert run.params["guidance"] == ["momentum"]
    assert run.params["guided"] is True
    assert run.created_by == rita


def test_limits_that_were_asked_for_stay_when_it_is_sent_back(strategy):
    Strategy.objects.filter(pk=strategy.pk).update(max_iterations=9, final_status="ABANDONED")
    run = send_back(strategy_id=strategy.pk, guidance="x", wake=False)
    assert Strategy.objects.get(pk=strategy.pk).max_iterations == 9
    assert run.params["state"]["max_iterations"] == 2


@pytest.mark.parametrize(
    ("recommendation", "guidance", "action"),
    [
        ("REFINE_ALGORITHM", "better", "REFINE_ALGORITHM"),
        ("TUNE_PARAMETERS", "better", "TUNE_PARAMETERS"),
        ("REFINE_RESEARCH", "look again", "REFINE_RESEARCH"),
        ("REFINE_RESEARCH", "try momentum", "REFINE_ALGORITHM"),
        ("REFINE_RESEARCH", "long only", "REFINE_ALGORITHM"),
        ("ABANDON", "look again", "REFINE_ALGORITHM"),
    ],
)
def test_the_round_does_what_numbers_and_guidance_ask_for(
    strategy, recommendation, guidance, action
):
    failure = FAILED | {"recommendation": recommendation}
    Strategy.objects.filter(pk=strategy.pk).update(state=STATE | {"failure_analysis": failure})
    run = send_back(strategy_id=strategy.pk, guidance=guidance, wake=False)
    assert run.params["state"]["next_action"] == action


def test_a_seen_holdout_is_not_tuned_on(strategy):
    make_holdout(the_variant(strategy))
    before = stored()
    for act in (
        lambda: send_back(strategy_id=strategy.pk, guidance="x", wake=False),
        lambda: extend_limits(
            strategy_id=strategy.pk, limits={"max_iterations": 9}, reason="x", wake=False
        ),
    ):
        with pytest.raises(Conflict, match="sealed holdout"):
            act()
    assert stored() == before
    assert strategy.decisions.get().current


def test_what_has_not_ended_is_not_sent_back():
    asked = started()
    Run.objects.update(status="failed", finished_at=asked.run.created_at)
    with pytest.raises(Conflict, match="retry its run"):
        send_back(strategy_id=asked.strategy.pk, guidance="x", wake=False)


def test_what_ended_before_its_first_round_does_not_go_on(strategy):
    Strategy.objects.filter(pk=strategy.pk).update(state={})
    with pytest.raises(Conflict, match="no round to go on from"):
        send_back(strategy_id=strategy.pk, guidance="x", wake=False)
    with pytest.raises(Conflict, match="no round to go on from"):
        extend_limits(strategy_id=strategy.pk, limits={"max_iterations": 9}, reason="x", wake=False)


def test_extended_limits_are_on_record(strategy, rita):
    run = extend_limits(
        strategy_id=strategy.pk, limits={"max_iterations": 3}, reason="close", user=rita,
        wake=False,
    )  # fmt: skip
    decision = strategy.decisions.get(current=True)
    assert (decision.after, decision.reason) == ("EXTENDED", "close")
    assert Strategy.objects.get(pk=strategy.pk).max_iterations == 3
    assert (run.params["guided"], run.params["guidance"]) == (False, [])


def test_limits_that_help_nothing_leave_no_decision(strategy):
    with pytest.raises(Conflict, match="raise them further"):
        extend_limits(strategy_id=strategy.pk, limits={"max_iterations": 1}, reason="x")
    assert strategy.decisions.get().after == "MAX_ITERATIONS"


def test_earlier_guidance_goes_with_a_later_run(strategy):
    put_in_force(strategy.decisions, source="human", after="SENT_BACK", reason="no momentum")
    limits = {"max_iterations": 3}
    run = extend_limits(strategy_id=strategy.pk, limits=limits, reason="x", wake=False)
    assert run.params["guidance"] == ["no momentum"]


def test_a_long_reason_is_quoted_short(strategy, rita):
    abandon_strategy(strategy_id=strategy.pk, reason="luck " * 900, user=rita)
    with pytest.raises(Conflict) as refused:
        abandon_strategy(strategy_id=strategy.pk, reason="too", user=rita, expected=0)
    assert len(str(refused.value)) < 400

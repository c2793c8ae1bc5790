"""Ends as decisions, and developments that go on with guidance, run to their end."""

from __future__ import annotations

import pytest

from config.runs.execution import execute
from config.runs.models import Run
from config.runs.services import retry_run
from tests.people import person
from tests.trading.services.inline import FEW, developed, momentum, started
from tests.trading.services.test_execute import timeless
from tests.trading.storage.stored import dataset
from trading.memory import trial_count
from trading.models import SpecBacktest, Strategy, StrategyDecision
from trading.services.certificate import certificate_of, verify_document
from trading.services.certificate.verification import Recomputed
from trading.services.decide import abandon_strategy, accept_variant, send_back

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("inline")]
ONE = FEW._replace(max_iterations=1)


def decisions(strategy: Strategy) -> list[tuple[str, str, str, bool]]:
    return [(row.source, row.before, row.after, row.current) for row in strategy.decisions.all()]


def test_an_end_at_a_limit_is_a_forced_decision_with_its_message():
    strategy = developed(limits=ONE)
    [row] = strategy.decisions.all()
    assert (row.source, row.before, row.after) == ("forced", "", "MAX_ITERATIONS")
    assert (row.reason, row.variant, row.user) == (strategy.final_message, None, None)


def test_a_success_is_the_agents_decision_and_names_the_variant():
    dataset(momentum(), ticker="EDGE")
    strategy = developed("EDGE", objective="short-term momentum")
    [row] = strategy.decisions.all()
    assert (row.source, row.after, row.reason) == ("agent", "SUCCESS", strategy.final_message)
    assert row.variant is not None
    assert row.variant.spec_hash == strategy.state["final_strategy"]["spec_hash"]


def test_giving_up_is_the_agents_decision():
    strategy = developed(constraints={"most_complexity": 1})
    assert decisions(strategy) == [("agent", "", "ABANDONED", True)]


def test_a_run_that_failed_decides_nothing_and_its_retry_decides_once(monkeypatch):
    asked = started(limits=ONE)

    def broken(*_args: object) -> None:
        raise ArithmeticError("the books do not balance")

    with monkeypatch.context() as patch:
        patch.setattr("trading.services.execute.remember", broken)
        assert execute(asked.run.pk).status == Run.Status.FAILED
    assert StrategyDecision.objects.count() == 0
    retry_run(run_id=asked.run.pk, wake=False)
    assert execute(asked.run.pk).status == Run.Status.DONE
    assert decisions(asked.strategy) == [("forced", "", "MAX_ITERATIONS", True)]


def test_sent_back_it_designs_what_the_guidance_names_and_ends_again():
    first = developed(limits=ONE)
    tried = set(first.variants.values_list("template", flat=True))
    assert "donchian_breakout" not in tried
    run = send_back(strategy_id=first.pk, guidance="try a Donchian breakout", wake=False)
    assert execute(run.pk).status == Run.Status.DONE
    second = Strategy.objects.get(pk=first.pk)

    round_two = second.variants.filter(iteration=2).order_by("index")
    assert round_two[0].template == "donchian_breakout"
    assert second.iterations.count() == 2
    assert second.state["iteration_history"][0] == first.state["iteration_history"][0]
    assert second.state["trials"] == trial_count(second)["total"]
    assert decisions(second) == [
        ("forced", "", "MAX_ITERATIONS", False),
        ("human", "MAX_ITERATIONS", "SENT_BACK", False),
        ("forced", "SENT_BACK", second.final_status, True),
    ]


def test_the_same_guidance_leads_to_the_same():
    states = []
    for _time in range(2):
        strategy = developed(limits=ONE)
        run = send_back(strategy_id=strategy.pk, guidance="momentum, low risk", wake=False)
        execute(run.pk)
        states.append(timeless(Strategy.objects.get(pk=strategy.pk).state))
    assert states[0] == states[1]


def test_the_certificate_of_one_whose_owner_played_specs_meanwhile_holds():
    strategy = developed(limits=ONE)
    found = strategy.dataset
    for number in range(40):
        SpecBacktest.objects.create(
            dataset=found, name="mine", spec={}, spec_hash=f"{number:064}", part="train",
            date_from=found.first_at, date_to=found.last_at, engine="compiled", cash=1e4,
            commission=0.0,
        )  # fmt: skip
    run = send_back(strategy_id=strategy.pk, guidance="try an RSI", wake=False)
    assert execute(run.pk).status == Run.Status.DONE
    strategy.refresh_from_db()
    assert trial_count(strategy)["inherited"] == 40
    by_then = strategy.state["iteration_history"][0]["trials"]
    assert (
        Recomputed(strategy)._trials_by(1) == by_then == strategy.trials.filter(iteration=1).count()
    )
    told = verify_document(certificate_of(strategy))
    assert [line for line in told.lines if not line.agrees] == []


def test_what_a_person_decided_on_a_failed_run_outlives_its_retry(monkeypatch):
    asked = started(limits=ONE)
    with monkeypatch.context() as patch:
        patch.setattr("trading.services.execute.remember", lambda **_: 1 / 0)
        execute(asked.run.pk)
    variant = asked.strategy.variants.order_by("pk")[0]
    accept_variant(
        strategy_id=asked.strategy.pk, variant_id=variant.pk, reason="fine",
        user=person("rita", "reviewer"),
    )  # fmt: skip
    retry_run(run_id=asked.run.pk, wake=False)
    execute(asked.run.pk)
    assert decisions(asked.strategy) == [
        ("human", "", "ACCEPTED", True),
        ("forced", "ACCEPTED", "MAX_ITERATIONS", False),
    ]


def test_a_human_end_is_replaced_by_what_a_later_round_comes_to():
    strategy = developed(limits=ONE)
    abandon_strategy(strategy_id=strategy.pk, reason="no")
    run = send_back(strategy_id=strategy.pk, guidance="one more", wake=False)
    execute(run.pk)
    assert strategy.decisions.get(current=True).source in ("forced", "agent")

"""The parts of a development's page, from rows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people import person
from tests.trading.helpers import (
    make_developed,
    make_finding,
    make_holdout,
    make_iteration,
    make_strategy,
    make_variant,
)
from trading.domain.gates import best_round
from trading.models import ErrorEntry, FactSheet, Strategy, StrategyDecision
from trading.presenting.request_facts import facts
from trading.presenting.result import holdout_lines, trials
from trading.presenting.run_page import (
    changed_parts,
    chart,
    research_part,
    round_lines,
    seen_of,
    verdict,
)
from trading.services.page_facts import course, research_of, rest_of
from trading.services.report import strategy_report

pytestmark = pytest.mark.django_db


@pytest.fixture
def three() -> Strategy:
    """Three rounds, the second of which was the best."""
    strategy = make_developed(rounds=3)
    strategy.iterations.filter(number=2).update(best_score=0.6)
    return strategy


def told(strategy: Strategy) -> dict[str, str]:
    return dict(facts(strategy, rest_of(strategy, person("ana"))))


def test_what_was_asked_is_told_in_words():
    asked = told(make_strategy(constraints={"long_only": True, "forbidden_indicators": ["rsi"],
                                            "commission": 0.001, "cash": 10_000.0}))  # fmt: skip
    assert asked["constraints"] == "long only; without rsi"
    assert asked["costs"] == "0.10% a side, on 10,000 of cash"
    assert asked["gates"] == "profile classic: 7 gates, score to pass 0.70"
    assert asked["memory"] == "none: nothing was recalled"
    assert asked["seed"] == "7"


def test_what_was_not_asked_is_not_told():
    assert not {"constraints", "starting spec", "only bars"} & told(make_strategy()).keys()


def test_the_iterations_are_in_order_with_the_best_one_marked(three: Strategy):
    lines = round_lines(course(three))
    assert [(line.row.number, line.best) for line in lines] == [(1, False), (2, True), (3, False)]
    assert (lines[0].cause, lines[0].missed, lines[0].variants) == (
        "drawdown", ["max_drawdown"], 1,
    )  # fmt: skip


def test_without_a_score_there_is_no_best_one():
    strategy = make_strategy()
    make_iteration(strategy, best_score=None)
    assert best_round(list(strategy.iterations.all())) is None


def test_the_chart_has_a_point_an_iteration_and_gaps_where_there_is_no_figure(three: Strategy):
    three.iterations.filter(number=3).update(best_sharpe=None)
    drawn = chart(course(three))
    assert (drawn["iterations"], drawn["scores"]) == ([1, 2, 3], [0.4, 0.6, 0.4])
    assert (drawn["sharpes"][2], drawn["pass"]) == (None, 0.7)


def test_significant_findings_come_first_then_the_order_of_the_agents():
    strategy = make_strategy()
    make_finding(strategy, agent="volume", name="b", significant=False)
    make_finding(strategy, agent="trend", name="a", significant=False)
    make_finding(strategy, agent="pattern", name="c", significant=True)
    card = research_part(research_of(strategy)).cards[0]
    assert [line.row.agent for line in card.lines] == ["pattern", "trend", "volume"]
    assert card.significant == 1


def test_the_newest_round_of_research_is_shown_unless_another_is_named():
    strategy = make_strategy()
    for number in (1, 2):
        make_finding(strategy, research_iteration=number, name=f"of {number}")
        FactSheet.objects.create(strategy=strategy, research_iteration=number, text="t",
                                 domain="technical", with_data=5, of=5)  # fmt: skip

    def shown(number: int) -> Any:
        part = research_part(research_of(strategy, number))
        return part.number, [line.row.name for line in part.cards[0].lines]

    assert shown(0) == (2, ["of 2"])
    assert shown(1) == (1, ["of 1"])
    assert shown(9) == (2, ["of 2"])


def test_trials_are_weighed_against_what_luck_alone_would_show():
    strategy = make_developed(trials=40)
    found = trials(strategy, list(strategy.iterations.all()), rest_of(strategy, person("ana")))
    assert (found.own, found.inherited, found.total) == (40, 0, 40)
    assert found.luck is not None
    assert 0.4 < found.luck < 1.2


def test_an_opening_counts_those_before_it_of_the_same_bars():
    first, second = make_developed(), make_developed()
    for strategy in (first, second):
        make_holdout(strategy.variants.get())
    rest = rest_of(second, person("ana"))
    [line] = holdout_lines(second, rest.openings)
    assert (line.before, rest.openings_of_ticker, line.passed) == (1, 2, False)


def test_one_without_an_opening_is_sealed():
    assert rest_of(make_developed(), person("ana")).openings == []


def test_the_verdict_is_the_decision_in_force():
    strategy = make_developed()
    decision = StrategyDecision.objects.create(
        strategy=strategy, source="human", after="ACCEPTED", user=person("rita"),
        reason="good enough",
    )  # fmt: skip
    found = verdict(course(strategy), decision)
    assert (found.status, found.source, found.name) == ("ACCEPTED", "human", "rita")
    assert found.tone == "approved"


def test_without_a_recorded_decision_its_own_end_is_the_verdict():
    found = verdict(course(make_developed()), None)
    assert (found.status, found.source, found.tone) == (
        "MAX_ITERATIONS", "forced", "needs_refinement",
    )  # fmt: skip


def test_only_what_is_new_is_sent_again(three: Strategy):
    before = seen_of(course(three))
    assert changed_parts(before, seen_of(course(three))) == set()
    ErrorEntry.objects.create(strategy=three, iteration=1, node="x", message="m")
    make_iteration(three, make_variant(three, iteration=4), number=4)
    assert changed_parts(before, seen_of(course(three))) == {"now", "rounds", "errors"}


@pytest.mark.parametrize("have", ["", "x", "1.2", "." * 9])
def test_a_page_that_cannot_tell_what_it_has_gets_all(three: Strategy, have: str):
    assert changed_parts(have, seen_of(course(three))) == {"now", "findings", "rounds", "errors"}


def test_a_volume_that_foretells_is_told_beside_results():
    strategy, ana = make_strategy(), person("ana")
    assert "warning" not in dict(facts(strategy, rest_of(strategy, ana)))
    assert "marks" not in strategy_report(strategy_id=strategy.pk)["data"]
    strategy.dataset.cautions = [
        {"code": "idle", "params": {"count": 3}},
        {"code": "foretells", "params": {"correlation": "-0.44"}},
    ]
    strategy.dataset.save()
    warning = dict(facts(strategy, rest_of(strategy, ana)))["warning"]
    assert warning.startswith("the volume foretells the next bar's move (rank correlation −0.44)")
    assert strategy_report(strategy_id=strategy.pk)["data"]["marks"] == [warning]

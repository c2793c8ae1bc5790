"""Gates in stages: the cheap ones first, evidence for what passed them, then all together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from config.runs.ledger import require_plain
from config.runs.port import MemorySteps, StepKey
from tests.trading.graph.fakes import CLOSE, Holdout, Script, context, develop, plays, states
from tests.trading.graph.staged import Examiner, Ledger, answer, finds, staged
from trading.domain.calculation import CAUTIOUS
from trading.domain.limits import Limits
from trading.domain.profiles import CALIBRATED
from trading.graph import initial_state

WEAK = finds(efficiency=0.1)


def gate(state: Any, name: str, variant: int = 0, segment: str = "walk_forward") -> Any:
    rows = state["quality_gate_results"][variant]["criteria"]
    return next(row for row in rows if (row["segment"], row["name"]) == (segment, name))


def test_only_what_passed_the_cheap_gates_is_examined() -> None:
    bench = Examiner()
    final = develop(staged([plays(**CLOSE), plays(), plays(error="it broke")], bench=bench), seed=9)
    assert bench.examined == [("1.1", 9)]
    assert [one is not None for one in final["evidence"]] == [False, True, False]


def test_what_passes_all_gates_is_the_strategy() -> None:
    final = develop(staged([plays(**CLOSE), plays()]))
    assert (final["final_status"], final["final_strategy"]["name"]) == ("SUCCESS", "1.1")
    assert [row["passed_all_gates"] for row in final["quality_gate_results"]] == [False, True]


def test_evidence_that_was_not_reached_says_so() -> None:
    final = develop(staged([plays(**CLOSE), plays()]))
    row = gate(final, "psr")
    assert (row["value"], row["passed"], row["reason"]) == (None, False, "not_reached")
    assert "reason" not in gate(final, "sharpe_ratio", segment="validation")


def test_variants_are_examined_side_by_side() -> None:
    bench = Examiner()
    develop(staged([plays(), plays(), plays()], bench=bench))
    assert bench.most_examined == 3


@pytest.mark.parametrize(
    ("found", "missed"),
    [
        (finds(sharpe_ratio=0.79), "sharpe_ratio"),
        (finds(psr=0.94), "psr"),
        (finds(permutation_p=0.05), "permutation_p"),
        (finds(efficiency=0.49), "efficiency"),
        (finds(double_cost_sharpe=0.0), "double_cost_sharpe"),
        (finds(enough_evidence=None), "enough_evidence"),
        (finds(before={"plateau": 0.69}), "plateau"),
        (finds(before={"look_ahead": 1.0}), "look_ahead"),
    ],
)
def test_each_evidence_is_required(found: Any, missed: str) -> None:
    holdout = Holdout()
    ports = staged([plays()], bench=Examiner({"1.0": found}), holdout=holdout)
    final = develop(ports, max_iterations=1)
    failed = [row["name"] for row in final["quality_gate_results"][0]["criteria"]
              if not row["passed"]]  # fmt: skip
    assert (failed, holdout.opened) == ([missed], [])


@pytest.mark.parametrize(
    ("ledger", "missed"),
    [(Ledger(dsr=0.9), "dsr"), (Ledger(pbo=0.21), "pbo"), (Ledger(pbo=None), "pbo"),
     (None, "dsr")],
)  # fmt: skip
def test_what_all_trials_leave_of_it_is_required(ledger: Any, missed: str) -> None:
    final = develop(staged([plays()], ledger=ledger), max_iterations=1)
    assert final["final_strategy"] is None
    segment = "trials" if missed == "pbo" else "walk_forward"
    assert gate(final, missed, segment=segment)["passed"] is False


def test_too_little_evidence_says_what_would_be_enough() -> None:
    said = answer(None, "few_trades", trades=7, bars=300, needed=30)
    found = finds(enough_evidence=None, answers={"walk_forward.enough_evidence": said})
    final = develop(staged([plays()], bench=Examiner({"1.0": found})), max_iterations=1)
    row = gate(final, "enough_evidence")
    assert (row["passed"], row["reason"], row["details"]["needed"]) == (False, "few_trades", 30)


def test_a_plateau_without_neighbours_does_not_apply() -> None:
    said = {"before_holdout.plateau": answer(None, "no_neighbours")}
    found = finds(before={"plateau": None}, answers=said)
    final = develop(staged([plays()], bench=Examiner({"1.0": found})))
    row = gate(final, "plateau", segment="before_holdout")
    assert (row["applicable"], row["passed"], row["weight"]) == (False, True, 0.0)
    assert final["final_status"] == "SUCCESS"
    assert final["iteration_history"][0]["best_score"] == pytest.approx(1.0)


def test_trials_are_counted_once_all_are_examined() -> None:
    ledger = Ledger()
    final = develop(staged([plays(**CLOSE), plays(), plays()], ledger=ledger))
    assert ledger.asked == [{"1": [0.08, 1_500, 0.0, 3.0], "2": [0.08, 1_500, 0.0, 3.0]}]
    assert final["trial_ledger"]["effective"] == 6
    assert gate(final, "dsr", 1)["details"] == {"luck": 0.04, "trials": 6}


def test_the_trials_of_examinations_count() -> None:
    final = develop(staged([plays(), plays()], bench=Examiner({"1.0": finds(trials=11)})))
    assert final["trials"] == 2 + 11 + 3
    assert final["iteration_history"][0]["trials"] == final["trials"]
    assert final["evidence"][0]["trials"] == 11


def test_an_examination_that_fails_leaves_the_others_alone() -> None:
    bench = Examiner({"1.0": finds(error="a worker was killed")})
    final = develop(staged([plays(sharpe_ratio=3.0), plays()], bench=bench))
    assert (final["final_status"], final["final_strategy"]["name"]) == ("SUCCESS", "1.1")
    assert final["error_log"] == ["quality_gate: 1.0: a worker was killed"]
    assert gate(final, "psr")["reason"] == "broken"


def test_one_that_fails_for_all_is_a_bug() -> None:
    bench = Examiner({"1.0": finds(error="a worker was killed")})
    final = develop(staged([plays()], bench=bench), max_iterations=1)
    assert final["failure_analysis"]["failure_class"] == "ALGORITHM_BUG"
    assert "a worker was killed" in final["failure_analysis"]["root_cause"]


def test_a_crash_repeats_no_examination() -> None:
    steps, bench, ledger = MemorySteps(), Examiner(), Ledger()
    first = develop(staged([plays()], steps=steps, bench=bench, ledger=ledger))
    del steps.outputs[StepKey("quality_gate", 1)]
    again = develop(staged([plays()], steps=steps, bench=bench, ledger=ledger))
    assert (len(bench.examined), len(ledger.asked)) == (1, 1)
    assert again == first


def test_how_much_was_tried_is_told_of_a_development_without_evidence() -> None:
    ledger, bench = Ledger(), Examiner()
    final = develop(staged([plays(**CLOSE)], ledger=ledger, bench=bench), max_iterations=3)
    assert (bench.examined, ledger.asked) == ([], [{}, {}, {}])  # each round is judged by it
    assert final["trial_ledger"]["raw"] == 40


def test_luck_is_that_of_the_independent_tries_wherever_it_is_named() -> None:
    state = initial_state(ticker="AAPL", limits=Limits(max_iterations=3), trials=50_000)
    final = develop(staged([plays(0.39, **CLOSE)]), state)
    analysis = final["failure_analysis"]
    assert analysis["cause"] == "nothing_works"
    assert analysis["values"]["luck"] == final["trial_ledger"]["luck"] == 0.4
    assert analysis["statistical_assessment"]["expected_best_by_luck"] == 0.4
    assert "luck alone would show 0.40" in final["final_message"]
    above = develop(staged([plays(0.41, **CLOSE)]), state)
    assert above["failure_analysis"]["cause"] == "near_miss"


def test_the_gates_judge_this_rounds_evidence_alone() -> None:
    bench = Examiner({"1.0": WEAK})
    seen = states(staged([plays()], [plays(**CLOSE)], bench=bench), max_iterations=2)
    assert seen[-1]["evidence"] == [None]
    assert gate(seen[-1], "efficiency")["reason"] == "not_reached"


def test_gates_without_evidence_ask_for_none() -> None:
    bench, ledger = Examiner(), Ledger()
    final = develop(context([plays()], bench=bench, ledger=ledger))
    assert (bench.examined, ledger.asked) == ([], [])
    assert (final["evidence"], final["trial_ledger"]) == (None, None)
    assert set(final["quality_gate_results"][0]["criteria"][0]) == {
        "name", "segment", "operator", "threshold", "soft", "weight", "required", "value",
        "score", "passed", "margin",
    }  # fmt: skip


def test_all_of_it_is_plain_json() -> None:
    require_plain("state", develop(staged([plays(), plays(**CLOSE)])))


def test_a_line_that_is_overfitted_is_dropped_in_the_log() -> None:
    final = develop(staged([plays(kind="volume")], ledger=Ledger(pbo=0.6)), max_iterations=1)
    entry = final["iteration_history"][0]
    assert final["failure_analysis"]["cause"] == "overfitted_line"
    assert (entry["dropped"], entry["chances"]) == (["volume"], {"volume": 0.01})


def test_when_entries_of_several_kinds_are_no_better_than_random_it_ends() -> None:
    random = finds(permutation_p=0.7)
    bench = Examiner({"1.0": random, "2.0": random})
    rounds = [plays(kind="trend")], [plays(kind="volume")]
    final = develop(staged(*rounds, bench=bench))
    assert [entry["failure_class"] for entry in final["iteration_history"]] == [
        "RESEARCH_GAP", "FUNDAMENTAL_IMPOSSIBILITY",
    ]  # fmt: skip
    assert final["final_status"] == "ABANDONED"


HANDED_IN = {"as_written": True}
EARNING = finds(hedged=[0.09, 2_200, 0.0, 3.0])


def calibrated(*rounds: Any, **ports: Any) -> Any:
    """A context under the default gates, where every examined variant earns beyond the market."""
    bench = Examiner({f"{n}.{i}": EARNING for n in (1, 2) for i in range(3)})
    return staged(*rounds, **({"bench": bench, "profile": CALIBRATED} | ports))


def test_a_rule_that_was_handed_in_has_half_of_the_error_to_itself() -> None:
    final = develop(calibrated([plays(), plays(2.0) | HANDED_IN]), max_iterations=1)
    found = [gate(final, "luck_p", index)["details"]["tries"] for index in (0, 1)]
    assert found == [2 * 6, 2]
    p = [gate(final, "luck_p", index)["value"] for index in (0, 1)]
    assert p[1] < p[0] / 5


def test_without_one_the_whole_error_is_for_all() -> None:
    final = develop(calibrated([plays(), plays()]), max_iterations=1)
    assert gate(final, "luck_p")["details"]["tries"] == 6


def test_the_others_have_half_of_the_error_in_later_rounds_too() -> None:
    rounds = [plays(**CLOSE, train=-1.0) | HANDED_IN], [plays()]
    final = develop(calibrated(*rounds), max_iterations=2)
    assert gate(final, "luck_p")["details"]["tries"] == 2 * 6


def test_the_sealed_bars_are_opened_for_what_was_handed_in_if_it_passes() -> None:
    holdout = Holdout()
    better, yours = plays(sharpe_ratio=3.0), plays() | HANDED_IN
    develop(calibrated([better, yours], holdout=holdout), max_iterations=1)
    assert holdout.opened == [("1.1", 1)]


@pytest.mark.parametrize(
    ("profile", "before", "as_written"),
    [
        (CALIBRATED, 0, True),
        (CALIBRATED, 1, False),
        (replace(CALIBRATED, calculation=CAUTIOUS), 0, False),
    ],
)
def test_what_was_tried_before_may_have_chosen_the_values(
    profile: Any, before: int, as_written: bool
) -> None:
    script = Script([plays()])
    state = initial_state(ticker="AAPL", limits=Limits(max_iterations=1), trials=before)
    develop(staged(strategist=script, profile=profile), state)
    assert script.briefs[0]["as_written"] is as_written

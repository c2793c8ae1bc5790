"""Gates as a reader sees them: in stages, with words for what has no value."""

from __future__ import annotations

from typing import Any

import pytest

from trading.domain.gates import PROFILES, RIGOROUS
from trading.models import GateOutcome
from trading.presenting.code_names import FIGURES, SEGMENTS
from trading.presenting.gates import GateLine, protects, verdict_of


def gate(name: str = "psr", segment: str = "walk_forward", **fields: Any) -> GateOutcome:
    own = {"operator": ">=", "threshold": 0.95, "soft": 0.5, "weight": 1.0, "required": True,
           "value": 0.97, "score": 1.0, "passed": True, "margin": 0.02}  # fmt: skip
    return GateOutcome(name=name, segment=segment, **{**own, **fields})


def open_gate(reason: str = "", **fields: Any) -> GateOutcome:
    none = {"value": None, "margin": None, "score": 0.0, "passed": False, "reason": reason}
    return gate(**{**none, **fields})


@pytest.mark.parametrize(
    ("row", "state", "said"),
    [
        (gate(), "passed", "passed"),
        (gate(passed=False, value=0.9), "failed", "not passed"),
        (open_gate("no_room"), "unknown", "not judged"),
        (open_gate("few_trades"), "failed", "not passed"),
        (open_gate("not_reached"), "not_reached", "not reached"),
        (open_gate("no_neighbours", applicable=False, passed=True), "not_applicable",
         "not applicable"),
    ],
)  # fmt: skip
def test_each_gate_stands_in_words(row: GateOutcome, state: str, said: str) -> None:
    assert (GateLine(row).state, GateLine(row).result) == (state, said)


def test_too_little_evidence_says_what_would_be_enough() -> None:
    numbers = {"trades": 12, "bars": 900.0, "needed": 30, "needed_bars": 1_400}
    row = open_gate("short_record", name="enough_evidence", details=numbers)
    assert GateLine(row).why == (
        "12 trades on 900 bars say too little: 30 trades, or 1400 bars"
    )  # fmt: skip
    assert (GateLine(row).value, GateLine(row).threshold, GateLine(row).margin) == ("–", "yes", "–")


def test_a_margin_is_a_difference_and_no_probability() -> None:
    row = gate(name="luck_p", operator="<=", threshold=0.05, value=1.0, margin=-0.95)
    line = GateLine(row)
    assert (line.value, line.threshold, line.margin) == (
        ">\u00a099.9%",
        "≤\u00a05.0%",
        "−95.0%",
    )


@pytest.mark.parametrize(
    ("reason", "why"), [("broken", "the examination failed"), ("short_record", ""), ("?", "")]
)
def test_a_reason_of_which_too_little_is_known_says_no_more(reason: str, why: str) -> None:
    assert GateLine(open_gate(reason)).why == why


@pytest.mark.parametrize(
    ("operator", "sign"),
    [(">=", "≥\u00a095.0%"), (">", ">\u00a095.0%"), ("<=", "≤\u00a095.0%"),
     ("<", "<\u00a095.0%")],
)  # fmt: skip
def test_strict_thresholds_are_told_from_others(operator: str, sign: str) -> None:
    assert GateLine(gate(operator=operator)).threshold == sign


def test_gates_stand_in_the_order_they_are_judged() -> None:
    rows = [gate("pbo", "trials"), gate(), gate("sharpe_ratio", "validation"),
            gate("plateau", "before_holdout")]  # fmt: skip
    found = verdict_of(rows, 0.7).stages
    assert [[line.gate.name for line in stage.lines] for stage in found] == [
        ["sharpe_ratio"], ["psr"], ["pbo", "plateau"],
    ]  # fmt: skip


def test_a_stage_that_was_not_reached_says_so_once() -> None:
    rows = [gate("sharpe_ratio", "validation", passed=False), open_gate("not_reached")]
    verdict = verdict_of(rows, 0.7)
    assert [stage.unreached for stage in verdict.stages] == [False, True]
    assert ([one.gate.name for one in verdict.obstacles], len(verdict.unreached)) == (
        ["sharpe_ratio"], 1,
    )  # fmt: skip
    assert not verdict.through


def test_what_was_not_reached_is_no_pass() -> None:
    rows = [gate("sharpe_ratio", "validation"), open_gate("not_reached", weight=0.0)]
    assert not verdict_of(rows, 0.7).through


@pytest.mark.parametrize(
    ("name", "segment"),
    [(one.name, one.segment) for profile in PROFILES.values() for one in profile.criteria],
)
def test_every_gate_that_ships_says_what_it_protects_from(name: str, segment: str) -> None:
    assert protects(name, segment).startswith("Keeps out")
    assert name in FIGURES
    assert segment in SEGMENTS


def test_out_of_sample_a_ratio_protects_from_something_else() -> None:
    both = [one.segment for one in RIGOROUS.criteria if one.name == "sharpe_ratio"]
    assert len({protects("sharpe_ratio", segment) for segment in both}) == 2

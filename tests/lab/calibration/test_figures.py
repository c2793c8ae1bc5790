"""What lines come to."""

from __future__ import annotations

from typing import Any

from tests.lab.calibration.figures import gate_counts, groups, targets
from tests.lab.calibration.rows import MET, SHORT, UNREACHED, broken, row, taken


def noise(runs: int, **changes: Any) -> list[dict[str, Any]]:
    """Half of it walks, half of it permuted."""
    return [row(("walk", "permuted")[seed % 2], seed, **changes) for seed in range(runs)]


def strong(found: int, missed: int) -> list[dict[str, Any]]:
    planted: dict[str, Any] = {"kind": "planted", "strength": 0.35}
    return [taken(**planted, seed=n) for n in range(found)] + [
        row(**planted, seed=n) for n in range(found, found + missed)
    ]


def results(lines: list[dict[str, Any]]) -> list[str]:
    return [one.result for one in targets(lines)]


def test_targets_are_met_by_enough_runs_within_them():
    assert results(noise(300) + strong(40, 10)) == ["met", "met", "met"]


def test_fewer_runs_meet_nothing():
    assert results(noise(299) + strong(40, 9)) == ["too few runs"] * 3
    assert results([]) == ["too few runs"] * 3


def test_targets_are_missed_by_the_first_run_beyond_them():
    passing = [row(seed=n, passed=True, opened=True) for n in range(1_000, 1_016)]
    assert results(noise(304) + passing)[0] == "met"  # 16 of 320 are 5 %
    assert results(noise(303) + passing)[0] == "missed"
    one = [taken(seed=1_000)]
    assert results(noise(369) + one)[1] == "met"
    assert results(noise(367) + one)[1] == "missed"
    assert results(strong(39, 11))[2] == "missed"


def test_weak_effects_count_for_no_target():
    weak = [taken(kind="planted", strength=0.25, seed=n) for n in range(50)]
    assert [one.share.of for one in targets(weak)] == [0, 0, 0]


def test_a_run_that_failed_counts_against_each_target():
    lines = [*noise(9), broken(seed=77), *strong(4, 0), broken("planted", 78, 0.35)]
    passes, success, power = (one.share for one in targets(lines))
    assert (passes.hits, passes.of) == (success.hits, success.of) == (1, 10)
    assert (power.hits, power.of) == (4, 5)
    by_name = {one.name: one for one in groups(lines)}
    assert (by_name["walk"].runs, by_name["walk"].failed, by_name["walk"].opened) == (6, 1, 0)
    assert (by_name["planted=0.35"].failed, by_name["planted=0.35"].success.hits) == (1, 4)


def test_groups_stand_in_order_with_all_noise_last():
    lines = [
        row("planted", 1, 0.05), row("planted", 1, 0.35),
        row("permuted", 1, trials=30, effective=3),
        row("walk", 2, trials=10, seconds=4.0), row("walk", 1, trials=20, effective=5.0),
    ]  # fmt: skip
    found = groups(lines)
    assert [one.name for one in found] == [
        "walk", "permuted", "planted=0.35", "planted=0.05", "all noise",
    ]  # fmt: skip
    walks, every = found[0], found[-1]
    assert (walks.runs, walks.trials, walks.effective, walks.seconds) == (2, 15, 5, 3)
    assert (every.runs, every.trials, every.effective) == (3, 20, 4)
    assert every.statuses == {"ABANDONED": 3}


def test_gates_are_counted_of_runs_in_which_none_passed():
    lines = [
        row(gates={"a": SHORT, "b": MET, "c": UNREACHED}),
        row(gates={"a": SHORT | {"value": 0.75}, "b": SHORT, "c": UNREACHED}),
        row(gates={"a": MET, "b": MET, "c": SHORT}),
        taken(gates={"a": MET, "b": MET, "c": MET}),
        row(gates={}),  # no variant came to its gates
        broken(),
    ]
    a, b, c = sorted(gate_counts(lines), key=lambda one: one.gate)
    assert (a.judged, a.missed, a.alone, a.not_reached, a.value) == (3, 2, 1, 0, 0.75)
    assert (b.judged, b.missed, b.alone, b.not_reached) == (3, 1, 0, 0)
    assert (c.judged, c.missed, c.alone, c.not_reached, c.value) == (1, 1, 1, 2, 0.25)
    assert gate_counts(lines)[0].gate == "a"


def test_gates_that_are_not_required_decide_nothing():
    assert [one.gate for one in gate_counts([row()])] == ["a of train", "b of validation"]

"""What lines come to."""

from __future__ import annotations

from typing import Any

from tests.lab.calibration.figures import gate_counts, groups, targets
from tests.lab.calibration.rows import MET, SHORT, UNREACHED, broken, row, taken


def noise(runs: int, **changes: Any) -> list[dict[str, Any]]:
    """Half of it walks, half of it permuted."""
    return [row(("walk", "permuted")[seed % 2], seed, **changes) for seed in range(runs)]


def planted(found: int, missed: int, strength: float = 0.15) -> list[dict[str, Any]]:
    """AR(1) effects, of about 1, (.18) 1.5 or (.215) 2."""
    of: dict[str, Any] = {"kind": "planted", "strength": strength}
    return [taken(**of, seed=n) for n in range(found)] + [
        row(**of, seed=n) for n in range(found, found + missed)
    ]


def results(lines: list[dict[str, Any]]) -> list[str]:
    return [one.result for one in targets(lines)]


def test_targets_are_met_by_enough_runs_within_them():
    lines = noise(1_000) + planted(20, 20) + planted(30, 10, 0.18) + planted(37, 3, 0.215)
    assert results(lines) == [*["met"] * 2, "too few runs", *["met"] * 3, *["too few runs"] * 3]


def test_what_was_kept_out_of_every_choice_is_counted_by_itself():
    of: dict[str, Any] = {"kind": "swings", "strength": 0.16}
    lines = [row("blocks", n) for n in range(147)] + [
        taken(kind="blocks", seed=n) for n in range(3)
    ]
    lines += [taken(**of, seed=n) for n in range(20)] + [row(**of, seed=n) for n in range(20)]
    shares = {one.name: (one.share.hits, one.share.of, one.result) for one in targets(lines)}
    assert shares["SUCCESS on noise"] == (3, 150, "too few runs")
    assert shares["SUCCESS on noise kept out of every choice"] == (3, 150, "met")
    about = "found at a net Sharpe ratio of about 1"
    assert shares[about] == shares[f"{about}, kept out of every choice"] == (20, 40, "met")
    assert [one.name for one in groups(lines)] == ["blocks", "swings=0.16", "all noise"]


def test_fewer_runs_meet_nothing():
    assert results(noise(299) + planted(39, 0)) == ["too few runs"] * 9
    assert results([]) == ["too few runs"] * 9


def test_targets_are_missed_by_the_first_run_beyond_them():
    false = [taken(seed=seed) for seed in range(2_000, 2_008)]
    assert results(noise(993) + false[:7])[0] == "met"  # 7 of 1,000
    assert results(noise(992) + false)[0] == "missed"
    assert results(noise(993) + false[:7])[1] == "met"
    assert results(noise(700) + false)[1] == "missed"  # 8 of 358 walks
    assert results(planted(19, 21))[3] == "missed"
    assert results(planted(29, 11, 0.18))[4] == "missed"
    assert results(planted(36, 4, 0.215))[5] == "missed"


def test_of_each_kind_the_nearest_strength_counts():
    near = [row("reversal", n, 0.025) for n in range(5)] + [taken(kind="trend", strength=0.2)]
    far = [taken(kind="reversal", strength=0.03, seed=n) for n in range(7)]
    assert [(one.share.hits, one.share.of) for one in targets(near + far)][4] == (1, 6)
    assert [(one.share.hits, one.share.of) for one in targets(far)][4] == (7, 7)


def test_effects_of_other_strengths_count_for_no_target():
    others = planted(50, 0, 0.35) + planted(50, 0, 0.1) + planted(50, 0, 0.5)
    assert [one.share.of for one in targets(others)] == [0] * 9


def test_a_run_that_failed_counts_against_each_target():
    lines = [*noise(9), broken(seed=77), *planted(4, 0), broken("planted", 78, 0.15)]
    false, worst, _apart, power, *_ = (one.share for one in targets(lines))
    assert (false.hits, false.of) == (1, 10)
    assert (worst.hits, worst.of) == (1, 6)
    assert (power.hits, power.of) == (4, 5)
    by_name = {one.name: one for one in groups(lines)}
    assert (by_name["walk"].runs, by_name["walk"].failed, by_name["walk"].opened) == (6, 1, 0)
    assert (by_name["planted=0.15"].failed, by_name["planted=0.15"].success.hits) == (1, 4)


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

"""The report says what its lines say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lab.benchmarks.machine import Machine
from tests.lab.calibration.report import document
from tests.lab.calibration.rows import broken, common, row, taken
from tests.lab.calibration.run import Calibrated

MACHINE = Machine("Linux x86_64", "3.11.7", 2, 24_000, 0.5)


def report(lines: list[dict[str, Any]]) -> str:
    return document(Calibrated(lines, common(), Path("classic.jsonl"), [], 0), MACHINE)


def cells(text: str, first: str) -> list[str]:
    """The row of a table that begins with a cell."""
    (found,) = [line for line in text.splitlines() if line.startswith(f"| {first} ")]
    return [cell.strip() for cell in found.split("|")[1:-1]]


def test_rates_and_intervals_are_those_of_the_lines():
    lines = [row(seed=n) for n in range(97)]
    lines += [row(seed=n, passed=True, opened=True) for n in (97, 98)]
    lines += [taken(seed=99), taken(kind="planted", strength=0.35)]
    text = report(lines)
    assert cells(text, "walk") == [
        "walk", "100", "0", "1", "3 (3.0 %)", "0.6 to 8.5 %", "3", "1", "1 (1.0 %)", "0.0 to 5.4 %",
        "99", "0", "8", "–", "2",
    ]  # fmt: skip
    assert cells(text, "SUCCESS on noise  ")[2:] == [
        "1.0 %", "0.0 to 5.4 %", "100", "too few runs",
    ]  # fmt: skip
    assert "No target is met." in text
    assert cells(text, "planted=0.35")[8:10] == ["1 (100.0 %)", "2.5 to 100.0 %"]


def test_what_is_met_and_what_is_missed_is_said():
    lines = [row(seed=n) for n in range(1_000)]
    lines += [row("planted", n, 0.15) for n in range(50)]
    text = " ".join(report(lines).split())
    assert "Met: SUCCESS on noise; SUCCESS on the worst kind of noise." in text
    assert "Not met: SUCCESS on noise kept out of every choice (too few runs);" in text
    assert "found at a net Sharpe ratio of about 1 (missed);" in text


def test_the_power_curve_comes_first():
    lines = [taken(kind="trend", strength=0.15, seed=n) for n in range(3)]
    lines += [row("trend", 9, 0.15), row("planted", 1, 0.1), row()]
    text = report(lines)
    assert text.index("## What is found") < text.index("## Verdict")
    assert cells(text, "0.95       |")[1:3] == ["trend=0.15", "3 of 4 (75.0 %)"]
    assert cells(text, "0.95       |")[4] == "█" * 15 + "·" * 5
    assert text.index("| 0.48 ") < text.index("| 0.95 ")


def test_gates_that_decided_are_listed_by_kind_of_prices():
    text = report([row(seed=1), row(seed=2), row("planted", 1, 0.1)])
    assert "### Noise, of 2 runs" in text
    assert "### planted=0.1, of 1 runs" in text
    assert text.count("| a of train ") == 2
    noise = text.split("### planted")[0]
    assert cells(noise, "a of train") == ["a of train", "2", "2", "2", "0", "0.25"]


def test_failures_are_shown_and_stay_in_their_cells():
    text = report([row(seed=1), broken(seed=2)])
    assert "1 of 2. Each counts against" in text
    assert cells(text.split("## Runs that failed")[1], "walk") == [
        "walk", "2", "gates: no / ‹b>such‹/b> figure",
    ]  # fmt: skip
    many = report([broken(seed=n) for n in range(23)])
    assert "And 3 more." in many
    assert "No run came to its end." in many


def test_the_method_names_limits_gates_costs_and_versions():
    text = report([row(workers=1), row(seed=2, workers=2)])
    assert "max_iterations 15, max_strategy" in text
    assert "they are the defaults, none is reduced" in " ".join(text.split())
    asked = common() | {"limits": common()["limits"] | {"max_iterations": 3}}
    fewer = document(Calibrated([row()], asked, Path("classic.jsonl"), [], 0), MACHINE)
    assert "max_iterations 3 (by default 15)" in fewer
    assert "none is reduced" not in fewer
    assert "0.001 of the value a side" in text
    assert "psr of train >= 0.95 (required)" in " ".join(text.split())
    assert f"numpy {common()['versions']['numpy']}" in text
    assert "by 1 or 2 workers" in text
    assert max(map(len, (line for line in text.splitlines() if line[:1] != "|"))) <= 100


@pytest.mark.parametrize("lines", [[], [row()]])
def test_no_empty_tables(lines: list[dict[str, Any]]):
    text = report(lines)
    assert "nan" not in text
    assert "None" not in text


def test_other_lengths_stand_beside_the_plans_own():
    edge = {"kind": "planted", "strength": 0.15}
    own = [taken(**edge, seed=n) for n in range(3)] + [row("planted", 9, 0.15)]
    short = [taken(**edge, seed=1), row("planted", 2, 0.15), row("planted", 3, 0.15)]
    setting = common() | {"bars": 3_780}
    found = Calibrated(own, setting, Path("a.jsonl"), [], 0, {2_016: short})
    text = document(found, MACHINE)
    assert cells(text, "8 ")[1].startswith("1 of 3 (33.3 %")
    assert cells(text, "15 ")[1].startswith("3 of 4 (75.0 %")
    assert "Shorter and longer" not in report(own)

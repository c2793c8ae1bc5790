"""Lines of an earlier code count where its cases end alike, and only there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lab.calibration.carrying import (
    REPLAYS,
    carry,
    compared,
    read_earlier,
    replays,
    steps,
)
from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.later import power_with, report_with
from tests.lab.calibration.lines import Line, Lines
from tests.lab.calibration.method import taken_over
from tests.lab.calibration.power import power
from tests.lab.calibration.rows import broken, common, row, taken

OLD, NEW = {"code": "old", "bars": 600}, {"code": "new", "bars": 600}
KINDS = ("walk", "garch", "jumps", "trend")


def ran(count: int, code: str) -> list[dict[str, Any]]:
    """Runs of four kinds in turns, as a code played them."""
    return [
        row(KINDS[n % 4], 1_000 + n // 4, 0.2 * (n % 4 == 3), code=code, seconds=float(n), rounds=n)
        for n in range(count)
    ]


def written(folder: Path, setting: dict[str, Any], rows: list[Any]) -> Lines:
    lines = Lines(folder / f"{setting['code']}.jsonl", setting)
    lines.add(*rows)
    return lines


def replayed(folder: Path, **changes: Any) -> Lines:
    """What the present code made of the first cases; the last of them with changes."""
    rows = [one | {"seconds": 9.0, "workers": 1, "at": "now"} for one in ran(REPLAYS, "new")]
    rows[-1] |= changes
    return written(folder, NEW, rows)


def cases(lines: Lines) -> list[tuple[str, int, str]]:
    return [(line["kind"], line["seed"], line["code"]) for line in lines.read()]


def test_lines_are_taken_over_with_the_code_that_played_them(tmp_path: Path):
    before = written(tmp_path, OLD, ran(80, "old"))
    bytes_before = before.path.read_bytes()
    lines = replayed(tmp_path)
    carry(read_earlier(before.path, NEW), lines)
    found = cases(lines)
    assert len(set(found)) == len(found) == 80
    assert [code for *_case, code in found].count("old") == 80 - REPLAYS
    assert steps(lines.carried()) == [
        {"from": "old", "to": "new", "replayed": REPLAYS, "kinds": 4, "lines": 80 - REPLAYS}
    ]
    assert before.path.read_bytes() == bytes_before


@pytest.mark.parametrize(
    "change",
    [{"trials": 9}, {"status": "SUCCESS"}, {"effective": 1e-12}, {"more": None, "rounds": 48},
     {"gates": {"a of train": {"verdict": "missed", "value": 0.25 + 1e-16, "required": True}}}],
)  # fmt: skip
def test_one_difference_refuses_all(tmp_path: Path, change: dict[str, Any]):
    before = written(tmp_path, OLD, ran(80, "old"))
    lines = replayed(tmp_path, **change)
    with pytest.raises(CalibrationError, match="garch 1012 ended otherwise with the present code"):
        carry(read_earlier(before.path, NEW), lines)
    assert {code for *_case, code in cases(lines)} == {"new"}
    assert lines.carried() == []


def test_a_replay_that_fails_refuses_all(tmp_path: Path):
    before = written(tmp_path, OLD, ran(80, "old"))
    lines = written(tmp_path, NEW, [*ran(REPLAYS, "new"), broken("jumps", 1_012) | {"code": "new"}])
    with pytest.raises(CalibrationError, match="jumps 1012 ended otherwise.*error was null"):
        carry(read_earlier(before.path, NEW), lines)


def test_replays_are_spread_over_the_sorts_and_stay_when_lines_are_added(tmp_path: Path):
    rows = [row(seed=n) for n in range(90)] + [row("trend", n, 0.2) for n in range(9)]
    before = written(tmp_path, OLD, [*rows, broken("month", 1, 0.2)])
    chosen = replays(read_earlier(before.path, NEW), REPLAYS)
    assert len(set(chosen)) == REPLAYS
    assert [case.kind for case in chosen].count("trend") == 9
    before.add(*(row(seed=n) for n in range(90, 200)))
    assert replays(read_earlier(before.path, NEW), REPLAYS) == chosen


def test_failed_lines_are_run_anew(tmp_path: Path):
    before = written(tmp_path, OLD, [*ran(60, "old"), broken("bounce", 1)])
    lines = replayed(tmp_path)
    carry(read_earlier(before.path, NEW), lines)
    assert "bounce" not in {kind for kind, *_rest in cases(lines)}


def test_once_more_takes_what_was_added_meanwhile_and_keeps_its_own(tmp_path: Path):
    before = written(tmp_path, OLD, ran(60, "old"))
    lines = replayed(tmp_path)
    carry(read_earlier(before.path, NEW), lines)
    carry(read_earlier(before.path, NEW), lines)
    before.add(*ran(64, "old")[60:])
    carry(read_earlier(before.path, NEW), lines)
    assert len(lines.read()) == len(set(cases(lines))) == 64
    assert [one["lines"] for one in steps(lines.carried())] == [64 - REPLAYS]


def test_how_another_code_ends_the_same_cases_is_told_field_by_field(tmp_path: Path):
    gates: dict[str, Any] = {"gates": {"name": "a", "calculation": 5}}
    before = written(tmp_path, OLD | gates, ran(60, "old"))
    rows = [one | {"seconds": 9.0} for one in ran(REPLAYS, "new")]
    moved = {"verdict": "missed", "value": 0.3, "required": True}
    rows[3]["gates"] = rows[3]["gates"] | {"a of train": moved}
    rows[5] |= {"status": "SUCCESS", "held": True, "rounds": 1}
    lines = written(tmp_path, NEW | {"gates": gates["gates"] | {"calculation": 6}}, rows)
    assert compared(read_earlier(before.path, lines.common), lines) == {
        "from": "old", "to": "new", "calculation": 6, "replayed": REPLAYS, "kinds": 4,
        "same_verdict": REPLAYS - 1, "alike": REPLAYS - 2,
        "fields": {"a of train, value": 1, "held": 1, "rounds": 1, "status": 1},
        "other_verdicts": ["garch 1001"],
    }  # fmt: skip
    assert len(lines.read()) == REPLAYS


def test_few_cases_are_no_comparison(tmp_path: Path):
    before = written(tmp_path, OLD, ran(60, "old"))
    lines = written(tmp_path, NEW, ran(REPLAYS - 1, "new"))
    with pytest.raises(CalibrationError, match="49 runs to compare, fewer than 50"):
        compared(read_earlier(before.path, NEW), lines)


def test_documents_say_that_a_later_code_is_not_what_was_measured():
    step = {
        "from": "old", "to": "new", "calculation": 6, "replayed": 120, "kinds": 29,
        "same_verdict": 119, "alike": 100, "fields": {"rounds": 3}, "other_verdicts": ["walk 7"],
    }  # fmt: skip
    pages = power_with(power([row()], common()), step)
    assert json.loads(pages)["later"] == [step]
    assert power_with(pages, step) == pages
    another = step | {"from": "new", "to": "newest"}
    assert json.loads(power_with(pages, another))["later"] == [step, another]
    report = "# Title\n\nHead.\n\n## What is found\n\n| a | table |\n"
    told = report_with(report, json.loads(pages))
    said = " ".join(told.split())
    assert "The table below was not measured with code `new` (calculation 6)." in said
    assert "119 of 120 ended with the same verdict (walk 7 did not), 100 alike" in said
    assert "in how many cases: rounds 3." in said
    assert report_with(told, json.loads(pages)) == told
    assert report_with(told, json.loads(pages) | {"later": []}) == report


def test_a_chain_of_codes_is_on_record(tmp_path: Path):
    first = written(tmp_path, OLD, ran(60, "old"))
    second = replayed(tmp_path)
    carry(read_earlier(first.path, NEW), second)
    newest = {"code": "newest", "bars": 600}
    third = written(tmp_path, newest, ran(REPLAYS, "newest"))
    carry(read_earlier(second.path, newest), third)
    assert [(one["from"], one["to"]) for one in steps(third.carried())] == [
        ("old", "new"), ("new", "newest"),
    ]  # fmt: skip
    assert {code for *_case, code in cases(third)} == {"old", "newest"}


def test_carried_lines_are_no_replays(tmp_path: Path):
    before = written(tmp_path, OLD, ran(80, "old"))
    lines = written(tmp_path, NEW, ran(80, "elsewhere"))
    with pytest.raises(CalibrationError, match="has 0 runs to compare, fewer than 50"):
        carry(read_earlier(before.path, NEW), lines)


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (OLD | {"bars": 700}, "these differ: bars, code"),
        (NEW, "these differ: -"),
        (OLD | {"costs": {}}, "these differ: code, costs"),
    ],
)
def test_another_setting_is_refused_by_name(tmp_path: Path, setting: dict[str, Any], said: str):
    before = written(tmp_path, setting, ran(80, "old"))
    with pytest.raises(CalibrationError, match=said):
        read_earlier(before.path, NEW)


@pytest.mark.parametrize(("gates", "refused"), [({"calculation": 5}, False), ({"name": "b"}, True)])
def test_the_version_of_the_rules_is_part_of_the_code(tmp_path: Path, gates: Any, refused: bool):
    first = {"gates": {"name": "a", "calculation": 4}}
    before = written(tmp_path, OLD | first, ran(80, "old"))
    now = NEW | {"gates": first["gates"] | gates}
    if refused:
        with pytest.raises(CalibrationError, match="these differ: code, gates"):
            read_earlier(before.path, now)
    else:
        assert read_earlier(before.path, now).code == "old"


def test_too_few_lines_are_refused(tmp_path: Path):
    before = written(tmp_path, OLD, ran(REPLAYS - 1, "old"))
    with pytest.raises(CalibrationError, match="49 runs to compare, fewer than 50"):
        read_earlier(before.path, NEW)


@pytest.mark.parametrize("text", ["", "no JSON\n", "{}\n", '{"kind": "walk"}\n', "[]\n", "1\n"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "some.jsonl"
    path.write_text(text)
    with pytest.raises(CalibrationError, match="line 1 cannot be read"):
        read_earlier(path, NEW)
    with pytest.raises(CalibrationError, match="cannot use"):
        read_earlier(tmp_path / "none.jsonl", NEW)


def test_a_line_that_is_being_written_is_no_line_yet(tmp_path: Path):
    before = written(tmp_path, OLD, ran(60, "old"))
    with before.path.open("a") as file:
        file.write('{"kind": "wa')
    data = before.path.read_bytes()
    assert len(read_earlier(before.path, NEW).lines) == 60
    assert before.path.read_bytes() == data


def test_the_report_and_the_pages_data_say_what_was_replayed():
    records: list[Line] = [{"carried": 950, "from": "old", "to": "new", "replayed": 50, "sorts": 14,
                            "at": ""}]  # fmt: skip
    lines = [row(seed=n, code="old") for n in range(3)] + [taken(seed=9, code="new")]
    text = " ".join(" ".join(taken_over(lines, records)).split())
    assert "Played 3 by code `old`, 1 by code `new`." in text
    assert (
        "50 cases of 14 sorts were played by `old` and by `new` without a difference, 950" in text
    )
    assert list(taken_over(lines, [])) == []
    told = json.loads(power(lines, common(), records))
    assert told["carried"] == [
        {"from": "old", "to": "new", "replayed": 50, "kinds": 14, "lines": 950}
    ]

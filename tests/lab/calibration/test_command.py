"""`manage.py calibrate`: what it prints, writes and refuses; nothing is run here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.lab.calibration import run
from tests.lab.calibration.lines import alone
from tests.lab.calibration.plan import Case
from tests.lab.calibration.rows import broken, common, row, taken


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and runs that are known at once."""
    settings.DATA_DIR = tmp_path

    class Told:
        """In the place of worker processes: a line for each case, a failure for seed 1001."""

        def __init__(self, cases: Sequence[Case]) -> None:
            self.cases = cases

        def __enter__(self) -> Told:
            return self

        def __exit__(self, *_: object) -> None: ...

        def play(self, *_: object) -> Iterator[tuple[Case, dict[str, Any]]]:
            for case in self.cases:
                whole = {"planted": taken, "walk": row}[case.kind]()
                found = broken() if case.seed == 1_001 else whole
                yield (
                    case,
                    {k: v for k, v in found.items() if k not in ("kind", "strength", "seed")},
                )

    monkeypatch.setattr(run, "empty_database", lambda folder: folder)
    monkeypatch.setattr(run, "crew", lambda cases, *_: Told(cases))
    return tmp_path / "calibration"


def called(*arguments: str) -> tuple[str, str]:
    out, log = StringIO(), StringIO()
    call_command("calibrate", *arguments, stdout=out, stderr=log)
    return out.getvalue(), log.getvalue()


def test_it_goes_on_where_it_stood_and_says_so(folder: Path):
    _out, log = called("--kinds", "walk", "--runs", "1")
    assert "0 of the runs are there already, 1 to come" in log
    assert "1/1  walk 1000: ABANDONED, 2.0 s; 0 s left" in log
    _out, log = called("--kinds", "walk", "--runs", "1", "--workers", "7")
    assert "1 of the runs are there already, 0 to come" in log
    assert "1 runs in" in log
    (file,) = folder.glob("*.jsonl")
    assert len(file.read_text().splitlines()) == 2


def test_fresh_begins_anew(folder: Path):
    called("--kinds", "walk", "--runs", "1")
    _out, log = called("--kinds", "planted=.35", "--runs", "1", "--fresh")
    assert "1 runs in" in log


def test_another_length_is_another_calibration(folder: Path):
    called("--kinds", "walk", "--runs", "1")
    _out, log = called("--kinds", "walk", "--runs", "1", "--bars", "600")
    assert "1/1  walk" in log
    assert "1 other file there is of another code, profile or length" in log
    assert len(list(folder.glob("*.jsonl"))) == 2


def test_a_failed_run_is_said_last_and_is_exit_code_1(tmp_path: Path):
    report = tmp_path / "report.md"
    with pytest.raises(CommandError, match="1 run failed") as error:
        called("--kinds", "walk", "--runs", "2", "--report", str(report))
    assert error.value.returncode == 1
    assert "1 of 2. Each counts against" in report.read_text()


def test_no_runs_write_the_report_of_those_there_are(tmp_path: Path):
    called("--kinds", "walk", "--runs", "1")
    report = tmp_path / "report.md"
    out, log = called("--runs", "0", "--report", str(report))
    assert f"wrote {report}" in log
    assert out.strip() in report.read_text()
    assert "| walk " in report.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--runs", "-1"], "from 0 to 100000"),
        (["--runs", "ten"], "from 0 to 100000"),
        (["--workers", "0"], "from 1 to 64"),
        (["--bars", "249"], "from 250 to 20000"),
        (["--seed", "-1"], "from 0 to"),
        (["--profile", "lax"], "invalid choice"),
        (["--kinds"], "expected at least one argument"),
        (["--kinds", "walk", "planted=2"], "lies between"),
        (["--kinds", "dream"], "no kind of prices 'dream'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(arguments: list[str], said: str, folder: Path):
    with pytest.raises(CommandError, match=said):
        called(*arguments)
    assert not list(folder.glob("*"))


def test_a_second_one_at_the_same_time_is_refused(folder: Path):
    with alone(folder), pytest.raises(CommandError, match="another calibration is at work"):
        called("--kinds", "walk", "--runs", "1")


def test_a_report_that_cannot_be_written_is_said(tmp_path: Path):
    with pytest.raises(CommandError, match="cannot write"):
        called("--kinds", "walk", "--runs", "1", "--report", str(tmp_path / "no" / "report.md"))


def test_lines_that_cannot_be_read_are_not_overwritten(folder: Path):
    called("--kinds", "walk", "--runs", "1")
    (file,) = folder.glob("*.jsonl")
    with file.open("a") as lines:
        lines.write("spoiled\n")
    with pytest.raises(CommandError, match="line 3 cannot be read"):
        called("--kinds", "walk", "--runs", "1")
    assert file.read_text().endswith("spoiled\n")
    called("--kinds", "walk", "--runs", "1", "--fresh")


def test_a_comparison_leaves_the_figures_of_both_documents(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    old: dict[str, Any] = common() | {"code": "0" * 12}
    monkeypatch.setattr(run, "setting", lambda **_: old)
    report, pages = tmp_path / "report.md", tmp_path / "power.json"
    documents = ("--report", str(report), "--power", str(pages))
    called("--kinds", "walk", "--runs", "60", "--seed", "5000", *documents)
    (before,) = folder.glob("*.jsonl")
    text, known = report.read_text(), json.loads(pages.read_text())
    monkeypatch.setattr(run, "setting", lambda **_: old | {"code": "f" * 12})
    out, log = called("--runs", "0", "--compare", str(before), *documents)
    assert "0 of the runs are there already, 50 to come" in log
    step = json.loads(out)
    assert (step["replayed"], step["same_verdict"], step["alike"]) == (50, 50, 50)
    assert json.loads(pages.read_text()) == known | {"later": [step]}
    head, _mark, rest = report.read_text().partition("<!-- later -->")
    assert "not measured with code `ffffffffffff`" in " ".join(rest.split())
    assert head + rest.partition("<!-- end of later -->\n\n")[2] == text


def test_time_left_reads_well():
    from tests.lab.management.commands.calibrate import _left

    assert [_left(s) for s in (0, 59.4, 61, 3_540, 4_800)] == [
        "0 s", "59 s", "1 min", "59 min", "1 h 20 min",
    ]  # fmt: skip


def test_lines_of_an_earlier_code_are_carried_over(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(run, "setting", lambda **_: {"code": "0" * 12})
    called("--kinds", "walk", "--runs", "60", "--seed", "5000")
    (before,) = folder.glob("*.jsonl")
    monkeypatch.setattr(run, "setting", lambda **_: {"code": "f" * 12})
    _out, log = called("--kinds", "walk", "--runs", "61", "--seed", "5000", "--carry", str(before))
    assert "0 of the runs are there already, 50 to come" in log
    assert "60 of the runs are there already, 1 to come" in log
    assert "61 runs in" in log
    with pytest.raises(CommandError, match="cannot use"):
        called("--carry", str(folder / "none"))

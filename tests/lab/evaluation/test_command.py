"""`manage.py evaluate` on a tiny data folder."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.test import override_settings

from .builders import trial, write_lines

FEW = "12"  # pairs of each set


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("outside")
    write_lines(folder / "rebec_train.jsonl", [trial()])
    return folder


def run_command(*arguments: object) -> tuple[str, str]:
    out, log = StringIO(), StringIO()
    call_command(
        "evaluate", "--no-speed", "--first", FEW, *map(str, arguments), stdout=out, stderr=log
    )
    return out.getvalue(), log.getvalue()


@pytest.fixture(scope="module")
def result(data: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """What one run printed, said on the way, and wrote; its data are those of the settings."""
    report = tmp_path_factory.mktemp("report") / "evaluation.md"
    with override_settings(EVAL_DATA=data):
        out, log = run_command("--output", report)
    return out, log, report.read_text(encoding="utf-8")


def test_the_targets_are_printed(result):
    out, _log, _report = result
    assert "same verdict as the label" in out
    assert out.count("| met ") + out.count("| missed ") >= 12


def test_the_report_holds_what_was_printed(result):
    out, _log, report = result
    assert out.strip() in report


def test_only_the_first_pairs_are_read(result):
    out, _log, _report = result
    totals = [int(line.split("|")[6].split("/")[1]) for line in out.splitlines() if "/" in line]
    assert max(totals) <= 4 * int(FEW)


def test_progress_goes_to_stderr(result):
    out, log, _report = result
    assert "assessing pairs, held-out half\n" in log
    assert "assessing" not in out


def test_a_run_without_outside_data(settings, tmp_path):
    settings.EVAL_DATA = None
    out, _log = run_command("--output", tmp_path / "report.md", "--json")
    assert json.loads(out)["trials"] is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read .*rebec_train.jsonl: No such file or directory$"),
        (["{"], "^rebec_train.jsonl, line 1: JSON: .*$"),
    ],
)
def test_bad_data_is_one_line_and_writes_nothing(tmp_path, content, message):
    if content:
        write_lines(tmp_path / "rebec_train.jsonl", content)
    with pytest.raises(CommandError, match=message):
        run_command("--data", tmp_path, "--output", tmp_path / "report.md")
    assert not (tmp_path / "report.md").exists()


def test_a_report_that_cannot_be_written_is_one_line(data, tmp_path):
    with pytest.raises(CommandError, match="cannot write .*report.md: No such file or directory$"):
        run_command("--data", data, "--output", tmp_path / "absent" / "report.md")


@pytest.mark.slow
def test_another_process_writes_the_same_bytes(result, data, tmp_path):
    """Its strings hash differently, so its sets are in another order; its data are named."""
    report = tmp_path / "again.md"
    command = [sys.executable, "manage.py", "evaluate", "--no-speed", "--first", FEW]
    subprocess.run(
        [*command, "--data", str(data), "--output", str(report)],
        cwd=project.BASE_DIR,
        check=True,
        capture_output=True,
    )
    assert report.read_text(encoding="utf-8") == result[2]

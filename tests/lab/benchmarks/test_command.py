"""`manage.py benchmark`: what it prints and writes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.lab.benchmarks.figures import Figure
from tests.lab.management.commands import benchmark

FIGURES = {
    "develop": [Figure("seconds", 12.3, "s", 60.0, at_most=True)],
    "grid": [Figure("ratio", 90.0, "x", 100.0)],
    "research": [Figure("ratio", 1.1, "x", 1.15, at_most=True)],
    "calls": [Figure("ratio", 1.2, "x", 1.10, at_most=True)],
    "bars": [Figure("bars", 1_000_000)],
    "evidence": [Figure("seconds", 0.4, "s", 1.0, at_most=True)],
    "lists": [Figure("ratio", 9.0, "x", 12.0, at_most=True)],
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures without measuring."""

    def measure(parts: Sequence[str], **_: Any) -> Mapping[str, Sequence[Figure]]:
        return {part: FIGURES[part] for part in parts}

    monkeypatch.setattr(benchmark, "measure", measure)


def called(*arguments: str) -> str:
    out = StringIO()
    call_command("benchmark", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.usefixtures("measured")
def test_it_says_what_is_reached_and_what_is_missed(tmp_path: Path) -> None:
    lines = called("--output", str(tmp_path / "report.md")).splitlines()
    assert "<= 60 s" in lines[2]
    assert [line.split("|")[-2].strip() for line in lines[2:]] == [
        "reached", "missed", "reached", "missed", "–", "reached", "reached",
    ]  # fmt: skip


@pytest.mark.usefixtures("measured")
def test_the_report_holds_the_table_and_the_machine(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    table = called("--output", str(report)).strip()
    text = report.read_text(encoding="utf-8")
    assert table in text
    assert "CPUs" in text


@pytest.mark.usefixtures("measured")
def test_as_json() -> None:
    found = json.loads(called("--only", "grid", "bars", "--json"))
    assert list(found["parts"]) == ["grid", "bars"]
    assert found["parts"]["grid"][0]["met"] is False
    assert found["machine"]["cpus"] >= 1


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("arguments", [["--only", "bars"], ["--small"]])
def test_a_part_alone_writes_no_report(arguments: list[str], settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    called(*arguments)
    assert not list((tmp_path / "docs").iterdir())


@pytest.mark.usefixtures("measured")
def test_a_report_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot write"):
        called("--output", str(tmp_path / "nowhere" / "report.md"))


@pytest.mark.slow
def test_a_part_is_measured_in_a_process_of_its_own() -> None:
    found = json.loads(called("--only", "bars", "research", "--small", "--json"))
    assert [len(figures) for figures in found["parts"].values()] == [5, 4]
    assert set(found["parts"]) == {"bars", "research"}

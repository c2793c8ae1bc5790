"""`manage.py benchmark`: what it prints and writes."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.lab.benchmarks import labels, report
from tests.lab.benchmarks.figures import Figure
from tests.lab.management.commands import benchmark

FIGURES: Mapping[str, Figure] = {
    "starts": Figure("help", 1.4, "x", 1.5, at_most=True),
    "serving": Figure("memory", 379.0, "MiB", 350.0, at_most=True),
    "lists": Figure("first", 21.0, "ms", 30.0, at_most=True, worst=25.0),
    "develop": Figure("cold_seconds", 12.3, "s", 60.0, at_most=True),
    "pickup": Figure("p95", 12.0, "ms", 20.0, at_most=True),
    "refinements": Figure("sqlite_one", 20.0, "/s", 45.0),
    "grid": Figure("ratio", 90.0, "x", 100.0),
    "bars": Figure("bars", 1_000_000),
    "evidence": Figure("seconds", 0.4, "s", 1.0, at_most=True),
    "research": Figure("ratio", 1.1, "x", 1.15, at_most=True),
    "calls": Figure("ratio", 1.2, "x", 1.10, at_most=True),
    "model_calls": Figure("calls", 40, "", 50, at_most=True),
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Figures without measuring; the parts that were measured."""
    parts: list[str] = []

    def measure(part: str, **_: Any) -> Sequence[Figure]:
        parts.append(part)
        return [FIGURES[part]]

    monkeypatch.setattr(benchmark, "measure", measure)
    return parts


def called(*arguments: str) -> str:
    out = StringIO()
    call_command("benchmark", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.usefixtures("measured")
def test_it_says_what_is_reached_and_what_is_missed(tmp_path: Path) -> None:
    lines = called("--output", str(tmp_path / "report.md")).splitlines()
    assert "<= 30 ms" in lines[4]
    assert "25 ms" in lines[4]
    assert [line.split("|")[-2].strip() for line in lines[2:]] == [
        "reached", "missed", "reached", "reached", "reached", "missed", "missed", "–", "reached",
        "reached", "missed", "reached",
    ]  # fmt: skip


@pytest.mark.usefixtures("measured")
def test_the_report_holds_the_table_and_the_machine(tmp_path: Path) -> None:
    path = tmp_path / "report.md"
    table = called("--output", str(path)).strip()
    text = path.read_text(encoding="utf-8")
    assert table in text
    assert "CPUs" in text
    missed = [line for line in text.splitlines() if line.startswith("- **") and "asked" in line]
    assert len(missed) == 4
    assert "asked <= 350 MiB" in missed[0]


def test_a_profile_is_of_a_figure_that_there_is() -> None:
    notes = tomllib.loads(Path(report.__file__).with_name("profiles.toml").read_text("utf-8"))
    for part, shown in notes.items():
        assert all(labels.figure(part, name) for name in shown)


def test_it_goes_on_from_its_journal(measured: list[str], tmp_path: Path) -> None:
    """What is noted is not measured again, unless it is named; then the later counts."""
    journal, output = str(tmp_path / "journal"), str(tmp_path / "report.md")
    called("--only", "grid", "bars", "--journal", journal)
    called("--journal", journal, "--output", output)
    assert sorted(measured) == sorted(FIGURES)
    called("--only", "grid", "--journal", journal)
    assert measured.count("grid") == 2
    text = Path(output).read_text(encoding="utf-8")
    assert called("--journal", journal, "--output", output).strip() in text


@pytest.mark.usefixtures("measured")
def test_as_json() -> None:
    found = json.loads(called("--only", "grid", "bars", "--json"))
    assert list(found["parts"]) == ["grid", "bars"]
    assert found["parts"]["grid"]["figures"][0]["met"] is False
    assert found["parts"]["grid"]["machine"]["cpus"] >= 1


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
    assert [len(part["figures"]) for part in found["parts"].values()] == [4, 5]
    assert set(found["parts"]) == {"bars", "research"}

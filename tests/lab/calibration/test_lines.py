"""The lines on disk: whole, of one setting, one calibration at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.lines import Lines, alone
from tests.lab.calibration.rows import row

COMMON = {"code": "abc", "bars": 600}


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    return Lines(tmp_path / "classic.jsonl", COMMON)


def test_what_is_added_is_read_again(lines: Lines):
    assert lines.read() == []
    lines.add(row(seed=1))
    lines.add(row(seed=2, effective=2.5))
    assert Lines(lines.path, COMMON).read() == [row(seed=1), row(seed=2, effective=2.5)]
    assert len(lines.path.read_text().splitlines()) == 3  # what they have in common is one


def test_a_line_that_a_kill_cut_off_is_no_run(lines: Lines):
    lines.add(row(seed=1))
    whole = lines.path.read_bytes()
    lines.add(row(seed=2))
    for cut in (len(whole) + 1, len(whole) + 30, lines.path.stat().st_size - 1):
        lines.path.write_bytes(lines.path.read_bytes()[:cut])
        assert lines.read() == [row(seed=1)]
        assert lines.path.read_bytes() == whole
        lines.add(row(seed=2))
    assert lines.read() == [row(seed=1), row(seed=2)]


def test_a_first_line_that_was_cut_off_is_written_anew(lines: Lines):
    lines.path.write_text('{"setting": {"co')
    assert lines.read() == []
    lines.add(row(seed=1))
    assert lines.read() == [row(seed=1)]


@pytest.mark.parametrize("spoiled", ["no JSON", "[]", '{"kind": "walk"}', "null", "1", "\udcff"])
def test_a_line_that_cannot_be_read_is_named(lines: Lines, spoiled: str):
    lines.add(row(seed=1))
    with lines.path.open("a", errors="surrogateescape") as file:
        file.write(spoiled + "\n")
    with pytest.raises(CalibrationError, match=r"classic.jsonl, line 3 cannot be read"):
        lines.read()


def test_lines_of_another_setting_are_not_taken(lines: Lines):
    lines.add(row(seed=1))
    with pytest.raises(CalibrationError, match="line 1"):
        Lines(lines.path, COMMON | {"bars": 700}).read()


def test_one_calibration_at_a_time(tmp_path: Path):
    with (
        alone(tmp_path / "new"),
        pytest.raises(CalibrationError, match="at work"),
        alone(tmp_path / "new"),
    ):
        pass
    with alone(tmp_path / "new"):
        pass


def test_a_folder_that_cannot_be_had_is_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CalibrationError, match="cannot use"), alone(tmp_path / "file"):
        pass

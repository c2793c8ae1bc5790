"""Timing a real `manage.py assess`; nothing here asserts how long it took."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.lab.evaluation.speed import SpeedError, measure_speed, timed

TEXTS = ["Exercise reduces the pain\nof older adults in the clinic", "12 34"]


@pytest.fixture
def shared_database(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The timed process sees the test's database."""
    monkeypatch.setenv("CRIVO_TEST_DATABASE", str(connection.settings_dict["NAME"]))
    monkeypatch.setenv("CRIVO_TEST_DATA_DIR", str(settings.DATA_DIR))


@pytest.mark.slow
def test_each_file_is_answered_line_by_line(shared_database):
    """A text of two lines is one line; a line that is refused is answered too."""
    said: list[str] = []
    speed = measure_speed(texts=TEXTS, progress=said.append, small=3, large=6, rounds=2)
    assert [timing.lines for timing in speed.timings] == [2, 3, 6]
    assert all(timing.cpu > 0 and timing.peak_bytes > 1e6 for timing in speed.timings)
    assert len(said) == 1 + 2 * 2
    assert len(speed.rates) == 2
    assert speed.texts_a_second == sorted(speed.rates)[1]


def test_a_process_that_fails_is_an_error_with_its_reason(shared_database, tmp_path: Path):
    with pytest.raises(SpeedError, match="answered 0 of 2 lines: .*cannot read .*absent.txt"):
        timed(tmp_path / "absent.txt", 2)

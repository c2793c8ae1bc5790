"""Which lines of other histories stand beside a calibration's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lab.calibration.lines import Lines
from tests.lab.calibration.rows import row
from tests.lab.calibration.run import other_lengths

OWN = {"code": "new", "bars": 600, "profile": "classic"}


@pytest.mark.parametrize(
    ("setting", "taken"),
    [
        (OWN | {"bars": 300}, True),
        (OWN | {"bars": 300, "code": "old"}, True),
        (OWN | {"bars": 300, "code": "older"}, False),
        (OWN | {"bars": 300, "profile": "rigorous"}, False),
        (OWN | {"code": "old"}, False),
    ],
)
def test_they_differ_in_their_length_and_are_of_codes_that_end_alike(
    tmp_path: Path, setting: dict[str, Any], taken: bool
):
    lines = Lines(tmp_path / "a.jsonl", setting)
    lines.add(row(seed=1))
    found = other_lengths([lines.path], OWN, {"old"})
    assert [len(found.get(300, ()))] == [int(taken)]

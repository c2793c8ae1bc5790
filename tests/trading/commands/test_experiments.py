"""`manage.py experiments`."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.trading.helpers import make_developed

pytestmark = pytest.mark.django_db


def printed(*arguments: object) -> list[str]:
    out = StringIO()
    call_command("experiments", *map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def test_a_line_a_round() -> None:
    lines = printed(make_developed(rounds=2).pk)
    assert [json.loads(line)["iteration"] for line in lines] == [1, 2]


def test_into_a_file(tmp_path: Path) -> None:
    strategy = make_developed(rounds=2)
    path = tmp_path / "log.jsonl"
    assert printed(strategy.pk, "--output", path) == []
    assert path.read_text().splitlines() == printed(strategy.pk, "--output", "-")


def test_accents_stay_readable() -> None:
    strategy = make_developed()
    strategy.iterations.update(reasoning="não passou")
    assert "não passou" in printed(strategy.pk)[0]


def test_an_unknown_strategy_is_one_line() -> None:
    with pytest.raises(CommandError, match=r"^there is no strategy 404$") as caught:
        printed(404)
    assert caught.value.returncode == 1


@pytest.mark.parametrize("number", ["x", "0", "-1", "9" * 30])
def test_what_is_no_number_of_a_strategy_is_a_fault_of_usage(number: str) -> None:
    with pytest.raises((CommandError, SystemExit)):
        printed("--", number)


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be written: Is a directory"):
        printed(make_developed().pk, "--output", tmp_path)

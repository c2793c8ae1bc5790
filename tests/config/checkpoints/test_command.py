from __future__ import annotations

import json
from io import StringIO

import pytest
from django.conf import settings as site
from django.core.management import CommandError, call_command

from config.checkpoints import engines
from config.runs.execution import execute
from config.runs.models import Run
from tests.config.runs.conftest import Probe

pytest.importorskip(
    "langgraph.checkpoint.sqlite" if site.SQLITE else "langgraph.checkpoint.postgres"
)

pytestmark = pytest.mark.django_db(transaction=not site.SQLITE)


def shown(run: Run, *arguments: str) -> str:
    out = StringIO()
    call_command("checkpoints", str(run.pk), *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("kept")
class TestKept:
    def test_a_line_a_checkpoint_with_what_changed(self, probe: Probe) -> None:
        head, _rule, *lines = shown(execute(probe.new().pk)).splitlines()
        cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in (head, *lines)]
        assert cells[0] == ["number", "attempt", "when", "next", "what changed"]
        assert [(row[0], row[1], row[3], row[4]) for row in cells[1:]] == [
            ("1", "1", "alpha", ""),
            ("2", "1", "beta", "values=[1]"),
            ("3", "1", "gamma", "values=[1, 3]"),
            ("4", "1", "delta", "values=[1, 3, 7]"),
            ("5", "1", "end", "values=[1, 3, 7, 15]"),
        ]

    def test_the_state_as_it_was(self, probe: Probe) -> None:
        run = execute(probe.new().pk)
        told = json.loads(shown(run, "--at", "2"))
        assert (told["next"], told["state"]) == (["beta"], {"values": [1]})
        assert json.loads(shown(run, "--json"))[1] == told

    def test_there_are_no_more_than_there_are(self, probe: Probe) -> None:
        with pytest.raises(CommandError, match="there are checkpoints 1 to 5"):
            shown(execute(probe.new().pk), "--at", "6")


if site.SQLITE:

    @pytest.mark.usefixtures("kept")
    class TestBroken:
        def test_one_that_cannot_be_read_says_so_beside_the_others(self, probe: Probe) -> None:
            run = execute(probe.new().pk)
            with engines.cursor() as cursor:
                cursor.execute(
                    "UPDATE checkpoints SET checkpoint = x'ff00', type = 'older'"
                    " WHERE checkpoint_id = (SELECT min(checkpoint_id) FROM checkpoints)"
                )
            first, second = json.loads(shown(run, "--json"))[:2]
            assert "NotImplementedError" in first["error"]
            assert (first["state"], second["error"], second["next"]) == ({}, "", ["beta"])
            assert "NotImplementedError" in shown(run)

        def test_a_file_that_is_no_database(self, probe: Probe) -> None:
            engines.file().write_text("no database " * 100)
            with pytest.raises(CommandError, match="cannot be read: file is not a database"):
                shown(probe.new())


def test_without_any_it_says_what_keeps_them(probe: Probe) -> None:
    with pytest.raises(CommandError, match="CRIVO_CHECKPOINTS=true"):
        shown(probe.new())


def test_a_run_that_is_not_there() -> None:
    with pytest.raises(CommandError, match="there is no run 7"):
        shown(Run(pk=7))

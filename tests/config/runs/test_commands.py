from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from config.runs.execution import execute
from config.runs.lease import claim
from config.runs.management.commands.runs import duration
from config.runs.models import Run
from tests.config.runs.conftest import Probe

pytestmark = pytest.mark.django_db


def run_command(*arguments: Any) -> tuple[str, str]:
    out, log = StringIO(), StringIO()
    call_command(*(str(each) for each in arguments), stdout=out, stderr=log)
    return out.getvalue(), log.getvalue()


def test_runs_lists_the_newest_first(probe: Probe) -> None:
    first, second = execute(probe.new(fail={"gamma": "no luck"}).pk), probe.new()
    head, *lines = run_command("runs")[0].splitlines()
    assert head.split() == ["id", "kind", "subject", "status", "steps", "age", "error"]
    assert lines[0].split()[:5] == [str(second.pk), "probe", "1", "queued", "0"]
    assert lines[1].split()[:5] == [str(first.pk), "probe", "1", "failed", "2"]
    assert lines[1].endswith("gamma: no luck (ValueError)")


def test_runs_says_when_there_are_none() -> None:
    assert run_command("runs") == ("no runs\n", "")


def test_runs_as_json(probe: Probe) -> None:
    run = execute(probe.new().pk)
    (row,) = json.loads(run_command("runs", "--json")[0])
    assert row.pop("age") >= 0
    assert row == {
        "id": run.pk, "kind": "probe", "subject": 1, "status": "done", "steps": 4, "error": "",
    }  # fmt: skip


def test_runs_of_one_status(probe: Probe) -> None:
    probe.new()
    done = execute(probe.new().pk)
    rows = json.loads(run_command("runs", "--status", "done", "--json")[0])
    assert [row["id"] for row in rows] == [done.pk]


def test_runs_up_to_a_limit(probe: Probe) -> None:
    newest = [probe.new().pk for _ in range(3)][:0:-1]
    rows = json.loads(run_command("runs", "--limit", "2", "--json")[0])
    assert [row["id"] for row in rows] == newest


@pytest.mark.parametrize("limit", ["0", "-1", "many"])
def test_runs_refuses_a_limit_that_is_none(limit: str) -> None:
    with pytest.raises(CommandError, match="takes a whole number of at least 1"):
        run_command("runs", f"--limit={limit}")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (3_600, "1h"), (172_800, "2d")],
)
def test_an_age_is_short(seconds: int, text: str) -> None:
    assert duration(seconds) == text


def test_cancel_says_what_it_did(probe: Probe) -> None:
    run = probe.new()
    assert run_command("cancel", run.pk) == (f"run {run.pk}: cancelled\n", "")


def test_cancel_asks_a_running_run_to_stop(probe: Probe) -> None:
    run = probe.new()
    claim(run.pk, "host:1")
    assert run_command("cancel", run.pk) == (f"run {run.pk}: asked to stop\n", "")


@pytest.mark.parametrize("command", ["cancel", "retry"])
def test_an_unknown_run_is_one_clear_line(command: str) -> None:
    with pytest.raises(CommandError, match=r"^there is no run 404$"):
        run_command(command, 404)


def test_cancelling_a_finished_run_is_one_clear_line(probe: Probe) -> None:
    run = execute(probe.new().pk)
    with pytest.raises(CommandError, match="is done already: nothing to cancel"):
        run_command("cancel", run.pk)


def test_retry_queues(probe: Probe) -> None:
    run = execute(probe.new(fail={"beta": "no luck"}).pk)
    assert run_command("retry", run.pk) == (f"run {run.pk}: queued\n", "")


def test_retry_and_wait_shows_progress_apart_from_the_result(probe: Probe) -> None:
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(status="failed", finished_at=Now())
    out, log = run_command("retry", run.pk, "--wait")
    assert out == f"run {run.pk}: done\n"
    assert f"run {run.pk}: started\nrun {run.pk}: step alpha 0 (" in log


def test_retry_and_wait_of_a_run_that_fails_again_is_an_error(probe: Probe) -> None:
    run = execute(probe.new(fail={"beta": "no luck"}).pk)
    with pytest.raises(CommandError, match=rf"run {run.pk} failed: beta: no luck"):
        run_command("retry", run.pk, "--wait")

"""`manage.py chaos`, with real workers that are really killed."""

from __future__ import annotations

import json
import signal
from io import StringIO
from pathlib import Path

import psutil
import pytest
from django.core.management import CommandError, call_command

from tests.lab.chaos.round import upgrade_due
from tests.processes import Process, Site, wait_for

SMALL = ("--only", "refinement", "--seed", "3", "--json")


def scratch_folders(folder: Path) -> list[Path]:
    return list(folder.glob("crivo-chaos-*"))


def chaos(site: Site, folder: Path, *arguments: str) -> Process:
    return site.start("chaos", *arguments, TMPDIR=str(folder))


@pytest.mark.reliability
def test_killed_processes_leave_the_rows_of_runs_left_alone(site: Site, tmp_path: Path) -> None:
    command = chaos(site, tmp_path, "--kills", "2", *SMALL)
    assert command.wait(180) == 0, command.log
    told = json.loads(command.out)
    assert (told["missing"], told["duplicate"], told["other"], told["faults"]) == (0, 0, 0, [])
    assert told["kills"] == sum(told["killed"].values()) == 2
    assert set(told["runs"]) == {"refinement done"}
    assert "kill 2 of 2" in command.log
    assert scratch_folders(tmp_path) == []


@pytest.mark.reliability
def test_a_model_is_asked_again_only_for_what_a_kill_took(site: Site, tmp_path: Path) -> None:
    command = chaos(site, tmp_path, "--kills", "2", "--models", *SMALL)
    assert command.wait(180) == 0, command.log
    told = json.loads(command.out)
    assert (told["missing"], told["duplicate"], told["other"], told["faults"]) == (0, 0, 0, [])
    assert told["calls"] > 100 > told["calls_repeated"]


@pytest.mark.reliability
def test_an_upgrade_amid_the_kills_leaves_the_same_rows(site: Site, tmp_path: Path) -> None:
    command = chaos(site, tmp_path, "--kills", "2", "--upgrade-from", "HEAD", *SMALL)
    assert command.wait(180) == 0, command.log
    told = json.loads(command.out)
    assert (told["missing"], told["duplicate"], told["other"], told["faults"]) == (0, 0, 0, [])
    assert 0 <= told["upgrades"] <= told["rounds"]


@pytest.mark.parametrize(
    ("made", "kills", "left", "due"),
    [(0, 40, 12, False), (3, 40, 7, False), (4, 40, 12, True), (0, 40, 6, True), (1, 2, 12, True)],
)
def test_a_round_is_upgraded_while_runs_are_left(made, kills, left, due) -> None:
    assert upgrade_due(made, kills, left, 12) is due


@pytest.mark.reliability
def test_ctrl_c_leaves_neither_a_process_nor_a_folder(site: Site, tmp_path: Path) -> None:
    command = chaos(site, tmp_path, "--kills", "50", *SMALL)

    def at_work() -> list[psutil.Process]:
        family = site.remember(command)
        return family if any("work" in child.cmdline() for child in family) else []

    family = wait_for(at_work, "the worker")
    command.signal(signal.SIGINT)
    assert command.wait() == 130
    wait_for(lambda: not any(child.is_running() for child in family), "the processes to end")
    assert scratch_folders(tmp_path) == []


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--database", "mysql://x", "--database takes postgres://"),
        ("--database", "postgres://nobody@127.0.0.1:1/x", "no scratch database could be made"),
        ("--redis", "redis://127.0.0.1:1/0", "no Redis answers at --redis"),
        ("--upgrade-from", "no-such-commit", "there is no such code: fatal: not a valid object"),
    ],
)
def test_what_cannot_be_used_is_one_line(option: str, value: str, said: str) -> None:
    with pytest.raises(CommandError, match=said) as refused:
        call_command("chaos", option, value, stderr=StringIO())
    assert "\n" not in str(refused.value)

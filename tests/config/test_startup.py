"""The command line from outside: what a user can mend is one line on stderr, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from config.outage import database_complaint
from config.startup import choose_language
from tests.processes import CEILING

MANAGE = [sys.executable, str(Path(__file__).parents[2] / "manage.py")]


@pytest.fixture
def manage(tmp_path: Path):
    """Run manage.py as a user does, on a data folder of its own."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*MANAGE, *arguments],
            env=plain_environment(tmp_path) | environment,
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )

    return run


def plain_environment(data: Path) -> dict[str, str]:
    ours = ("CRIVO_", "LC_", "LANG", "DATABASE_URL", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"CRIVO_DATA_DIR": str(data)}


def is_one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.startswith("crivo: ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CRIVO_WORKERS", "many"),
        ("CRIVO_LANGUAGE", "fr"),
        ("CRIVO_DATA_DIR", "/dev/null/data"),
        ("CRIVO_SECRET_KEY", "short"),
        ("DATABASE_URL", "mysql://host/name"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_it(manage, name, value):
    result = manage("check", **{name: value})
    assert (result.returncode, result.stdout) == (1, "")
    assert is_one_line(result.stderr)
    assert name in result.stderr


def test_a_database_without_tables_is_one_line_with_the_mend(manage):
    result = manage("changepassword", "nobody")
    assert result.returncode == 1
    assert is_one_line(result.stderr)
    assert "run `manage.py migrate`" in result.stderr


def test_a_file_that_is_no_database_is_one_line_with_the_mend(manage, tmp_path):
    (tmp_path / "db.sqlite3").write_bytes(b"no database" * 100)
    result = manage("changepassword", "nobody")
    assert result.returncode == 1
    assert is_one_line(result.stderr)
    assert "manage.py doctor" in result.stderr


def test_a_database_that_cannot_be_opened_is_one_line(manage, tmp_path):
    result = manage("migrate", DATABASE_URL=f"sqlite:///{tmp_path}/nowhere/db.sqlite3")
    assert result.returncode == 1
    assert is_one_line(result.stderr)


def test_a_postgresql_out_of_reach_is_one_line(manage):
    """With its driver the connection is refused, without it the driver is named."""
    result = manage("migrate", DATABASE_URL="postgres://127.0.0.1:1/crivo")
    assert result.returncode == 1
    assert is_one_line(result.stderr)


def test_messages_speak_the_systems_portuguese(manage):
    result = manage("changepassword", "nobody", LANG="pt_BR.UTF-8")
    assert "o banco de dados" in result.stderr


def test_help_speaks_the_chosen_language(manage):
    result = manage("doctor", "--help", CRIVO_LANGUAGE="pt-br")
    assert "como corrigir" in result.stdout


def test_errors_of_commands_speak_the_chosen_language(manage):
    result = manage("doctor", CRIVO_LANGUAGE="pt-br")
    assert "CommandError: 1 verificação falhou" in result.stderr


@pytest.mark.parametrize(
    ("error", "complaint"),
    [
        (ProgrammingError('relation "runs_run" does not exist\nLINE 1'), "is not up to date"),
        (OperationalError("no such column: x.y"), "is not up to date"),
        (OperationalError('FATAL: database "crivo" does not exist'), "cannot be used"),
        (OperationalError("connection refused\nIs the server running?"), "cannot be used"),
        (DatabaseError("database disk image is malformed"), "cannot be used"),
    ],
)
def test_a_database_error_a_user_can_mend_is_one_line(error, complaint):
    line = database_complaint(error)
    assert line is not None
    assert (complaint in line, "\n" in line) == (True, False)


@pytest.mark.parametrize(
    "error",
    [
        ProgrammingError('syntax error at or near "FORM"'),
        OperationalError('near "FORM": syntax error'),
        ValueError("connection refused"),
    ],
)
def test_a_fault_of_ours_keeps_its_traceback(error):
    assert database_complaint(error) is None


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt-br"),
        ({"LC_ALL": "pt_PT.UTF-8", "LANG": "en_US.UTF-8"}, "pt-br"),
        ({"LC_ALL": "C", "LANG": "pt_BR.UTF-8"}, None),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "pt_BR.UTF-8"}, None),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"CRIVO_LANGUAGE": "en", "LANG": "pt_BR.UTF-8"}, "en"),
        ({}, None),
    ],
)
def test_the_language_is_the_chosen_one_then_the_systems(environment, language):
    choose_language(environment)
    assert environment.get("CRIVO_LANGUAGE") == language


def test_ctrl_c_ends_with_130_and_no_traceback(tmp_path):
    # `shell` waits on its input: a command that is surely still running.
    process = subprocess.Popen(
        [*MANAGE, "shell", "-c", "print('ready', flush=True); import time; time.sleep(60)"],
        env=plain_environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while "ready" not in process.stdout.readline():
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _output, errors = process.communicate(timeout=CEILING)
    assert (process.returncode, errors.strip()) == (130, "")


def test_a_reader_that_goes_away_is_no_error(tmp_path):
    line = f"{sys.executable} {MANAGE[1]} diffsettings --all | head -1"
    result = subprocess.run(
        ["/bin/sh", "-c", line],
        env=plain_environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert result.stderr == ""


def test_debug_is_off_unless_asked(manage):
    result = manage("diffsettings", "--all")
    assert "### DEBUG = False" in result.stdout.splitlines()

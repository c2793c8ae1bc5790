"""The commands: the laboratory's are no part of what a user installs and imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from config import commands
from config.commands import LABORATORY, Commands, choose_settings
from tests.config.test_startup import MANAGE, plain_environment

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", LABORATORY)
def test_a_command_of_the_laboratory_works_from_a_checkout(tmp_path, name):
    result = subprocess.run(
        [*MANAGE, name, "--help"],
        env=plain_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: manage.py {name} ")


def test_without_a_laboratory_its_commands_say_where_it_is(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(commands, "HERE", tmp_path / "lab")
    with pytest.raises(SystemExit) as ended:
        Commands(["crivo", "chaos"]).execute()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith("crivo: chaos is run from a checkout of Crivo's sources")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("argv", "chosen"),
    [
        (["manage.py", "chaos", "--kills", "3"], "tests.lab.settings"),
        (["manage.py", "help", "chaos"], "tests.lab.settings"),
        (["manage.py", "refine", "chaos"], "config.settings"),
        (["manage.py", "help"], "config.settings"),
        (["manage.py"], "config.settings"),
    ],
)
def test_only_a_command_of_the_laboratory_has_its_settings(argv, chosen):
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    choose_settings(argv, environment)
    assert environment == {"DJANGO_SETTINGS_MODULE": chosen}


def test_settings_that_somebody_chose_stay():
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    choose_settings(["manage.py", "chaos"], environment)
    assert environment == {"DJANGO_SETTINGS_MODULE": "tests.settings"}


def test_nothing_of_the_laboratory_is_imported_by_the_product(tmp_path):
    code = "import django, sys; django.setup(); print(*sys.modules)"
    environment = plain_environment(tmp_path) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    imported = done.stdout.decode().split()
    assert "hypotheses.models" in imported
    assert [name for name in imported if name.split(".")[0] == "tests"] == []

"""The commands: the laboratory's are no part of what a user installs and imports."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

import config
from config import startup
from config.startup import LABORATORY, Commands, choose_settings
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
    monkeypatch.setattr(startup, "HERE", tmp_path / "lab")
    with pytest.raises(SystemExit) as ended:
        Commands(["crivo", "chaos"]).execute()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith("crivo: chaos is run from a checkout of Crivo's sources")
    assert said.count("\n") == 1


@pytest.mark.parametrize("argument", ["--version", "version"])
def test_the_command_line_names_the_release(argument, capsys):
    Commands(["crivo", argument]).execute()
    assert capsys.readouterr().out == f"crivo {config.__version__}\n"


def test_the_release_has_its_section_in_the_changelog():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased = changelog.index("## [Unreleased]")
    assert unreleased < changelog.index(f"## [{config.__version__}] - 20")


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


@pytest.mark.parametrize(
    ("asked", "done"),
    [
        ("chaos KILLS=20 SEED=3 MODELS=1", "chaos --kills 20 --seed 3 --models"),
        ("soak RUNS=5", "soak --runs 5"),
        ("pickup RUNS=5 JSON=1", "pickup --runs 5 --json"),
        ("bench ONLY=grid", "benchmark --only grid"),
        ("calibrate RUNS=5 KINDS='walk permuted'", "calibrate --runs 5 --kinds walk permuted"),
        ("eval NO_SPEED=1", "evaluate --no-speed"),
    ],
)
def test_make_hands_its_variables_on(asked, done):
    command = ["make", "--no-print-directory", "-n", *shlex.split(asked)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    words = made.stdout.strip().splitlines()[-1].split()
    assert words == [".venv/bin/python", "manage.py", *done.split()]


def test_an_environment_that_others_share_by_a_link_is_not_emptied(tmp_path):
    for name in ("Makefile", "requirements.txt"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "kept").touch()
    (tmp_path / ".venv").symlink_to(shared)
    command = ["make", ".venv/.runtime-ready"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode != 0
    assert ".venv is a link" in made.stderr
    assert [file.name for file in shared.iterdir()] == ["kept"]


HIDDEN = {"messages", "qcluster", "read_claims"}
"""For developers, for `work` itself, and for what an earlier release wrote."""


def test_help_lists_every_command_of_ours_once_in_its_group(capsys):
    Commands(["manage.py", "help"]).execute()
    told = capsys.readouterr().out
    listed = [
        name for line in told.splitlines() if line.startswith("    ") for name in line.split()
    ]
    ours = {
        name
        for name, app in get_commands().items()
        if app.split(".")[0] in {"config", "hypotheses", "trading"}
    }
    assert len(listed) == len(set(listed))
    assert ours - HIDDEN - set(listed) == set()
    assert set(listed) <= set(get_commands())
    assert not HIDDEN & set(listed)
    assert not set(LABORATORY) & set(listed)

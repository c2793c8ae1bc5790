"""The variables that other programs use, too, are read as well."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

READ = """
import json
from config import settings as s
print(json.dumps([s.LLM_BASE_URL, s.LLM_KEY_ENV, s.LANGFUSE_HOST, s.LANGFUSE_PUBLIC_KEY]))
"""
OPENAI = {"OPENAI_API_KEY": "sk-of-openai", "CRIVO_LLM_MODEL": "m"}
LANGFUSE = {"LANGFUSE_PUBLIC_KEY": "pk", "LANGFUSE_SECRET_KEY": "sk-of-langfuse"}


def started(folder: Path, program: list[str], **given: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "CRIVO_DATA_DIR": str(folder), **given}
    return subprocess.run(
        [sys.executable, *program], cwd=settings.BASE_DIR, env=env, capture_output=True, text=True,
        check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (OPENAI | {"OPENAI_BASE_URL": "https://a.example/v1"},
         ["https://a.example/v1", "OPENAI_API_KEY", "", ""]),
        (OPENAI | {"CRIVO_LLM_BASE_URL": "https://api.openai.com/v1"},
         ["https://api.openai.com/v1", "OPENAI_API_KEY", "", ""]),
        # To another server than OpenAI's the key is not told.
        (OPENAI | {"CRIVO_LLM_BASE_URL": "https://b.example/v1", "OPENAI_BASE_URL": "https://a.example"},
         ["https://b.example/v1", "", "", ""]),
        (OPENAI | {"OPENAI_BASE_URL": "https://a.example/v1", "CRIVO_LLM_KEY_ENV": "MINE_KEY"},
         ["https://a.example/v1", "MINE_KEY", "", ""]),
        # What another program has alone stops nothing.
        ({"OPENAI_BASE_URL": "https://a.example/v1", "LANGFUSE_HOST": "https://l.example"},
         ["", "", "", ""]),
        (LANGFUSE | {"LANGFUSE_HOST": "https://l.example"},
         ["", "", "https://l.example", "pk"]),
        (LANGFUSE | {"LANGFUSE_HOST": "https://old.example", "LANGFUSE_BASE_URL": "https://l.example"},
         ["", "", "https://l.example", "pk"]),
    ],
)  # fmt: skip
def test_usual_names_are_read(tmp_path: Path, given: dict[str, str], found: list[str]) -> None:
    done = started(tmp_path, ["-c", READ], **given)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == found


def test_half_of_our_own_stops_the_start(tmp_path: Path) -> None:
    done = started(tmp_path, ["-c", READ], CRIVO_LLM_BASE_URL="https://l.example")
    assert "CRIVO_LLM_MODEL='': takes a value when CRIVO_LLM_BASE_URL" in done.stderr


def test_doctor_names_the_variable_and_not_the_key(tmp_path: Path) -> None:
    given = OPENAI | LANGFUSE | {
        "OPENAI_BASE_URL": "https://127.0.0.1:9/v1", "CRIVO_LLM_ALLOW_PRIVATE": "127.0.0.1",
        "LANGFUSE_HOST": "http://127.0.0.1:9",
    }  # fmt: skip
    assert started(tmp_path, ["manage.py", "migrate", "--verbosity", "0"]).returncode == 0
    said = started(tmp_path, ["manage.py", "doctor"], **given).stdout
    assert "the key is from OPENAI_API_KEY" in said
    assert "the key is from LANGFUSE_SECRET_KEY" in said
    assert "sk-of" not in said

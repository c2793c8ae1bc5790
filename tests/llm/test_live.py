"""A smoke test against the model that the environment names (CRIVO_LLM_...), with CRIVO_LIVE=1."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.processes import CEILING

Manage = Callable[..., Any]


@pytest.fixture
def manage(tmp_path: Path) -> Manage:
    """A command with the environment's own settings, on data of its own; what it prints as JSON."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CRIVO_TEST_")}
    environment = ours | {
        "CRIVO_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }

    def run(*arguments: str) -> Any:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=settings.BASE_DIR, env=environment,
            capture_output=True, text=True, check=False, timeout=CEILING,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if done.stdout else None

    run("migrate", "--verbosity", "0")
    return run


def test_the_model_answers_and_words_a_hypothesis(manage: Manage) -> None:
    checked = manage("check_model", "--json")
    assert [each["provider"] for each in checked if not each["ok"]] == []

    refined = manage("refine", "TDD reduces bugs in small teams", "--json")
    assert refined["status"] in ("approved", "rejected")
    assert refined["usage"]["llm_calls"] > 0
    assert refined["usage"]["tokens"] > 0

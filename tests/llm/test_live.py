"""A smoke test against a model: the one that the environment names (CRIVO_LLM_...) with
CRIVO_LIVE=1, else the laboratory's own server on the loopback, which costs nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.lab.chaos import scenarios
from tests.lab.chaos.model import Model
from tests.processes import CEILING

pytestmark = pytest.mark.slow
Manage = Callable[..., Any]


@pytest.fixture
def endpoint() -> Iterator[Mapping[str, str]]:
    """The settings that name the model."""
    if os.environ.get("CRIVO_LIVE") == "1":
        yield {}
        return
    with Model(scenarios.answer, seconds=0) as model:
        yield model.settings


@pytest.fixture
def manage(endpoint: Mapping[str, str], tmp_path: Path) -> Manage:
    """A command with the environment's own settings, on data of its own; what it prints as JSON."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("CRIVO_TEST_")}
    environment = (
        ours
        | dict(endpoint)
        | {
            "CRIVO_DATA_DIR": str(tmp_path),
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
    )

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

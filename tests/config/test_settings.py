"""The settings: each variable is documented, and a new installation is closed rather than open."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]
NAME = r"(?:CRIVO_\w+|DATABASE_URL|REDIS_URL|OPENAI_(?:API_KEY|BASE_URL)|LANGFUSE_\w+)"


def read_by_settings() -> set[str]:
    return set(re.findall(rf'"({NAME})"', (ROOT / "config" / "settings.py").read_text()))


PAGE = (ROOT / "docs" / "settings.md").read_text().split("For `make`")[0]
TODAY, EARLIER = PAGE.split("Names of earlier versions")


def documented() -> set[str]:
    return set(re.findall(rf"^\| `({NAME})` \|", TODAY, re.MULTILINE))


def test_every_variable_is_documented_and_no_other():
    assert documented() == read_by_settings()


def test_a_name_of_an_earlier_version_is_not_read():
    earlier = {
        name for row in re.findall(r"^\| (`.*?) \|", EARLIER, re.MULTILINE)
        for name in re.findall(rf"`({NAME})`", row)
    }  # fmt: skip
    assert "CRIVO_LLM_MAX_CALLS" in earlier
    assert not earlier & read_by_settings()


# These start processes and hand our environment, or a part of it, on to them.
HAND_ON = {
    "config/llm/local.py",
    "config/side_process.py",
    "trading/backtest/child.py",
}


@pytest.mark.parametrize("folder", ["config", "hypotheses", "trading"])
def test_only_the_settings_read_the_environment(folder):
    readers = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"os\.(environ\b(?!\.setdefault)|getenv)", path.read_text())
    }
    assert readers <= {"config/env.py", "config/startup.py", *HAND_ON}


def test_debug_is_off():
    assert settings.DEBUG is False


def test_only_this_machine_is_answered():
    assert settings.ALLOWED_HOSTS == ["localhost", "127.0.0.1", "[::1]", "testserver"]


def test_every_requirement_is_pinned():
    lines = [
        line
        for name in ROOT.glob("requirements*.txt")
        if name.name != "requirements-hashes.txt"
        for line in name.read_text().splitlines()
        if line and not line.startswith(("#", "-r requirements"))
    ]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_the_python_of_the_project_is_the_python_doctor_asks_for():
    from config.doctor import OLDEST_PYTHON

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=" + ".".join(map(str, OLDEST_PYTHON))

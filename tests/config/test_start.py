"""What commands import before they do anything, for a person waits for it; and what processes that
stay have imported while nothing is asked of them, for it takes memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from config.lazy_import import LazyView

SCIENCE = {"pandas", "numpy", "scipy", "numba", "pyarrow"}
MODELS = {"langgraph", "langchain_core", "pydantic", "httpx", "requests", "openai"}
PAGES = {"config.urls", "hypotheses.views", "trading.views", "rest_framework.views", "knox.views"}
NEEDLESS: Mapping[str, set[str]] = {
    "--help": SCIENCE | MODELS | PAGES | {"hypotheses.analyst", "trading.strategies", "structlog"},
    "datasets": SCIENCE | MODELS | PAGES | {"hypotheses.analyst", "trading.strategies"},
    "serve": SCIENCE | MODELS | PAGES | {"hypotheses.analyst", "trading.strategies"},
    "assess": {"pandas", "scipy", "numba", "langgraph", "trading.strategies"} | PAGES,
    "refine": {"pandas", "scipy", "numba", "langgraph", "structlog", "trading.strategies"} | PAGES,
}
ARGUMENTS: Mapping[str, Sequence[str]] = {
    "assess": ["assess", "ideas.txt"],
    "refine": ["refine", "--help"],
}


COLLECTOR = """
import gc
from config.lazy_import import imports
was = gc.get_freeze_count()
with imports():
    collecting = gc.isenabled()
    import wave
frozen = gc.get_freeze_count()
with imports():
    import wave
print(collecting, gc.isenabled(), frozen > was, gc.get_freeze_count() == frozen)
"""


def test_the_collector_leaves_alone_what_is_imported(tmp_path: Path) -> None:
    """Then and later; a block that imports nothing new sets nothing aside."""
    assert ran(["-c", COLLECTOR], tmp_path).stdout.split() == ["False", "True", "True", "True"]


def test_a_command_at_work_collects_garbage(tmp_path: Path) -> None:
    manage = str(settings.BASE_DIR / "manage.py")
    done = ran([manage, "shell", "-v0", "-c", "import gc; print(gc.isenabled())"], tmp_path)
    assert done.stdout.strip() == "True"


def imported(arguments: Sequence[str], folder: Path) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = ran(["-X", "importtime", str(settings.BASE_DIR / "manage.py"), *arguments], folder)
    told = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip() for line in told}


def held_after(lines: str, folder: Path) -> set[str]:
    """The modules that a process of ours holds when it has done that."""
    done = ran(["-c", f"{lines}\nimport sys\nprint(*sys.modules)"], folder)
    return set(done.stdout.split())


def ran(arguments: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "CRIVO_DATA_DIR": str(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("command", NEEDLESS)
def test_a_command_imports_what_it_needs(command: str, tmp_path: Path) -> None:
    (tmp_path / "ideas.txt").write_text("TDD reduces bugs in small teams\n", encoding="utf-8")
    found = imported(ARGUMENTS.get(command, [command]), tmp_path)
    assert "config.startup" in found
    assert not found & NEEDLESS[command]


def test_what_runs_need_is_imported_before_the_workers_are_forked(tmp_path: Path) -> None:
    found = imported(["qcluster", "--help"], tmp_path)
    assert {"hypotheses.services.submit", "trading.recorder", "trading.memory"} <= found
    assert not found & PAGES


ENGINE = {"numba", "llvmlite", "backtesting", "bokeh", "trading.services.bench"}


def test_a_web_process_answers_before_it_has_imported_what_its_pages_need(tmp_path: Path) -> None:
    lines = "import config.wsgi\nfrom django.template import engines\nengines.all()"
    held = held_after(f"{lines}\nfrom django.urls import reverse\nreverse('login')", tmp_path)
    assert {"config.urls", "hypotheses.admin", "trading.admin", "trading.urls"} <= held
    assert not held & (SCIENCE | {"pydantic", "hypotheses.analyst", "trading.strategies"})
    assert not held & {"hypotheses.views", "trading.views", "config.desk.api.views"}


def test_a_web_process_has_its_pages_and_no_engine(tmp_path: Path) -> None:
    lines = "import config.wsgi\nfrom config.lazy_import import import_pages\nimport_pages()"
    held = held_after(lines, tmp_path)
    assert held >= {"config.urls", "hypotheses.views.acts", "trading.views.specs"}
    assert held >= {"hypotheses.api.views", "trading.api.views", "config.desk.api.views"}
    assert not held & (ENGINE | {"docx", "langgraph", "openai"})
    assert not held & {"reportlab", "PIL", "scipy", "structlog"}


def test_every_address_has_a_view() -> None:
    """Views are named by text, and imported when they are asked for."""
    from django.urls import URLPattern, URLResolver, get_resolver

    def views(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[LazyView]:
        for one in patterns:
            if isinstance(one, URLResolver):
                yield from views(one.url_patterns)
            elif isinstance(one.callback, LazyView):
                yield one.callback

    found = list(views(get_resolver().url_patterns))
    assert len(found) > 100
    assert all(callable(each.view) for each in found)


CHORES = """
import django
django.setup()
import config.runs.supervisor
from config import chores
from config.lazy_import import LazyImport
for chore in chores.chores.values():
    if isinstance(chore.do, LazyImport):
        chore.do.get()
"""


def test_the_supervisor_has_its_chores_and_no_science(tmp_path: Path) -> None:
    held = held_after(CHORES, tmp_path)
    assert "trading.services.lessons" in held
    assert not held & (SCIENCE | MODELS)


def test_the_checks_look_at_the_admin() -> None:
    from django.contrib import admin
    from django.core.checks import Tags, run_checks

    assert run_checks(tags=[Tags.admin]) == []
    assert len(admin.site._registry) > 40

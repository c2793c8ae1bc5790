"""Real runs, cancelled at random moments through every door there is."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any

import psutil
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from config.runs.models import Event, LlmCall, Run
from hypotheses.services.submit import submit_hypothesis
from tests.api import client
from tests.lab.chaos import refinements
from tests.lab.chaos.developments import LIMITS
from tests.lab.chaos.rows import Found, rows_of
from tests.lab.chaos.scenarios import get
from tests.processes import Site, alive, wait_for
from tests.reliability.figures import as_shipped, figures
from trading.services.submit import start_development

pytestmark = [pytest.mark.slow, pytest.mark.reliability]
COUNT = 20
# Rows of a near duplicate refer to what it is near to: none of these is one.
IDEAS = (*refinements.IDEAS, "Green roofs cool cities in summer", "A música ajuda a estudar física")
PAGES = {"refinement": "cancel-run", "development": "strategy-cancel"}


@pytest.fixture
def doors(transactional_db: None) -> dict[str, Callable[[Run], bool]]:
    """Each asks for the end of a run, and says whether it was taken on."""
    admin = User.objects.create_superuser("admin")
    browser, api = Client(), client(admin)
    browser.force_login(admin)

    def page(run: Run) -> bool:
        place = reverse(PAGES[run.kind], args=[run.subject_id, run.pk])
        return browser.post(place).status_code == 302

    def rest(run: Run) -> bool:
        return api.post(f"/api/v1/runs/{run.pk}/cancel/").status_code in (200, 202)

    def act(run: Run) -> bool:
        chosen = {"action": "cancel", "_selected_action": [run.pk]}
        return browser.post(reverse("admin:runs_run_changelist"), chosen).status_code == 302

    def command(run: Run) -> bool:
        try:
            call_command("cancel", run.pk)
        except CommandError:
            return False  # it was done already
        return True

    return {"page": page, "api": rest, "admin": act, "command": command}


def submitted(kind: str, number: int) -> Run:
    if kind == "refinement":
        return submit_hypothesis(text=IDEAS[number // 2]).run
    limits = LIMITS._replace(seed=number)
    return start_development(ticker="AAPL", limits=limits, memory="none").run


def moment(run: Run, draw: random.Random) -> None:
    """Of a development every other one is cancelled while its backtests are played."""
    if run.kind == "development" and draw.random() < 0.6:
        wait_for(lambda: players(run) or ended(run), "backtests", 120)
        time.sleep(draw.uniform(0, 2))
    else:
        time.sleep(draw.uniform(0, 8 if run.kind == "development" else 1))


def players(run: Run) -> list[psutil.Process]:
    """The processes below the one that holds the run."""
    worker = fresh(run).worker
    try:
        return psutil.Process(int(worker.rpartition(":")[2])).children(recursive=True)
    except (psutil.NoSuchProcess, ValueError):
        return []


def fresh(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def ended(run: Run) -> bool:
    return fresh(run).is_finished


def nobody(processes: list[psutil.Process]) -> bool:
    return not any(map(alive, processes))


def left(run: Run) -> tuple[Found, int, int]:
    rows = rows_of(run, get(run.kind))
    return rows, Event.objects.filter(run=run).count(), LlmCall.objects.filter(run=run).count()


def took(run: Run) -> float:
    """By the database's clock, from the word to the end."""
    asked, ended = run.cancel_requested_at, run.finished_at
    assert isinstance(asked, datetime)
    assert isinstance(ended, datetime)
    return (ended - asked).total_seconds()


def test_real_runs_end_soon_leave_no_process_and_write_no_more(
    site: Site, doors: dict[str, Callable[[Run], bool]]
) -> None:
    work = site.start("work", **as_shipped())
    draw = random.Random(7)  # noqa: S311  # chance, not secrecy
    ends: list[float] = []
    playing = 0
    found: dict[int, Any] = {}
    statuses: Counter[str] = Counter()
    for number in range(COUNT):
        run = submitted(("development", "refinement")[number % 2], number)
        moment(run, draw)
        door = list(doors)[number // 2 % 4]
        below = players(run)
        doors[door](run)
        wait_for(partial(ended, run), f"run {run.pk} to end", 60)
        run = fresh(run)
        statuses[f"{run.kind} {run.status}"] += 1
        found[run.pk] = left(run)
        if run.status == "cancelled":
            ends.append(took(run))
            playing += bool(below)
            wait_for(partial(nobody, below), "its processes to end", 10)
    time.sleep(5)
    for pk, rows in found.items():
        assert left(Run.objects.get(pk=pk)) == rows
    print(f"{dict(statuses)}; {playing} at backtests; {figures(ends)}")  # noqa: T201  # the figure
    assert max(ends) <= 10
    assert len(ends) >= COUNT * 0.6
    assert work.popen.poll() is None

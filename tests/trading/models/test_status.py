"""One status for all that a strategy may be in."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from config.desk.decisions import put_in_force
from config.runs.models import Run
from tests.trading.helpers import make_strategy
from trading.models import Strategy

pytestmark = pytest.mark.django_db


def read(run: str = "", decisions: tuple[tuple[str, str], ...] = (), **fields: Any) -> Any:
    """A strategy in that state, read with its status."""
    strategy = make_strategy(**fields)
    if run:
        active = run in ("queued", "running")
        Run.objects.create(
            kind="development", subject_id=strategy.pk, status=run,
            finished_at=None if active else timezone.now(),
            lease_until=timezone.now() if run == "running" else None,
        )  # fmt: skip
    for source, after in decisions:
        put_in_force(strategy.decisions, source=source, after=after, reason="x")
    return Strategy.objects.with_status().get()


FORCED = (("forced", "MAX_ITERATIONS"),)


@pytest.mark.parametrize(
    ("state", "status", "source"),
    [
        ({"run": "queued"}, "working", None),
        ({"run": "running", "decisions": FORCED}, "working", "forced"),
        ({"run": "failed"}, "failed", None),
        ({"run": "dead"}, "failed", None),
        ({"run": "cancelled"}, "cancelled", None),
        ({}, "failed", None),
        ({"run": "done", "decisions": FORCED}, "MAX_ITERATIONS", "forced"),
        ({"run": "done", "decisions": (("agent", "SUCCESS"),)}, "SUCCESS", "agent"),
        ({"run": "done", "decisions": (*FORCED, ("human", "ACCEPTED"))}, "ACCEPTED", "human"),
        ({"run": "failed", "decisions": (*FORCED, ("human", "SENT_BACK"))}, "failed", "human"),
        ({"run": "cancelled", "decisions": (("human", "EXTENDED"),)}, "cancelled", "human"),
        ({"run": "done", "final_status": "MAX_ITERATIONS"}, "MAX_ITERATIONS", "forced"),
        ({"run": "done", "final_status": "ABANDONED"}, "ABANDONED", "agent"),
        ({"run": "done", "final_status": "SUCCESS"}, "SUCCESS", "agent"),
    ],
)
def test_the_status_is_how_it_stands(state: dict[str, Any], status: str, source: str | None):
    found = read(**state)
    assert (found.status, found.source) == (status, source)


def test_runs_of_another_kind_say_nothing_of_it():
    strategy = make_strategy(final_status="SUCCESS")
    Run.objects.create(kind="refinement", subject_id=strategy.pk)
    found: Any = Strategy.objects.with_status().get()
    assert found.status == "SUCCESS"

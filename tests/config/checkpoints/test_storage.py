"""Checkpoints are let go of with the steps, and with an erased text."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone

from config.checkpoints import engines, history
from config.runs.execution import execute
from config.runs.models import Run
from config.runs.retention import prune_checkpoints
from config.runs.services import scrub_runs
from tests.config.runs.conftest import Probe

pytest.importorskip(
    "langgraph.checkpoint.sqlite" if site.SQLITE else "langgraph.checkpoint.postgres"
)

pytestmark = [
    pytest.mark.django_db(transaction=not site.SQLITE),
    pytest.mark.usefixtures("kept"),
]


def ended(probe: Probe, days: int, **params: Any) -> Run:
    run = execute(probe.new(**params).pk)
    Run.objects.filter(pk=run.pk).update(finished_at=timezone.now() - timedelta(days=days))
    return run


def test_they_go_as_long_after_the_end_as_steps(probe: Probe) -> None:
    old, young = ended(probe, 31, fail={"beta": "no"}), ended(probe, 29)
    assert history.runs() == [old.pk, young.pk]
    assert prune_checkpoints() == 1
    assert history.runs() == [young.pk]
    young.delete()
    assert prune_checkpoints() == 1
    assert history.runs() == []


def test_they_go_also_when_they_are_no_longer_kept(probe: Probe, settings: Any) -> None:
    ended(probe, 31)
    settings.CHECKPOINTS = False
    assert prune_checkpoints() == 1


def test_an_erasure_takes_those_of_all_runs_that_ended(probe: Probe) -> None:
    erased, other, at_work = (execute(probe.new().pk) for _ in range(3))
    Run.objects.filter(pk=erased.pk).update(subject_id=2)
    Run.objects.filter(pk=at_work.pk).update(status="queued", finished_at=None)
    scrub_runs(kind="probe", subject_id=2)
    assert other.pk not in history.runs()
    assert history.runs() == [at_work.pk]


def test_nothing_is_there_to_go_when_none_were_kept() -> None:
    if site.SQLITE:
        assert not engines.exist()
    assert (prune_checkpoints(), history.runs()) == (0, [])
    history.forget_all_but([])


if site.SQLITE:

    class TestAFile:
        def test_that_is_no_database_is_taken_away(self) -> None:
            engines.file().write_text("no database " * 100)
            assert prune_checkpoints() == 0
            assert not engines.exist()

        def test_that_cannot_be_written_to_does_not_outlive_an_erasure(
            self, probe: Probe, monkeypatch: Any
        ) -> None:
            execute(probe.new().pk)
            monkeypatch.setattr(engines, "PATIENCE", 0)
            with engines.cursor() as another:
                another.execute("BEGIN IMMEDIATE")
                history.forget_all_but([])
            assert not engines.exist()

"""A person's own runs, and what they took."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.runs.models import LlmCall, Run
from tests.hypotheses.recorded import recorded
from tests.people import person

pytestmark = pytest.mark.django_db


def run_of(user, **fields):
    """A run of a hypothesis of theirs, with a call that was paid for."""
    row = recorded(user=user)
    run = Run.objects.get(subject_id=row.pk)
    Run.objects.filter(pk=run.pk).update(**fields)
    LlmCall.objects.create(
        run=run, node="structurer", prompt="p", model="m", outcome="ok",
        tokens_in=1_000, tokens_out=200, cost_usd=Decimal("0.0125"),
    )  # fmt: skip
    return run


def page_of(user, path="/runs/"):
    client = Client()
    client.force_login(user)
    return client.get(path)


def test_it_lists_what_the_reader_started_with_its_costs():
    ana = person("ana")
    run, other = run_of(ana, error="no <b>answer</b>"), run_of(person("bob"))
    page = page_of(ana)
    assert [line.run.pk for line in page.context["lines"]] == [run.pk]
    assert f'href="/hypotheses/{run.subject_id}/"' in page.text
    assert "1,200" in page.text
    assert "Language models: 1 call, 0.0125 USD." in page.text
    assert "no &lt;b&gt;answer" in page.text
    assert f"№ {other.subject_id}<" not in page.text


def test_who_has_had_nothing_executed_is_told_how_to_begin():
    assert "/hypotheses/new/" in page_of(person("ana")).text


def test_many_runs_take_no_more_queries():
    ana, counts = person("ana"), []
    for number in (1, 6):
        for _each in range(number):
            run_of(ana)
        with CaptureQueriesContext(connection) as taken:
            page_of(ana)
        counts.append(len(taken))
    assert counts[0] == counts[1]

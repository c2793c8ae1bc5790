"""New rows of several models in one go."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from config.runs.ledger import insert
from config.runs.models import Event, Run
from tests.config.runs.conftest import Probe
from tests.config.runs.probe.models import Mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(probe: Probe) -> Run:
    return probe.new()


def test_rows_of_two_models_keep_their_order(run: Run) -> None:
    insert(
        [
            Mark(run_id=run.pk, node="a", value=2),
            Mark(run_id=run.pk, node="b", value=1),
            Event(run=run, kind="message", data={"text": "olá", "parts": [1, None]}),
        ]
    )
    assert list(Mark.objects.order_by("pk").values_list("node", "value")) == [("a", 2), ("b", 1)]
    assert Event.objects.get(kind="message").data == {"text": "olá", "parts": [1, None]}


def test_defaults_and_the_time_are_filled_in(run: Run) -> None:
    insert([Event(run=run, kind="message")])
    event = Event.objects.get(kind="message")
    assert (event.node, event.data) == ("", {})
    assert event.created_at >= run.queued_at


def test_nothing_is_nothing() -> None:
    insert([])


def test_a_row_the_database_refuses_is_an_error_of_django() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([Mark(run_id=1, node="a", value=None)])  # type: ignore[misc]  # it is what is tested

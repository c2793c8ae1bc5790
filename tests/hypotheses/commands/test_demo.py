"""`manage.py demo`: one idea in Portuguese, one in English, one forced."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.management.base import CommandError

from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis
from tests.hypotheses.helpers import command, stored

pytestmark = pytest.mark.django_db


def test_three_ideas_go_through_the_loop() -> None:
    out, log = command("demo")
    rows = Hypothesis.objects.order_by("pk")
    assert [row.language for row in rows] == ["pt", "en", "pt"]
    sources = Decision.objects.order_by("pk").values_list("source", "after")
    assert list(sources) == [("agent", "approved"), ("agent", "approved"), ("forced", "rejected")]
    assert all(row.text in out for row in rows)
    assert out.count("closed by “") >= 4
    assert "=> waiting for your answer" in out
    assert log.count(": finished") == 3


def test_a_second_time_it_shows_the_same_and_makes_nothing() -> None:
    first, _log = command("demo")
    before = stored()
    second, log = command("demo")
    assert (second, log, stored()) == (first, "", before)


def test_an_idea_that_was_not_decided_is_refined_anew() -> None:
    command("demo")
    Decision.objects.filter(source="forced").delete()
    out, log = command("demo")
    assert "=> waiting for your answer" in out
    assert log.count(": finished") == 1
    assert Run.objects.count() == 4


def test_they_are_left_to_a_worker_once_as_an_accounts() -> None:
    ana = User.objects.create_user("ana")
    for _ in range(2):
        assert command("demo", "--queue-for", "ana")[0] == ""
    assert Hypothesis.objects.filter(owner=ana).count() == 3
    assert list(Run.objects.values_list("status", flat=True)) == ["queued"] * 3


def test_an_account_that_there_is_not_is_said() -> None:
    with pytest.raises(CommandError, match="there is no user 'nobody'"):
        command("demo", "--queue-for", "nobody")

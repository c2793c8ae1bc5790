"""Rows for the tests of the admin: made once, as each refinement takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from config.runs.models import Run
from hypotheses.models import Hypothesis, LexiconTerm
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.preregister import preregister
from hypotheses.services.review import override_decision
from tests.hypotheses.helpers import FORCED, REFINED, VETOED, refined

TERM = {"language": "en", "field": "software", "section": "units", "term": "squad"}


def fill() -> None:
    """At least one row of each model."""
    refined(REFINED["en"])
    refined(VETOED["en"])
    forced = refined(FORCED["en"])
    override_decision(hypothesis_id=forced.pk, outcome="approved", reason="we know X")
    preregister(hypothesis_id=forced.pk, note="as agreed")
    answer_clarifications(hypothesis_id=forced.pk, answers={"metrics": "a diary"}, wake=False)


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        fill()
        LexiconTerm.objects.create(**TERM)
        yield
        for model in (Hypothesis, Run, LexiconTerm):
            model._default_manager.all().delete()


@pytest.fixture
def rows(filled: None, db: None) -> None:
    pass


@pytest.fixture
def ana(db: None) -> User:
    """An admin by her role alone: neither superuser nor staff."""
    user = User.objects.create_user("ana", password="a-long-secret")
    user.groups.add(Group.objects.get(name="admin"))
    return user


@pytest.fixture
def as_ana(ana: User) -> Client:
    client = Client()
    client.force_login(ana)
    return client

"""Rows for the tests of the admin: made once, as each refinement takes its time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from config.runs.models import Run
from hypotheses.domain.claim import Claim
from hypotheses.models import Hypothesis
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.preregister import preregister
from hypotheses.services.review import override_decision
from tests.hypotheses.recorded import (
    OWN,
    PROPOSALS,
    STATEMENTS,
    TESTERS,
    conditional,
    recorded,
    waiting,
)

OPEN = "Music makes testers miss defects"
BELIEF = "Coffee is good because everybody knows that it works"


def fill() -> None:
    """At least one row of each model."""
    gap = {"slot": "comparator", "code": "missing", "gap": "Compared with what?"}
    closed = {"state": "closed", "closed_in": 2, "closed_by": "in silence", "conditional": True}
    conditional(gaps=[{**gap, **closed}])
    veto = {"code": "popular_belief", "quote": "everybody knows", "reason": "a belief"}
    recorded(BELIEF, Claim(), vetoes=[veto])
    row = waiting(text=OPEN, claim=OWN, earlier=[TESTERS], notes=STATEMENTS, proposals=PROPOSALS)
    row.versions.get(number=1).reviews.get().scores.update(evidence="testers")
    override_decision(hypothesis_id=row.pk, outcome="approved", reason="we know X")
    preregister(hypothesis_id=row.pk, note="as agreed")
    answers = {"population": "freelancers of one platform"}
    answer_clarifications(hypothesis_id=row.pk, answers=answers, wake=False)


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        fill()
        yield
        for model in (Hypothesis, Run):
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

"""People, and a development that is quickly there."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run
from tests.people import person
from tests.trading.helpers import make_developed
from tests.trading.storage.stored import dataset
from trading.memory import remember
from trading.models import Strategy


@pytest.fixture
def ana(db: None) -> User:
    return person("ana")


@pytest.fixture
def rita(db: None) -> User:
    return person("rita", "reviewer")


@pytest.fixture
def eva(db: None) -> User:
    return person("eva", "admin")


@pytest.fixture
def prices(db: None) -> None:
    """A random walk of 300 bars, WALK."""
    dataset()


def ended(user: User, **fields: Any) -> Strategy:
    """A development of rows, ended at its limit, with its run and its lessons."""
    found = make_developed(owner=user, **fields)
    Run.objects.create(
        kind="development",
        subject_id=found.pk,
        status="done",
        finished_at=timezone.now(),
        created_by=user,
    )
    remember(strategy=found, state={})
    return found


@pytest.fixture
def strategy(ana: User) -> Strategy:
    """Ana's, of one round."""
    return ended(ana)

"""The trials behind a strategy: its own, and those of all that it builds on."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from tests.trading.helpers import make_developed, make_strategy, make_trials
from trading.memory import recall, remember, trial_count
from trading.models import Strategy

pytestmark = pytest.mark.django_db
ASKED: dict[str, Any] = {
    "ticker": "AAPL",
    "objective": "reversion",
    "frequency": "1d",
    "language": "en",
}


def after(*others: Strategy, trials: int, **fields: Any) -> Strategy:
    """A development that recalled what others left, tried so much, and left its own."""
    for other in others:
        remember(strategy=other, state={})
    return make_developed(memory=recall(**ASKED), trials=trials, **fields)


def test_own_trials_are_counted() -> None:
    assert trial_count(make_developed(trials=4)) == {"own": 4, "inherited": 0, "total": 4}


def test_those_of_a_recalled_development_are_inherited() -> None:
    second = after(make_developed(trials=4), trials=3)
    assert trial_count(second) == {"own": 3, "inherited": 4, "total": 7}


def test_each_counts_once_however_it_was_reached() -> None:
    first = make_developed(trials=4)
    second = after(first, trials=3)
    third = after(second, trials=2)
    assert trial_count(third) == {"own": 2, "inherited": 7, "total": 9}


def test_they_are_inherited_through_one_whose_lessons_are_not_recalled() -> None:
    second = after(make_developed(trials=4), trials=3)
    remember(strategy=second, state={})
    second.lessons.update(ticker="IBM", words="gold")
    Strategy.objects.get(memory=None).lessons.all().delete()
    gold = recall(**{**ASKED, "ticker": "IBM"})
    assert trial_count(make_developed(memory=gold, trials=1))["inherited"] == 7


def test_what_is_tried_later_is_not_inherited() -> None:
    first = make_developed(trials=4)
    second = after(first, trials=3)
    make_trials(first, 10)
    assert trial_count(second)["inherited"] == 4


def test_a_fork_inherits_those_of_what_it_was_made_from() -> None:
    first = make_developed(trials=4)
    second = make_developed(trials=3, forked_from=first)
    third = make_developed(trials=2, forked_from=second)
    assert trial_count(third) == {"own": 2, "inherited": 7, "total": 9}


def test_a_fork_is_frozen_when_its_parent_goes_on_or_is_deleted() -> None:
    first = make_developed(trials=4)
    fork = make_developed(trials=3, forked_from=first)
    make_trials(first, 10)
    assert trial_count(Strategy.objects.get(pk=fork.pk))["inherited"] == 4
    third = make_developed(trials=1, forked_from=fork)
    first.delete()
    fork.refresh_from_db()
    assert fork.forked_from is None
    assert trial_count(fork)["inherited"] == 4
    assert trial_count(third)["inherited"] == 7


def test_the_migration_freezes_the_forks_there_are() -> None:
    first = make_developed(trials=4)
    fork = make_developed(trials=3, forked_from=first)
    last = make_developed(forked_from=fork)
    Strategy.objects.update(inherited={})
    import_module("trading.migrations.0011_inherited_trials").freeze(apps, None)
    found = dict(Strategy.objects.values_list("pk", "inherited"))
    assert found == {
        first.pk: {},
        fork.pk: {str(first.pk): 4},
        last.pk: {str(first.pk): 4, str(fork.pk): 3},
    }


def test_an_empty_memory_leaves_nothing_to_inherit() -> None:
    assert trial_count(make_strategy(memory=recall(**ASKED)))["total"] == 0

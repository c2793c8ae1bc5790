"""What was tried of a variant's rules is read from the trials; reading tries nothing."""

from __future__ import annotations

import pytest

from tests.trading.variants import own_strategy, own_variant, played_variant, tried
from trading.models import Trial
from trading.services.trial_series import key_of, tried_parameters

pytestmark = pytest.mark.django_db


def test_trials_of_its_rules_are_found_with_its_own_set():
    variant = played_variant()
    tried(variant, [{"fast": 15, "slow": 100}, {"fast": 25, "slow": 100}])
    before = Trial.objects.count()
    found = tried_parameters(variant=variant)
    assert Trial.objects.count() == before
    assert {key_of(one.values) for one in found.sets} == {
        key_of({"fast": fast, "slow": 100}) for fast in (15, 20, 25)
    }
    own = variant.backtests.get(segment="train")
    assert (found.chosen.sharpe, found.chosen.trades) == (own.sharpe_ratio, own.total_trades)


def test_its_own_set_agrees_with_the_trial_of_it():
    variant = played_variant()
    tried(variant, [variant.parameters])
    trial = Trial.objects.get()
    found = tried_parameters(variant=variant)
    assert len(found.sets) == 1
    assert found.chosen.sharpe == pytest.approx(trial.sharpe_ratio)


def test_other_rules_other_developments_and_validation_are_not_its_trials():
    variant = played_variant()
    tried(
        played_variant(variant.strategy, "donchian_breakout", index=1), [{"entry": 30, "leave": 10}]
    )
    tried(own_variant(own_strategy()), [{"fast": 15, "slow": 100}])
    tried(variant, [{"fast": 25, "slow": 100}])
    Trial.objects.filter(strategy=variant.strategy, parameters__fast=25).update(
        segment="validation"
    )
    assert len(tried_parameters(variant=variant).sets) == 1


def test_a_variant_that_was_not_backtested_has_no_ratio():
    found = tried_parameters(variant=own_variant())
    assert (found.chosen.sharpe, found.chosen.trades) == (None, None)


def test_the_sets_beside_it_are_one_step_away():
    found = tried_parameters(variant=own_variant())
    beside = {key_of(values) for values in found.beside}
    assert key_of({"fast": 15, "slow": 100}) in beside
    assert key_of(found.spec.values) not in beside

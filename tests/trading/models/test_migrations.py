"""The migrations that make the gate profiles that ship, and the search words of
findings and verdicts."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from tests.history import before
from tests.trading.helpers import make_finding, make_strategy
from trading.analyst.sentences import told
from trading.domain.gates import CALIBRATED, CLASSIC, RIGOROUS
from trading.domain.profiles import Profile
from trading.models import Finding, GateCriterion, GateProfile, Strategy
from trading.querysets import FINDINGS, STRATEGIES
from trading.research.sentences import Quantity, Text, as_document, say

pytestmark = pytest.mark.django_db
SHIPPED = pytest.mark.parametrize(
    ("migration", "profile"),
    [
        (import_module("trading.migrations.0002_classic_profile"), CLASSIC),
        (import_module("trading.migrations.0008_evidence"), RIGOROUS),
        (import_module("trading.migrations.0015_calibrated_profile"), CALIBRATED),
    ],
)


def kept(profile: Profile) -> Profile:
    return GateProfile.objects.get(name=profile.name).frozen()


@SHIPPED
def test_it_makes_the_profile_once(migration: Any, profile: Profile) -> None:
    migration.make(apps, None)
    assert kept(profile) == profile
    assert GateProfile.objects.count() == 3


@SHIPPED
def test_it_leaves_one_that_was_changed_as_it_is(migration: Any, profile: Profile) -> None:
    GateCriterion.objects.filter(profile__name=profile.name, name="sharpe_ratio",
                                 segment="validation").delete()  # fmt: skip
    migration.make(apps, None)
    assert len(kept(profile).criteria) == len(profile.criteria) - 1


@SHIPPED
def test_it_can_be_taken_back_and_made_again(migration: Any, profile: Profile) -> None:
    migration.remove(apps, None)
    assert not GateProfile.objects.filter(name=profile.name).exists()
    migration.make(apps, None)
    assert kept(profile) == profile


def test_taken_back_strict_operators_are_what_they_were_before() -> None:
    own = GateProfile.objects.create(name="mine", pass_score=0.5)
    GateCriterion.objects.create(profile=own, name="psr", segment="train", operator=">",
                                 threshold=0.9, soft=0.5)  # fmt: skip
    import_module("trading.migrations.0008_evidence").remove(apps, None)
    assert own.criteria.get().operator == ">="


@pytest.mark.django_db(transaction=True)
def test_findings_of_before_are_found_in_the_other_language_too() -> None:
    text = Text("status.stale", {"n": Quantity(9, "integer"), "needed": Quantity(5, "integer")})
    said = {"interpretation": say(text, "pt"), "sentence": as_document(text)}
    known = make_finding(make_strategy(), **said)
    older = make_finding(known.strategy, sentence={})
    unknown = make_finding(known.strategy, sentence={"key": "of_another_version", "values": {}})
    with before("trading", "0019_final_error") as then:
        assert not hasattr(then.get_model("trading", "Finding"), "words")
    assert [*Finding.objects.filter(FINDINGS.matching("newest row older"))] == [known]
    found = Finding.objects.filter(FINDINGS.matching("followed by its opposite")).order_by("pk")
    assert [*found] == [older, unknown]
    assert FINDINGS.is_whole()


@pytest.mark.django_db(transaction=True)
def test_verdicts_of_before_are_found_in_the_other_language_too() -> None:
    ended = {"code": "final_MAX_ITERATIONS",
             "values": {"ticker": "AAPL", "iterations": 2, "trials": 9, "cause": ""}}  # fmt: skip
    known = make_strategy(final_message=told([ended], "en"), final_sentences=[ended])
    make_strategy(final_message="older")
    make_strategy(final_message="odd", final_sentences=[{"code": "gone", "values": {}}])
    with before("trading", "0021_variant_as_written") as then:
        assert not hasattr(then.get_model("trading", "Strategy"), "final_words")
    assert [*Strategy.objects.filter(STRATEGIES.matching("nenhuma dentro dos limites"))] == [known]
    assert [*Strategy.objects.filter(STRATEGIES.matching("older"))]
    assert STRATEGIES.is_whole()

"""The migrations that make the gate profiles that ship and the search words of findings and
verdicts, and the one that names decisions on strategies."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse

from tests.history import before
from tests.people import person
from tests.trading.helpers import make_finding, make_strategy
from trading.analyst.sentences import told
from trading.domain.gates import CALIBRATED, CLASSIC, RIGOROUS
from trading.domain.profiles import Profile
from trading.models import Finding, GateCriterion, GateProfile, Strategy, StrategyDecision
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


@pytest.fixture
def release_before() -> Iterator[None]:
    """The database as the release before `StrategyDecision` had it, content types and permissions,
    too; at the end it is as of now."""
    call_command("migrate", "trading", "0023", verbosity=0)
    yield
    call_command("migrate", "trading", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_decisions_of_before_keep_their_rows_permissions_and_addresses(
    client: Client, release_before: None
) -> None:
    strategy, rita = make_strategy(), person("rita", "reviewer")
    then = MigrationExecutor(connection).loader.project_state(("trading", "0023_logged_errors"))
    row = then.apps.get_model("trading", "Decision").objects.create(
        strategy_id=strategy.pk, user_id=rita.pk, source="human", after="ABANDONED", reason="spent"
    )
    kind = ContentType.objects.get(app_label="trading", model="decision")
    permission = Permission.objects.get(codename="view_decision", content_type=kind)
    User.objects.filter(pk=rita.pk).update(is_staff=True)
    rita.user_permissions.add(permission)
    LogEntry.objects.create(user=rita, content_type=kind, object_id=str(row.pk), action_flag=CHANGE)

    call_command("migrate", "trading", verbosity=0)
    ContentType.objects.clear_cache()

    (now,) = StrategyDecision.objects.all()
    assert (now.pk, now.strategy, now.user, now.after) == (row.pk, strategy, rita, "ABANDONED")
    assert ContentType.objects.get_for_model(StrategyDecision).pk == kind.pk
    assert not ContentType.objects.filter(app_label="trading", model="decision").exists()
    codes = Permission.objects.filter(content_type=kind).values_list("codename", flat=True)
    assert {*codes} == {f"{act}_strategydecision" for act in ("add", "change", "delete", "view")}
    assert User.objects.get(pk=rita.pk).has_perm("trading.view_strategydecision")
    assert Permission.objects.get(codename="view_strategydecision").pk == permission.pk
    assert LogEntry.objects.get().get_admin_url() == reverse(
        "admin:trading_strategydecision_change", args=[row.pk]
    )
    client.force_login(person("root", "admin"))
    for rest in ("", f"{row.pk}/change/", "?after=ABANDONED"):
        page = client.get(f"/admin/trading/decision/{rest}", follow=True)
        assert page.redirect_chain[0][0] == f"/admin/trading/strategydecision/{rest}"
        assert "spent" in page.text


@pytest.mark.django_db(transaction=True)
def test_the_name_of_decisions_can_be_taken_back(release_before: None) -> None:
    codes = Permission.objects.filter(content_type__app_label="trading")
    assert codes.filter(codename="view_decision", content_type__model="decision").exists()
    assert not codes.filter(codename__endswith="_strategydecision").exists()

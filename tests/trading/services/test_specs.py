"""Specs that people keep, by name and version."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from tests.people import person
from trading.models import SavedSpec
from trading.services.specs import archive_spec, restore_spec, save_spec
from trading.strategies.errors import SpecError
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
SPEC = template("sma_long").make().document()
OTHER = template("rsi_reversion").make().document()


@pytest.fixture
def ana() -> User:
    return person("ana")


def test_a_name_again_is_its_next_version(ana: User) -> None:
    rows = [save_spec(name=" My  cross ", spec=spec, user=ana) for spec in (SPEC, OTHER, SPEC)]
    assert [(row.name, row.version) for row in rows] == [("My cross", n) for n in (1, 2, 3)]
    assert rows[0].spec == SPEC
    assert rows[0].spec_hash == rows[2].spec_hash != rows[1].spec_hash


def test_the_same_text_again_is_the_version_there_is(ana: User) -> None:
    first = save_spec(name="cross", spec=SPEC, user=ana)
    assert save_spec(name="cross", spec={**SPEC, "description": ""}, user=ana) == first


def test_names_are_each_person_s_own(ana: User) -> None:
    save_spec(name="cross", spec=SPEC, user=ana)
    assert save_spec(name="cross", spec=OTHER, user=person("bea")).version == 1


@pytest.mark.parametrize("name", ["", "  ", "x" * 121, "a\x00b"])
def test_a_name_that_is_none_is_refused(ana: User, name: str) -> None:
    with pytest.raises(Refusal):
        save_spec(name=name, spec=SPEC, user=ana)
    assert not SavedSpec.objects.exists()


def test_what_is_no_spec_is_not_kept(ana: User) -> None:
    with pytest.raises(SpecError):
        save_spec(name="cross", spec={"name": "x"}, user=ana)
    assert not SavedSpec.objects.exists()


def test_archiving_hides_all_versions_and_restoring_shows_them(ana: User) -> None:
    rows = [save_spec(name="cross", spec=spec, user=ana) for spec in (SPEC, OTHER)]
    assert archive_spec(spec_id=rows[1].pk, user=ana).archived_at
    assert not SavedSpec.objects.filter(archived_at=None).exists()
    with pytest.raises(Conflict):
        archive_spec(spec_id=rows[0].pk, user=ana)
    restore_spec(spec_id=rows[0].pk, user=ana)
    assert SavedSpec.objects.filter(archived_at=None).count() == 2
    with pytest.raises(Conflict):
        restore_spec(spec_id=rows[0].pk, user=ana)


def test_after_archiving_the_name_goes_on_with_the_next_version(ana: User) -> None:
    row = save_spec(name="cross", spec=SPEC, user=ana)
    archive_spec(spec_id=row.pk, user=ana)
    again = save_spec(name="cross", spec=SPEC, user=ana)
    assert (again.version, again.archived_at) == (2, None)


@pytest.mark.parametrize(
    ("role", "refused"), [("researcher", True), ("reviewer", True), ("admin", False)]
)
def test_another_s_is_archived_by_an_admin_alone(ana: User, role: str, refused: Any) -> None:
    row = save_spec(name="cross", spec=SPEC, user=ana)
    other = person("zoe", role)
    if refused:
        with pytest.raises(NotAllowed):
            archive_spec(spec_id=row.pk, user=other)
    else:
        assert archive_spec(spec_id=row.pk, user=other).archived_at


def test_what_is_not_there_is_missing(ana: User) -> None:
    with pytest.raises(Missing):
        archive_spec(spec_id=99, user=ana)

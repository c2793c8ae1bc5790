"""Filters: what a value may be, and which rows it leaves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django_filters import rest_framework as filters

from config.desk.api.filters import Moment, Number, YesNo

pytestmark = pytest.mark.django_db


class People(filters.FilterSet):  # type: ignore[misc]  # the package ships no types
    active = YesNo(field_name="is_active")
    above = Number("id", "gt")
    joined = Moment("date_joined", "gte")


@pytest.fixture
def people() -> list[User]:
    return [
        User.objects.create(
            username=name, is_active=active, date_joined=datetime(year, 1, 1, tzinfo=UTC)
        )
        for name, active, year in (("ana", True, 2020), ("bea", False, 2021), ("eva", True, 2022))
    ]


def names(**asked: str) -> list[str]:
    found = People(asked, User.objects.order_by("pk"))
    assert found.is_valid(), found.errors
    return [user.username for user in found.qs]


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    ("active", "left"),
    [("true", ["ana", "eva"]), ("false", ["bea"]), ("", ["ana", "bea", "eva"])],
)
def test_yes_and_no_are_filtered_by_and_nothing_is_not(active: str, left: list[str]) -> None:
    assert names(active=active) == left


def test_without_a_value_all_rows_are_left(people: list[User]) -> None:
    assert names() == ["ana", "bea", "eva"]
    assert names(above=str(people[0].pk)) == ["bea", "eva"]
    assert names(joined="2021-01-01T00:00:00Z") == ["bea", "eva"]


@pytest.mark.parametrize(
    ("name", "value", "valid"),
    [
        ("active", "yes", False),
        ("above", "0", True),
        ("above", "-1", False),
        ("above", str(2**63 - 1), True),
        ("above", str(2**63), False),
        ("joined", "1900-01-01T00:00:00Z", True),
        ("joined", "1899-12-30T00:00:00Z", False),
        ("joined", "9000-12-31T00:00:00Z", True),
        ("joined", "9001-01-02T00:00:00Z", False),
        ("joined", "soon", False),
    ],
)
def test_a_value_that_no_row_can_have_is_an_error(name: str, value: str, valid: bool) -> None:
    found = People({name: value}, User.objects.all())
    assert found.is_valid() is valid
    assert (name in found.errors) is not valid


def test_a_moment_of_any_offset_is_one_that_a_database_takes() -> None:
    found = Moment("created_at").field.clean("7763-07-10T04:51:01+22:53")
    assert found.isoformat() == "7763-07-09T05:58:01+00:00"

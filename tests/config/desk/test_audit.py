"""What is entered in the audit log, what never is, and what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.desk.audit import prune_audit
from config.desk.models import AuditEntry
from hypotheses.models import Hypothesis
from hypotheses.services.archive import erase_hypothesis
from tests.people import person

pytestmark = pytest.mark.django_db
RIGHT, HERE = "a right password", "203.0.113.7"
Entry = tuple[str, str, str | None, str]


@pytest.fixture
def ana() -> User:
    made = person("ana", "admin", RIGHT)
    AuditEntry.objects.all().delete()
    return made


def entries() -> list[Entry]:
    """Act, person, address and subject, the oldest first."""
    rows = AuditEntry.objects.order_by("id")
    return list(rows.values_list("act", "person", "address", "subject"))


def browser(name: str = "ana", password: str = RIGHT) -> Client:
    made = Client(REMOTE_ADDR=HERE)
    made.post("/sign-in/", {"username": name, "password": password})
    return made


def test_signing_in_and_out(ana: User) -> None:
    browser().post(reverse("logout"))
    assert entries() == [("signed_in", "ana", HERE, ""), ("signed_out", "ana", HERE, "")]


def test_wrong_passwords_and_the_pause_that_follows(ana: User) -> None:
    for _ in range(configured.AXES_FAILURE_LIMIT + 3):
        browser(password="oops, a secret")
    failed = [("failed", "ana", HERE, "")] * configured.AXES_FAILURE_LIMIT
    assert entries() == [*failed, ("paused", "ana", HERE, "")]


def test_a_name_that_nobody_has_may_be_a_password_and_is_not_kept(ana: User) -> None:
    browser(name="my password by mistake")
    assert entries() == [("failed", "", HERE, "")]


def test_a_token_and_a_new_password(ana: User) -> None:
    own = browser()
    own.post("/api/v1/tokens/", {"username": "ana", "password": RIGHT}, "application/json")
    token = ana.auth_token_set.get().token_key  # type: ignore[attr-defined]
    new = "quite another one"
    form = {"old_password": RIGHT, "new_password1": new, "new_password2": new}
    own.post(reverse("change-password"), form)
    number = f"user {ana.pk}"
    assert entries()[1:] == [
        ("token_made", "ana", HERE, f"{number}, {token}"),
        ("signed_in", "ana", HERE, ""),
        ("token_ended", "ana", HERE, f"{number}, {token}"),
        ("password", "ana", HERE, number),
    ]
    assert new not in str(entries())


def test_accounts_and_roles_done_at_the_console(ana: User) -> None:
    bob = person("bob", "reviewer")
    bob.groups.remove(Group.objects.get(name="reviewer"))
    number = f"user {bob.pk}"
    assert entries() == [
        ("account_made", "", None, number),
        ("role_given", "", None, f"{number}, reviewer"),
        ("role_taken", "", None, f"{number}, reviewer"),
    ]


def test_a_file_that_is_taken_and_a_hypothesis_that_is_erased(ana: User) -> None:
    idea = Hypothesis.objects.create(text="TDD reduces bugs", owner=ana)
    own = browser()
    own.get(reverse("admin:desk_auditentry_export"))
    taken = own.post(reverse("admin:desk_auditentry_export"), {"format": "0"})
    assert "signed_in,ana,203.0.113.7" in taken.text
    erase_hypothesis(hypothesis_id=idea.pk, user=ana)
    assert entries()[1:] == [
        ("exported", "ana", HERE, reverse("admin:desk_auditentry_export")),
        ("erased", "ana", None, f"hypothesis {idea.pk}"),
    ]


def test_a_deleted_account_leaves_a_number(ana: User) -> None:
    browser()
    number = f"user {ana.pk}"
    ana.delete()
    assert entries() == [("signed_in", number, None, ""), ("account_erased", "", None, number)]


def test_nobody_changes_an_entry_and_admins_alone_read_them(ana: User) -> None:
    own = browser()
    entry = AuditEntry.objects.get()
    with pytest.raises(TypeError, match="append-only"):
        entry.save()
    page = own.get(reverse("admin:desk_auditentry_changelist"))
    assert HERE in page.text
    change = own.post(reverse("admin:desk_auditentry_change", args=[entry.pk]), {"act": "erased"})
    assert change.status_code == 403
    person("rita", "reviewer", RIGHT)
    answer = browser("rita").get(reverse("admin:desk_auditentry_changelist"))
    assert answer.status_code == 403


def test_entries_go_after_their_time(ana: User, settings) -> None:
    browser()
    browser()
    first = AuditEntry.objects.order_by("id")[:1].get()
    AuditEntry.objects.filter(pk=first.pk).update(at=timezone.now() - timedelta(days=400))
    settings.AUDIT_DAYS = 0
    assert prune_audit() == 0
    settings.AUDIT_DAYS = 365
    assert prune_audit() == 1
    assert AuditEntry.objects.count() == 1

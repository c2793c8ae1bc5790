"""What an admin does with hypotheses: each act is a service's, and says what became of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis, Version

pytestmark = pytest.mark.django_db
APPROVE = {"outcome": "approved", "reason": "X and Y are known here"}


def hypothesis(owner: User | None = None, text: str = "TDD reduces bugs") -> Hypothesis:
    """One with a version and a decision by the agent, no run at work."""
    row = Hypothesis.objects.create(text=text, language="en", kind="vague", owner=owner)
    version = Version.objects.create(hypothesis=row, number=1, question=f"{text}?", origin="user")
    Decision.objects.create(
        hypothesis=row, version=version, source="forced", after="rejected", reason="limit"
    )
    Hypothesis.objects.store_standing()
    return row


def act(name: str, *rows: Hypothesis) -> str:
    keys = ",".join(str(row.pk) for row in rows)
    return reverse(f"admin:hypotheses_hypothesis_act_{name}") + f"?rows={keys}"


def tick(client: Client, name: str, *rows: Hypothesis) -> Any:
    chosen = {"action": name, "_selected_action": [row.pk for row in rows]}
    return client.post(reverse("admin:hypotheses_hypothesis_changelist"), chosen, follow=True)


def told(answer: Any) -> str:
    return " | ".join(str(message) for message in answer.context["messages"])


def in_force(row: Hypothesis) -> Decision:
    return Decision.objects.get(hypothesis=row, current=True)


def test_a_decision_is_overridden_with_a_reason(as_ana: Client, ana: User) -> None:
    row = hypothesis()
    answer = as_ana.post(act("decide", row), APPROVE, follow=True)
    decision = in_force(row)
    assert (decision.before, decision.after, decision.source) == ("rejected", "approved", "human")
    assert (decision.user, decision.reason) == (ana, APPROVE["reason"])
    assert "decided" in told(answer)


def test_several_are_decided_at_once(as_ana: Client) -> None:
    rows = [hypothesis(), hypothesis()]
    assert tick(as_ana, "decide", *rows).request["QUERY_STRING"].startswith("rows=")
    as_ana.post(act("decide", *rows), APPROVE)
    assert [in_force(row).after for row in rows] == ["approved", "approved"]


def test_one_more_round_starts_a_run_with_the_reason_as_guidance(as_ana: Client) -> None:
    row = hypothesis()
    as_ana.post(act("decide", row), {"outcome": "again", "reason": "name the teams"})
    run = Run.objects.get(subject_id=row.pk)
    assert run.params["round"]["guidance"] == "name the teams"
    assert in_force(row).after == "again"


def test_without_a_reason_nothing_is_decided_and_the_choice_is_kept(as_ana: Client) -> None:
    row = hypothesis()
    answer = as_ana.post(act("decide", row), {"outcome": "approved", "reason": " "})
    assert answer.context["form"]["outcome"].value() == "approved"
    assert answer.context["form"].errors["reason"]
    assert in_force(row).after == "rejected"


def test_nobody_decides_on_their_own_and_what_was_typed_is_kept(as_ana: Client, ana: User) -> None:
    own, other = hypothesis(owner=ana), hypothesis()
    answer = as_ana.post(act("decide", own, other), APPROVE)
    assert "you cannot decide on your own hypothesis" in told(answer)
    assert answer.context["form"]["reason"].value() == APPROVE["reason"]
    assert [row.pk for row, _url, _seen in answer.context["rows"]] == [own.pk]
    assert (in_force(own).after, in_force(other).after) == ("rejected", "approved")


def test_a_lost_race_is_told(as_ana: Client) -> None:
    row = hypothesis()
    seen = in_force(row).pk
    as_ana.post(act("decide", row), {"outcome": "approved", "reason": "first"})
    answer = as_ana.post(
        act("decide", row), {"outcome": "rejected", "reason": "second", f"seen-{row.pk}": seen}
    )
    assert "somebody decided meanwhile" in told(answer)
    assert in_force(row).reason == "first"


@pytest.mark.parametrize("name", ["decide", "archive", "restore", "erase"])
def test_a_page_that_is_only_opened_changes_nothing(as_ana: Client, name: str) -> None:
    row = hypothesis()
    assert as_ana.get(act(name, row)).status_code == 200
    as_ana.get(reverse(f"admin:hypotheses_hypothesis_{name}", args=[row.pk]))
    after = Hypothesis.objects.get(pk=row.pk)
    assert (after.archived_at, after.erased_at, in_force(row).after) == (None, None, "rejected")


def test_rows_are_archived_and_restored_from_the_list(as_ana: Client) -> None:
    rows = [hypothesis(), hypothesis()]
    assert told(tick(as_ana, "archive", *rows)).count("archived") == 2
    assert Hypothesis.objects.not_archived().count() == 0
    assert "is archived already" in told(tick(as_ana, "archive", rows[0]))
    tick(as_ana, "restore", *rows)
    assert Hypothesis.objects.not_archived().count() == 2


def test_erasing_asks_first_and_leaves_no_words(as_ana: Client) -> None:
    row = hypothesis(text="Ana's secret idea")
    tick(as_ana, "erase", row)
    assert Hypothesis.objects.get(pk=row.pk).erased_at is None
    as_ana.post(act("erase", row))
    assert Hypothesis.objects.get(pk=row.pk).text == "[erased]"
    assert not LogEntry.objects.filter(object_repr__contains="secret").exists()


def test_who_acted_stands_in_the_history(as_ana: Client, ana: User) -> None:
    row = hypothesis()
    as_ana.post(act("archive", row))
    history = as_ana.get(reverse("admin:hypotheses_hypothesis_history", args=[row.pk]))
    assert [entry.user for entry in history.context["action_list"]] == [ana]


def test_a_page_offers_what_fits_its_row(as_ana: Client) -> None:
    row = hypothesis()
    address = reverse("admin:hypotheses_hypothesis_change", args=[row.pk])
    names = [str(a["title"]) for a in as_ana.get(address).context["actions_detail"]]
    assert names == ["Decide", "Archive", "Erase"]
    as_ana.post(act("archive", row))
    names = [str(a["title"]) for a in as_ana.get(address).context["actions_detail"]]
    assert names == ["Restore", "Erase"]


def test_no_row_is_no_page(as_ana: Client) -> None:
    assert as_ana.get(act("decide") + "12,x").status_code == 404


@pytest.mark.parametrize("name", ["decide", "archive", "restore", "erase"])
@pytest.mark.parametrize("role", ["researcher", "reviewer"])
def test_no_other_role_acts_there(client: Client, role: str, name: str) -> None:
    user = User.objects.create_user(role)
    user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    row = hypothesis(owner=user)
    assert client.post(act(name, row), APPROVE).status_code == 403
    assert Hypothesis.objects.get(pk=row.pk).archived_at is None

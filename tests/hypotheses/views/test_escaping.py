"""What people write is shown as they wrote it, and never read as HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client

from hypotheses.models import Clarification, Gap, Hypothesis, Note, Proposal, Version
from hypotheses.services.review import override_decision
from tests.hypotheses.recorded import PROPOSALS, STATEMENTS, waiting

pytestmark = pytest.mark.django_db
HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"


class Tags(HTMLParser):
    """Counts what a text of ours must never become."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        inline = tag == "script" and "src" not in names
        if inline or any(n.startswith("on") for n in names) or ("src", "x") in attrs:
            self.found.append(tag)


@pytest.fixture
def hypothesis() -> Hypothesis:
    """Every text a person or a model may have written is hostile."""
    owner = User.objects.create_user("o" + HOSTILE)
    reviewer = User.objects.create_user("r" + HOSTILE)
    reviewer.groups.add(Group.objects.get(name="admin"))
    made = waiting(owner, proposals=PROPOSALS, notes={**STATEMENTS, "guidance": "x"})
    override_decision(hypothesis_id=made.pk, outcome="rejected", reason=HOSTILE, user=reviewer)
    Hypothesis.objects.update(text=HOSTILE)
    Version.objects.update(question=HOSTILE, author=reviewer)
    Gap.objects.update(gap=HOSTILE, suggestion=HOSTILE, closed_by=HOSTILE)
    Note.objects.update(text=HOSTILE)
    Proposal.objects.update(text=HOSTILE, source=HOSTILE)
    asks = Clarification.objects.order_by("pk")
    asks.update(question=HOSTILE)
    Clarification.objects.filter(pk=asks[0].pk).update(answer=HOSTILE)
    for version in made.versions.all():
        version.elements.update(text=HOSTILE, origin="suggested")
        for review in version.reviews.all():
            review.scores.update(evidence=HOSTILE)
            review.improvements.update(gap=HOSTILE, suggestion=HOSTILE)
            review.vetoes.create(code="x", quote=HOSTILE, reason=HOSTILE)
        version.reviews.update(justification=HOSTILE, judge=HOSTILE[:80])
    return made


def pages(hypothesis: Hypothesis) -> list[str]:
    here = f"/hypotheses/{hypothesis.pk}/"
    return [
        "/", "/hypotheses/", f"/hypotheses/?q={HOSTILE}&owner={HOSTILE}&order={HOSTILE}", here,
        f"{here}compare/", f"{here}compare/?a=0&b=1&view=side", f"{here}edit/", f"{here}erase/",
        f"/hypotheses/new/?next={HOSTILE}",
    ]  # fmt: skip


@pytest.mark.parametrize("role", ["owner", "reviewer"])
def test_texts_stay_texts_on_every_page(role: str, hypothesis: Hypothesis) -> None:
    client = Client()
    client.force_login(User.objects.get(username__startswith=role[0]))
    for url in pages(hypothesis):
        page = client.get(url, follow=True).content.decode()
        assert Tags(page).found == [], url
        assert "alert(1)" in page, url  # it is shown, as text


def test_what_is_refused_is_given_back_as_text(hypothesis: Hypothesis) -> None:
    client = Client()
    client.force_login(User.objects.get(username__startswith="r"))
    here = f"/hypotheses/{hypothesis.pk}/"
    told = {
        "act-population": HOSTILE,
        "edit-population": HOSTILE,
        "act-measure": f"use:measure:{HOSTILE}",
    }
    for url, data in {
        f"{here}override/": {"outcome": HOSTILE, "reason": HOSTILE, "expected": HOSTILE},
        f"{here}answer/": {**told, "expected": "99"},
        f"{here}edit/": {"question": HOSTILE, "expected": HOSTILE},
        "/hypotheses/new/": {"text": HOSTILE, "language": HOSTILE, "max_refinements": HOSTILE},
    }.items():
        answer = client.post(url, data)
        assert answer.status_code == 422, url
        assert Tags(answer.content.decode()).found == [], url
        assert "&lt;script&gt;alert(1)" in answer.content.decode(), url

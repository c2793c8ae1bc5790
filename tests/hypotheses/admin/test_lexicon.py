"""Terms that a site adds."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from hypotheses.models import LexiconTerm
from tests.hypotheses.admin.conftest import TERM
from tests.hypotheses.admin.test_rows import address
from tests.hypotheses.helpers import command

pytestmark = pytest.mark.django_db


def test_a_term_is_added_changed_and_deleted(admin_client: Client) -> None:
    admin_client.post(address("lexiconterm", "add"), {**TERM, "term": "crew"})
    term = LexiconTerm.objects.get(term="crew")
    assert (term.language, term.field, term.section) == ("en", "software", "units")
    admin_client.post(address("lexiconterm", "change", term.pk), {**TERM, "term": "guild"})
    term.refresh_from_db()
    assert term.term == "guild"
    admin_client.post(address("lexiconterm", "delete", term.pk), {"post": "yes"})
    assert not LexiconTerm.objects.filter(pk=term.pk).exists()


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"field": "alchemy"}, "field", "no such field; there are: agriculture"),
        ({"section": "constructs"}, "section", "is not one of the available choices"),
        ({"term": "  "}, "term", "This field is required"),
        ({"term": "?!"}, "term", "a letter at least"),
        ({"term": "a\x00b"}, "term", "Null characters"),
    ],
)
def test_a_term_that_cannot_be_used_is_refused_with_a_message(
    admin_client: Client, changes: dict[str, str], field: str, message: str
) -> None:
    before = LexiconTerm.objects.count()
    page = admin_client.post(address("lexiconterm", "add"), {**TERM, **changes})
    assert message in page.context["adminform"].form.errors[field][0]
    assert LexiconTerm.objects.count() == before


def test_the_same_term_twice_is_refused_with_a_message(admin_client: Client, rows: None) -> None:
    page = admin_client.post(address("lexiconterm", "add"), TERM)
    assert "already exists" in str(page.context["adminform"].form.errors)
    assert LexiconTerm.objects.count() == 1


def test_a_term_added_there_counts_from_the_next_assessment_on(
    admin_client: Client, tmp_path
) -> None:
    file = tmp_path / "ideas"
    file.write_text("Mindfulness lowers the Blorgfeld in nurses of one ward\n")

    def metrics() -> int:
        score: int = json.loads(command("assess", file)[0])["aspects"]["metrics"]["score"]
        return score

    before = metrics()
    term = {"language": "en", "field": "psychology", "section": "measures", "term": "Blorgfeld"}
    admin_client.post(address("lexiconterm", "add"), term)
    assert before < metrics() == 2

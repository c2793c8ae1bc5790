"""The admin: every row is shown and found, none that a run produced is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.runs.models import Run
from hypotheses.models import Hypothesis, LexiconTerm
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.review import override_decision
from tests.hypotheses.helpers import FORCED, REFINED, VETOED, command, refined

pytestmark = pytest.mark.django_db
MODELS = [str(model._meta.model_name) for model in apps.get_app_config("hypotheses").get_models()]
PRODUCED = [name for name in MODELS if name != "lexiconterm"]
# A word to search for, that some row of each model holds.
WORDS = {
    "hypothesis": "TDD", "version": "TDD", "element": "TDD", "note": "TDD", "review": "covered",
    "aspectscore": "teams", "improvement": "teams", "veto": "everybody", "gap": "measured by",
    "gapevent": "measured by", "clarification": "diary", "decision": "we know X",
    "lexiconterm": "squad",
}  # fmt: skip
TERM = {"language": "en", "field": "software", "section": "units", "term": "squad"}


def fill() -> None:
    """At least one row of each model."""
    refined(REFINED["en"])
    refined(VETOED["en"])
    forced = refined(FORCED["en"])
    override_decision(hypothesis_id=forced.pk, outcome="approved", reason="we know X")
    answer_clarifications(hypothesis_id=forced.pk, answers={"metrics": "a diary"}, wake=False)


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Rows for all tests here, committed: made once, as each refinement takes its time."""
    with django_db_blocker.unblock():
        fill()
        LexiconTerm.objects.create(**TERM)
        yield
        for model in (Hypothesis, Run, LexiconTerm):
            model._default_manager.all().delete()


@pytest.fixture
def rows(filled: None, db: None) -> None:
    pass


def address(model: str, action: str, *arguments: Any) -> str:
    return reverse(f"admin:hypotheses_{model}_{action}", args=arguments)


def first(model: str) -> Any:
    return apps.get_model("hypotheses", model)._default_manager.first()


def test_every_model_is_registered() -> None:
    models = set(apps.get_app_config("hypotheses").get_models())
    assert models <= set(admin.site._registry)


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_listed(admin_client: Client, rows: None, model: str) -> None:
    page = admin_client.get(address(model, "changelist"))
    assert page.status_code == 200
    assert page.context["cl"].result_count > 0


@pytest.mark.parametrize("model", MODELS)
def test_a_row_is_shown(admin_client: Client, rows: None, model: str) -> None:
    page = admin_client.get(address(model, "change", first(model).pk))
    assert page.status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_rows_are_found_by_their_words(admin_client: Client, rows: None, model: str) -> None:
    counts = [
        admin_client.get(address(model, "changelist"), {"q": words}).context["cl"].result_count
        for words in (WORDS[model], "no row holds this")
    ]
    assert counts[0] > 0
    assert counts[1] == 0


@pytest.mark.parametrize("model", [name for name in PRODUCED if name != "veto"])
def test_rows_are_found_by_their_hypothesis(admin_client: Client, rows: None, model: str) -> None:
    number = Hypothesis.objects.get(text=FORCED["en"]).pk
    page = admin_client.get(address(model, "changelist"), {"q": number})
    assert page.context["cl"].result_count > 0


@pytest.mark.parametrize("model", MODELS)
def test_every_filter_can_be_used(admin_client: Client, rows: None, model: str) -> None:
    page = admin_client.get(address(model, "changelist"))
    changelist = page.context["cl"]
    assert changelist.filter_specs
    for spec in changelist.filter_specs:
        for choice in spec.choices(changelist):
            query = choice["query_string"]
            assert admin_client.get(address(model, "changelist") + query).status_code == 200


def test_lists_take_no_more_queries_for_more_rows(admin_client: Client, rows: None) -> None:
    def queries(model: str) -> tuple[int, int]:
        with CaptureQueriesContext(connection) as taken:
            page = admin_client.get(address(model, "changelist"))
        return page.context["cl"].result_count, len(taken)

    before = {model: queries(model) for model in PRODUCED}
    fill()
    after = {model: queries(model) for model in PRODUCED}
    assert all(after[model][0] > before[model][0] for model in PRODUCED)
    assert {m: after[m][1] for m in PRODUCED} == {m: before[m][1] for m in PRODUCED}


@pytest.mark.parametrize("model", PRODUCED)
def test_what_a_run_produced_is_not_added(admin_client: Client, model: str) -> None:
    assert admin_client.get(address(model, "add")).status_code == 403
    assert admin_client.post(address(model, "add"), {}).status_code == 403


@pytest.mark.parametrize("model", PRODUCED)
@pytest.mark.parametrize("action", ["change", "delete"])
def test_what_a_run_produced_is_not_changed(
    admin_client: Client, rows: None, model: str, action: str
) -> None:
    row = first(model)
    page = admin_client.post(address(model, action, row.pk), {"post": "yes"})
    assert page.status_code == 403
    assert first(model) == row


@pytest.mark.parametrize("model", PRODUCED)
def test_what_a_run_produced_is_not_deleted_from_the_list(
    admin_client: Client, rows: None, model: str
) -> None:
    row = first(model)
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(address(model, "changelist"), chosen)
    assert first(model) == row


def test_the_list_shows_the_decision_in_force(admin_client: Client, rows: None) -> None:
    page = admin_client.get(address("hypothesis", "changelist"))
    shown = {row.text: row.decided for row in page.context["cl"].result_list}
    assert shown == {REFINED["en"]: "approved", VETOED["en"]: "rejected", FORCED["en"]: "approved"}
    assert '<td class="field-status">rejected</td>' in page.text


def test_who_may_not_see_the_admin_is_sent_to_log_in(client: Client) -> None:
    page = client.get(address("hypothesis", "changelist"))
    assert page.status_code == 302
    assert page.headers["Location"].startswith(reverse("admin:login"))


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

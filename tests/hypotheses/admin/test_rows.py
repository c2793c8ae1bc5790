"""The admin: every row is shown, found and filtered, in a constant number of queries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hypotheses.models import Hypothesis, LexiconTerm
from tests.hypotheses.admin.conftest import BELIEF, OPEN, fill
from tests.hypotheses.recorded import IDEA

pytestmark = pytest.mark.django_db
# Earlier releases' terms of a site are rows without a page.
MODELS = [
    str(model._meta.model_name)
    for model in apps.get_app_config("hypotheses").get_models()
    if model is not LexiconTerm
]
# A word to search for, that some row of each model holds.
WORDS = {
    "hypothesis": "Music", "version": "Music", "element": "testers", "note": "seeded",
    "review": "judged", "aspectscore": "testers", "improvement": "freelancers",
    "veto": "everybody", "gap": "bounds", "gapevent": "silence", "clarification": "platform",
    "decision": "we know X", "preregistration": "Music", "proposal": "silence",
}  # fmt: skip


def address(model: str, action: str, *arguments: Any) -> str:
    return reverse(f"admin:hypotheses_{model}_{action}", args=arguments)


def first(model: str) -> Any:
    return apps.get_model("hypotheses", model)._default_manager.first()


def uses(spec: Any, changelist: Any) -> Iterator[dict[str, str]]:
    """What a reader can ask of a filter: each of its choices, or a date, or a row's number."""
    for choice in spec.choices(changelist):
        for name, field in choice["form"].fields.items():
            values = [str(value) for value, _words in getattr(field, "choices", [])]
            yield from ({name: value} for value in values or ["2026-01-01"])


def test_every_model_is_registered() -> None:
    reverse("admin:index")  # who asks for an address of the admin first has it all registered
    models = {*apps.get_app_config("hypotheses").get_models()} - {LexiconTerm}
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


@pytest.mark.parametrize("model", [name for name in MODELS if name != "veto"])
def test_rows_are_found_by_their_hypothesis(admin_client: Client, rows: None, model: str) -> None:
    number = Hypothesis.objects.get(text=OPEN).pk
    page = admin_client.get(address(model, "changelist"), {"q": number})
    assert page.context["cl"].result_count > 0


@pytest.mark.parametrize("model", MODELS)
def test_every_filter_can_be_used(admin_client: Client, rows: None, model: str) -> None:
    page = admin_client.get(address(model, "changelist"))
    changelist = page.context["cl"]
    assert changelist.filter_specs
    for spec in changelist.filter_specs:
        for asked in uses(spec, changelist):
            filtered = admin_client.get(address(model, "changelist"), asked)
            assert filtered.status_code == 200, asked


def test_lists_take_no_more_queries_for_more_rows(admin_client: Client, rows: None) -> None:
    def queries(model: str) -> tuple[int, int, int]:
        """The rows, the queries that count, and all others."""
        with CaptureQueriesContext(connection) as taken:
            page = admin_client.get(address(model, "changelist"))
        counts = sum("COUNT(*)" in each["sql"] for each in taken)
        return page.context["cl"].result_count, counts, len(taken) - counts

    before = {model: queries(model) for model in MODELS}
    fill()
    after = {model: queries(model) for model in MODELS}
    assert all(after[model][0] > before[model][0] for model in MODELS)
    assert {m: after[m][2] for m in MODELS} == {m: before[m][2] for m in MODELS}
    assert all(after[m][1] <= before[m][1] + 1 for m in MODELS)  # once beyond one page


def test_the_list_shows_the_decision_in_force(admin_client: Client, rows: None) -> None:
    page = admin_client.get(address("hypothesis", "changelist"))
    shown = {row.text: row.decided for row in page.context["cl"].result_list}
    assert shown == {IDEA: "approved", BELIEF: "rejected", OPEN: "approved"}
    said = re.findall(r"field-status .*?</td>", page.text, re.DOTALL)
    expected = ["at work", "rejected", "approved"]  # the newest first
    assert [words in cell for words, cell in zip(expected, said, strict=True)] == [True] * 3


@pytest.mark.parametrize("model", MODELS)
def test_a_list_asks_of_the_rows_it_shows_alone(model: str, as_ana: Client, rows: None) -> None:
    """Nothing is worked out of every row: neither its days nor what it belongs to."""
    with CaptureQueriesContext(connection) as asked:
        assert as_ana.get(address(model, "changelist")).status_code == 200
    said = [query["sql"] for query in asked]
    assert not any("trunc" in sql.lower() for sql in said)
    found = [sql for sql in said if re.match(r'SELECT "\w+"."id" AS "pk" FROM|SELECT COUNT', sql)]
    assert found
    assert not any("WHERE" in sql for sql in found)


def test_a_row_looks_for_nothing_that_is_not_there(
    as_ana: Client, rows: None, caplog: pytest.LogCaptureFixture
) -> None:
    """A template searches all of an object for a name that it lacks: of the admin of a list, that
    takes longer than the row."""

    def missed(words: str) -> tuple[int, int]:
        caplog.clear()
        with caplog.at_level("DEBUG", "django.template"):
            page = as_ana.get(address("version", "changelist"), {"q": words})
        said = sum("resolving variable" in record.message for record in caplog.records)
        return page.context["cl"].result_count, said

    (few, said), (more, also_said) = missed("Coffee"), missed("Music")
    assert 0 < few < more
    assert said == also_said > 0

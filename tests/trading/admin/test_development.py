"""Strategies in the admin: shown, found, filtered in a constant number of queries, unchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.people import person
from tests.trading.helpers import make_developed, make_holdout, make_variant
from trading.memory import recall, remember
from trading.models import Backtest, CachedResearch, GateCriterion, PriceBlob, Strategy

pytestmark = pytest.mark.django_db
# A word to search for, that some row of each model holds.
WORDS = {
    "strategy": "low drawdown", "iteration": "too deep", "variant": "RSI reversion",
    "backtest": "RSI reversion", "gateoutcome": "sharpe_ratio", "trial": "mean_reversion",
    "errorentry": "killed", "finding": "autocorrelation", "factsheet": "turn back",
    "lesson": "fails by its drawdown", "cachedresearch": "momentum",
}  # fmt: skip
PRODUCED = [*WORDS, "memorysnapshot"]


def fill() -> Strategy:
    """At least one row of each model that a development leaves."""
    strategy = make_developed()
    variant = strategy.variants.get()
    make_holdout(variant)
    make_variant(strategy, index=1, parent=variant)
    remember(strategy=strategy, state={})
    strategy.memory = recall(ticker="AAPL", objective="rsi", frequency="1d", language="en")
    strategy.save()
    CachedResearch.objects.create(key=f"{strategy.pk:064}", agent="momentum", findings=[])
    return strategy


@pytest.fixture
def strategy() -> Strategy:
    return fill()


def address(model: str, action: str, *arguments: Any) -> str:
    return reverse(f"admin:trading_{model}_{action}", args=arguments)


def first(model: str) -> Any:
    return apps.get_model("trading", model)._default_manager.first()


def found(client: Client, model: str, **asked: Any) -> int:
    page = client.get(address(model, "changelist"), asked)
    assert page.status_code == 200, asked
    count: int = page.context["cl"].result_count
    return count


def uses(spec: Any, changelist: Any) -> Iterator[dict[str, str]]:
    """What a reader can ask of a filter: each of its choices, or a date, or a row's number."""
    for choice in spec.choices(changelist):
        for name, field in choice["form"].fields.items():
            values = [str(value) for value, _words in getattr(field, "choices", [])]
            yield from ({name: value} for value in values or ["2026-01-01"])


def test_every_model_is_registered() -> None:
    reverse("admin:index")  # who asks for an address of the admin first has it all registered
    apart = {GateCriterion, PriceBlob}  # edited with their profile; sealed bars
    models = set(apps.get_app_config("trading").get_models()) - apart
    assert models <= set(admin.site._registry)


@pytest.mark.parametrize("model", PRODUCED)
def test_a_row_is_listed_and_shown(admin_client: Client, strategy: Strategy, model: str) -> None:
    assert found(admin_client, model) > 0
    assert admin_client.get(address(model, "change", first(model).pk)).status_code == 200


@pytest.mark.parametrize("model", WORDS)
def test_rows_are_found_by_their_words(
    admin_client: Client, strategy: Strategy, model: str
) -> None:
    assert found(admin_client, model, q=WORDS[model]) > 0
    assert found(admin_client, model, q="no row holds this") == 0


def test_a_snapshot_is_found_by_its_hash(admin_client: Client, strategy: Strategy) -> None:
    assert strategy.memory
    assert found(admin_client, "memorysnapshot", q=strategy.memory.sha256[:12]) == 1


@pytest.mark.parametrize("model", [name for name in WORDS if name != "cachedresearch"])
def test_rows_are_found_by_their_strategy(
    admin_client: Client, strategy: Strategy, model: str
) -> None:
    assert found(admin_client, model, q=strategy.pk) > 0


@pytest.mark.parametrize("model", PRODUCED)
def test_every_filter_can_be_used(admin_client: Client, strategy: Strategy, model: str) -> None:
    changelist = admin_client.get(address(model, "changelist")).context["cl"]
    assert changelist.filter_specs
    for spec in changelist.filter_specs:
        for asked in uses(spec, changelist):
            found(admin_client, model, **asked)


def test_a_strategy_leads_to_its_parts(admin_client: Client, strategy: Strategy) -> None:
    page = admin_client.get(address("strategy", "change", strategy.pk))
    for model in ("iteration", "variant", "backtest", "gateoutcome", "trial", "finding", "lesson"):
        assert address(model, "changelist") in page.text
    other = fill()
    assert found(admin_client, "backtest", variant__strategy__id__exact=other.pk) == 3


def test_a_list_counts_what_belongs_to_each(admin_client: Client, strategy: Strategy) -> None:
    (row,) = admin_client.get(address("strategy", "changelist")).context["cl"].result_list
    assert (row.round_count, row.variant_count, row.trial_count) == (1, 2, 4)


def test_lists_take_no_more_queries_for_more_rows(admin_client: Client, strategy: Strategy) -> None:
    def queries(model: str) -> tuple[int, int]:
        """Those that count, and all others."""
        with CaptureQueriesContext(connection) as taken:
            found(admin_client, model)
        counts = sum("COUNT(*)" in each["sql"] for each in taken)
        return counts, len(taken) - counts

    before = {model: queries(model) for model in PRODUCED}
    for _time in range(3):
        fill()
    after = {model: queries(model) for model in PRODUCED}
    assert {model: others for model, (_, others) in after.items()} == {
        model: others for model, (_, others) in before.items()
    }
    # What does not fit one page is counted once more.
    assert all(after[model][0] <= before[model][0] + 1 for model in PRODUCED)


@pytest.mark.parametrize("model", PRODUCED)
def test_what_a_run_produced_is_not_changed(
    admin_client: Client, strategy: Strategy, model: str
) -> None:
    row = first(model)
    asked = {"post": "yes"}
    for action, arguments in (("add", []), ("change", [row.pk]), ("delete", [row.pk])):
        assert admin_client.post(address(model, action, *arguments), asked).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admin_client.post(address(model, "changelist"), chosen)
    assert first(model) == row


@pytest.mark.parametrize("role", ["researcher", "reviewer"])
def test_no_other_role_gets_there(client: Client, role: str) -> None:
    client.force_login(person("ana", role))
    assert client.get(address("strategy", "changelist")).status_code in (302, 403)


EXPORTED = ["strategy", "iteration", "variant", "backtest", "trial", "finding", "lesson"]


@pytest.mark.parametrize("model", EXPORTED)
def test_each_is_exported(admin_client: Client, strategy: Strategy, model: str) -> None:
    answer = admin_client.post(address(model, "export"), {"format": "1", "resource": "0"})
    assert f'"id": {first(model).pk}' in answer.text


def act(name: str, pk: int) -> str:
    return address("lesson", f"act_{name}") + f"?rows={pk}"


def test_a_lesson_is_pinned_and_retired_there(client: Client, strategy: Strategy) -> None:
    client.force_login(person("ana", "admin"))
    lesson = strategy.lessons.earliest("id")
    client.post(act("pin", lesson.pk))
    lesson.refresh_from_db()
    assert lesson.pinned
    client.post(act("retire", lesson.pk))
    lesson.refresh_from_db()
    assert lesson.retired_at
    page = client.get(address("lesson", "change", lesson.pk))
    assert [str(one["title"]) for one in page.context["actions_detail"]] == ["Restore"]
    told = client.post(act("unpin", lesson.pk), follow=True).context["messages"]
    assert "is not pinned" in " ".join(map(str, told))


def test_no_other_role_acts_there(client: Client, strategy: Strategy) -> None:
    reviewer: User = person("rui", "reviewer")
    client.force_login(reviewer)
    lesson = strategy.lessons.earliest("id")
    assert client.post(act("retire", lesson.pk)).status_code == 403


def test_codes_and_figures_of_a_list_and_its_filters_are_the_readers(
    admin_client: Client, strategy: Strategy
):
    page = admin_client.get(
        address("gateoutcome", "changelist"), headers={"accept-language": "pt-BR"}
    ).text
    assert "índice de Sharpe" in page
    assert ">sharpe_ratio<" not in re.sub(r"\s", "", page)
    assert 'value="sharpe_ratio"' in page  # the filter asks by the code
    sharpe = Backtest.objects.values_list("sharpe_ratio", flat=True).first()
    page = admin_client.get(
        address("backtest", "changelist"), headers={"accept-language": "pt-BR"}
    ).text
    assert f">{sharpe:.2f}<".replace(".", ",") in re.sub(r"\s", "", page)


def test_a_row_says_its_codes_as_its_list_does(admin_client: Client, strategy: Strategy) -> None:
    for model, words, code in (
        ("gateoutcome", "índice de Sharpe", "sharpe_ratio"),
        ("iteration", "falha no desenho", "DESIGN_FLAW"),
    ):
        page = admin_client.get(
            address(model, "change", first(model).pk), headers={"accept-language": "pt-BR"}
        ).text
        shown = re.findall(r'class="readonly[^>]*>\s*([^<]*?)\s*<', page)
        assert words in shown, (model, shown)
        assert code not in shown

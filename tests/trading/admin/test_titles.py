"""Titles of rows in the admin: words in the language of who reads, no codes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.hypotheses.helpers import FORCED, VETOED, refined
from tests.people import person
from tests.trading.desk import succeeded

pytestmark = pytest.mark.django_db
PRODUCED = (
    "Finding", "FactSheet", "Iteration", "Variant", "Backtest", "GateOutcome", "Trial",
    "Lesson", "CachedResearch", "GateProfile", "StrategyDecision",
)  # fmt: skip
REVIEWED = ("Review", "AspectScore", "Gap", "Element", "Veto")
RUN = ("Step", "Event")
CODE = re.compile(r"\b[a-z]+_[a-z_]+\b|\b(train|validation|trend|builtin|measure|step)\b")


def titles(client: Client, app: str, model: str, language: str) -> list[str]:
    rows = apps.get_model(app, model)._default_manager.order_by("pk")[:4]
    assert rows, model
    found = []
    for row in rows:
        url = reverse(f"admin:{app}_{model.lower()}_change", args=[row.pk])
        page: Any = client.get(url, headers={"accept-language": language})
        found.append(page.context["subtitle"])
        shown = page.text.partition("<title>")[2].partition("</title>")[0]
        assert escape(found[-1]) in shown
        trail = page.text.partition("<body")[2]
        if (raw := escape(str(row))) != escape(found[-1]):
            assert f"{raw}\n" not in trail.replace(" \n", "\n")
            assert f">{raw}<" not in trail
    return found


def test_titles_are_in_the_language_of_who_reads() -> None:
    client, ana = Client(), person("ana")
    client.force_login(person("carla", "admin"))
    succeeded(ana, language="en")
    for idea in (FORCED["pt"], VETOED["pt"]):
        refined(idea, user=ana)
    models = [("trading", name) for name in PRODUCED] + [("runs", name) for name in RUN]
    for app, model in [*models, *(("hypotheses", name) for name in REVIEWED)]:
        said = titles(client, app, model, "pt-br")
        assert not [title for title in said if CODE.search(title)], model
        if model != "Element":
            assert said != titles(client, app, model, "en"), model

"""What a development wrote, in the language of whoever asks the API or a command."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import translation

from tests.api import client
from tests.trading.desk import abandoned
from tests.trading.helpers import make_finding, make_strategy
from trading.management.console import as_text
from trading.models import Finding, Lesson, Strategy
from trading.research.sentences import Quantity, Text, as_document, say
from trading.services.report import strategy_report

pytestmark = pytest.mark.django_db
OTHER = {"en": "pt-br", "pt": "en"}
OPEN_SIGN = re.compile(r"\d %")
TEXT = Text("measures.atr", {"atr": Quantity(0.0034, "percent")})
PARTS = (
    "", "variants/", "findings/", "experiments/", "decisions/", "exports/experiments.jsonl",
    "exports/findings.jsonl", "exports/variants.csv",
)  # fmt: skip


@pytest.fixture
def finding(ana: User) -> Finding:
    """As a development in English stores it, with a space before the sign."""
    strategy = make_strategy(owner=ana, language="en")
    stored = say(TEXT, "en")
    assert OPEN_SIGN.search(stored)
    return make_finding(strategy, interpretation=stored, sentence=as_document(TEXT))


@pytest.mark.parametrize(("reader", "written"), [("en", "0.34%"), ("pt-br", "0,34%")])
def test_a_finding_is_said_as_its_reader_writes_it(
    ana: User, finding: Finding, reader: str, written: str
) -> None:
    api = client(ana, reader)
    own = f"strategies/{finding.strategy_id}"
    for path in (f"findings/{finding.pk}/", f"{own}/findings/", f"{own}/exports/findings.jsonl"):
        answer: Any = api.get(f"/api/v1/{path}")
        body = answer.getvalue().decode()
        assert written in body, path
        assert not OPEN_SIGN.search(body), path


def texts(value: Any) -> Iterator[str]:
    """All texts of a document but those of specs, which are as they were hashed."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from () if name == "spec" else texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def sentences_of(strategy: Strategy) -> set[str]:
    """The stored sentences of ours that have codes: what a reader of the other language must not
    meet."""
    rows: list[tuple[Any, str]] = [
        (strategy.findings.exclude(sentence={}), "interpretation"),
        (strategy.iterations.exclude(sentences=[]), "reasoning"),
        (strategy.variants.exclude(words={}), "name"),
        (Lesson.objects.filter(strategy=strategy), "text"),
    ]
    found = {text for query, name in rows for text in query.values_list(name, flat=True)}
    return found | {strategy.final_message}


@pytest.mark.parametrize("language", OTHER)
def test_no_answer_of_api_or_command_is_in_the_language_of_the_development(
    ana: User, language: str
) -> None:
    strategy = abandoned(ana, objective="xyzzy", language=language)
    stored = sentences_of(strategy)
    api = client(ana, OTHER[language])
    paths = [f"strategies/{strategy.pk}/{part}" for part in PARTS]
    paths += [f"variants/{strategy.variants.latest('pk').pk}/", "lessons/"]
    for path in paths:
        answer: Any = api.get(f"/api/v1/{path}")
        body = answer.getvalue().decode()
        said = set(texts(json.loads(body))) if body[0] == "{" and path[-1] == "/" else {body}
        assert not said & stored, path
        assert not any(OPEN_SIGN.search(one) for one in said), path
        whole = [text for text in stored if len(text) > 40 and any(text in one for one in said)]
        assert whole == [], path
    with translation.override(OTHER[language]):
        printed = io.StringIO()
        call_command("experiments", str(strategy.pk), stdout=printed)
        shown = printed.getvalue() + as_text(strategy_report(strategy_id=strategy.pk))
    assert [text for text in stored if len(text) > 40 and text in shown] == []
    assert not OPEN_SIGN.search(shown)

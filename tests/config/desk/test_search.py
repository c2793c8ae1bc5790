"""Search over all that a person may see, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from config.desk.search import SHOWN, search
from tests.hypotheses.recorded import conditional, recorded
from tests.people import person
from tests.trading.helpers import make_strategy
from trading.models import Finding, Lesson, Strategy
from trading.recorder import StrategyRecorder
from trading.research.sentences import Quantity, Text, as_document, say

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return person("ana")


def titles(user: User, words: str) -> dict[str, list[str]]:
    return {str(each.title): [hit.words for hit in each.hits] for each in search(user, words)}


def strategy_of(owner: User) -> Any:
    """One with a finding and a lesson."""
    row = make_strategy(owner=owner, objective="calm momentum")
    Finding.objects.create(
        strategy=row, research_iteration=2, agent="trend", domain="technical", status="OK",
        interpretation="The trend holds for a fortnight.",
    )  # fmt: skip
    Lesson.objects.create(
        strategy=row, kind="lesson", key="x", ticker=row.ticker, frequency="1D", language="en",
        text="Fortnights are too short.", words="fortnights are too short",
    )  # fmt: skip
    return row


def test_every_kind_is_found_by_its_words(ana: User) -> None:
    idea, strategy = conditional(ana), strategy_of(ana)
    assert titles(ana, "music makes") == {"Hypotheses": [idea.text]}
    versions = titles(ana, "larger share of seeded")
    assert list(versions) == ["Versions"]
    assert versions["Versions"][0].startswith("Do software testers of one company")
    found = search(ana, "fortnight")
    assert [str(each.title) for each in found] == ["Findings", "Lessons"]
    assert found[0].hits[0].url == f"/strategies/{strategy.pk}/?research=2#findings"
    assert list(titles(ana, "calm")) == ["Strategies"]


STALE = Text("status.stale", {"n": Quantity(9, "integer"), "needed": Quantity(5, "integer")})


def recorded_finding(owner: User) -> Strategy:
    """A development in English with one finding, as its run records it."""
    strategy = make_strategy(owner=owner)
    figures = dict.fromkeys(("value", "signal", "confidence", "p_value"))
    finding = {
        "agent": "social", "domain": "sentiment", "status": "STALE", "name": "", "unit": "",
        "n_obs": 9, "significant": False, "interpretation": say(STALE, "en"),
        "sentence": as_document(STALE), "data_ref": {}, "params": {}, **figures,
    }  # fmt: skip
    output = {"agent": "social", "research_iteration": 1, "findings": [finding]}
    for row in StrategyRecorder(strategy.pk, 0).examined(output):
        row.save()
    return strategy


def test_a_finding_is_found_by_its_words_in_either_language(ana: User) -> None:
    recorded_finding(ana)
    bea = person("bea")
    for words in ("newest row older", "registro defasado"):
        for language in ("en", "pt-BR"):
            with override(language):
                shown = say(STALE, language[:2])
                assert [hit.words for each in search(ana, words) for hit in each.hits] == [shown]
                assert titles(bea, words) == {}
    Finding.objects.update(interpretation="Reworded.")
    assert titles(ana, "older") == {}


def test_what_one_may_not_see_is_not_found(ana: User) -> None:
    conditional(ana)
    strategy_of(ana)
    bea = person("bea")
    for words in ("testers", "seeded", "calm", "fortnight", "1"):
        assert titles(bea, words) == {}
    assert titles(person("rita", "reviewer"), "testers")


@pytest.mark.parametrize("words", ["", " ", "t", "%", "%%zz", "'; --", "x" * 5000])
def test_odd_words_find_nothing(ana: User, words: str) -> None:
    conditional(ana)
    assert titles(ana, words) == {}


def test_a_search_shows_a_few_and_costs_as_much_for_many(ana: User) -> None:
    search(ana, "music")  # the role is asked for once
    counts = []
    for number in (2, SHOWN + 4):
        for _each in range(number):
            recorded(user=ana)
        with CaptureQueriesContext(connection) as taken:
            assert len(titles(ana, "music")["Hypotheses"]) <= SHOWN
        counts.append(len(taken))
    assert counts[0] == counts[1]


def test_the_page_and_its_part_escape_what_they_show(ana: User) -> None:
    recorded("Naps <script>help</script> nurses", user=ana)
    client = Client()
    client.force_login(ana)
    for query in ({"q": "naps"}, {"q": "naps", "part": ""}):
        text = client.get("/search/", query).text
        assert "Naps &lt;script&gt;help" in text
        assert "<script>help" not in text
    assert "<header" not in client.get("/search/", {"q": "naps", "part": ""}).text

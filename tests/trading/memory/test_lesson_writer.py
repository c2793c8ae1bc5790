"""What a development leaves behind: once, in a sentence, nothing of the holdout."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils.translation import override

from tests.trading.helpers import (
    HOLDOUT_SHARPE,
    make_developed,
    make_finding,
    make_holdout,
    make_iteration,
    make_strategy,
    make_variant,
)
from trading.memory import lineage, recall, remember
from trading.memory.sentences import lesson_in
from trading.models import Lesson, Strategy
from trading.presenting.gates import verdict_of
from trading.research.sentences import Quantity, Text, as_document, say
from trading.services.wording import recalled_wording

pytestmark = pytest.mark.django_db
ENDED = {"final_status": "MAX_ITERATIONS"}


def texts(strategy: Strategy) -> dict[str, str]:
    remember(strategy=strategy, state=ENDED)
    return dict(strategy.lessons.values_list("code", "text"))


def test_a_lesson_is_a_sentence_with_its_figure() -> None:
    assert texts(make_developed())["drawdown"] == (
        "On AAPL daily, RSI reversion fails by its drawdown: 34%, at a Sharpe of 0.42."
    )


def test_a_lesson_is_in_the_language_of_its_development() -> None:
    assert texts(make_developed(language="pt"))["drawdown"] == (
        "Em AAPL (dados diários), a reversão por IFR (RSI) falha pelo drawdown: 34%, com Sharpe de "
        "0,42."
    )


def test_a_finding_says_what_research_said() -> None:
    assert texts(make_developed())["finding"] == (
        "On AAPL daily: One bar tends to be followed by its opposite."
    )


def test_a_strategy_is_kept_with_its_performance() -> None:
    strategy = make_developed()
    remember(strategy=strategy, state=ENDED)
    lesson = strategy.lessons.get(kind="strategy")
    assert lesson.code == "missed"
    assert lesson.values["validation"] == 0.42
    assert lesson.values["validation_max_drawdown"] == -0.34
    assert lesson.values["train_total_trades"] == 41
    assert lesson.values["parameters"] == {"length": 14}
    assert lesson.values["score"] == pytest.approx(0.42 * 0.35 + 0.1 + 0.15)


def test_what_is_not_significant_is_not_kept() -> None:
    strategy = make_strategy(final_status="ABANDONED")
    make_finding(strategy, significant=False)
    assert remember(strategy=strategy, state=ENDED) == []


def research(strategy: Strategy, *tests: tuple[str, float, bool]) -> None:
    """What the leader made of tests of edges: the figure, its corrected p-value, the verdict."""
    edges = [
        {"kind": "single_bar_reversal", "evidence": [
            {"agent": "momentum", "name": name, "params": {"lag": 1}, "p_adjusted": p,
             "significant": significant}]}
        for name, p, significant in tests
    ]  # fmt: skip
    strategy.fact_sheets.create(research_iteration=1, domain="overall", with_data=5, of=15,
                                text="", content={"edges": edges})  # fmt: skip


def test_edges_come_before_facts_and_say_what_they_speak_for() -> None:
    strategy = make_strategy(final_status="ABANDONED", language="en")
    make_finding(strategy, name="clustering", p_value=1e-9)
    make_finding(strategy, name="autocorrelation_1", p_value=0.001)
    research(strategy, ("autocorrelation_1", 0.02, True))
    edge, fact = remember(strategy=strategy, state=ENDED)
    assert (edge.code, edge.approach, edge.values["p_adjusted"]) == (
        "edge", "single_bar_reversal", 0.02,
    )  # fmt: skip
    assert (fact.code, fact.approach) == ("finding", "")
    told = recall(ticker="AAPL", objective="", frequency="1d", language="pt").content[0]["text"]
    assert told == (
        "Em AAPL (dados diários), achado do agente momentum que favorece a reversão de uma barra: "
        "autocorrelation_1 = −0,08123 (p = 0,020 entre todos os testes, 1961 observações)."
    )


def test_an_edge_that_the_correction_takes_away_is_not_kept() -> None:
    strategy = make_strategy(final_status="ABANDONED")
    make_finding(strategy)
    research(strategy, ("autocorrelation_1", 0.2, False))
    assert remember(strategy=strategy, state=ENDED) == []


def test_a_replay_writes_nothing() -> None:
    strategy = make_developed()
    assert len(remember(strategy=strategy, state=ENDED)) == 3
    assert remember(strategy=strategy, state=ENDED) == []
    assert Lesson.objects.count() == 3


def test_an_extended_development_adds_what_is_new() -> None:
    strategy = make_developed()
    remember(strategy=strategy, state=ENDED)
    failure = {"cause": "overfit", "values": {}}
    make_iteration(strategy, strategy.variants.get(), number=2, failure=failure)
    assert [lesson.code for lesson in remember(strategy=strategy, state=ENDED)] == ["overfit"]


def test_a_development_that_goes_on_is_not_remembered() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        remember(strategy=make_strategy(), state={})


def everything() -> str:
    """All that memory holds, as text."""
    fields = ("kind", "key", "code", "approach", "values", "text", "words")
    return json.dumps(list(Lesson.objects.values_list(*fields)))


def test_no_figure_of_a_holdout_is_remembered() -> None:
    strategy = make_developed()
    variant = strategy.variants.get()
    make_holdout(variant)
    variant.gates.create(name="psr", segment="holdout", operator=">=", threshold=0.8, soft=0.5,
                         weight=100, required=True, value=HOLDOUT_SHARPE,
                         score=HOLDOUT_SHARPE, passed=False)  # fmt: skip
    leaking = {"cause": "weak", "values": {"holdout": HOLDOUT_SHARPE, "score": HOLDOUT_SHARPE}}
    make_iteration(strategy, variant, number=2, best_sharpe=HOLDOUT_SHARPE, failure=leaking)
    failed = {**leaking, "cause": "holdout_failed"}
    make_iteration(strategy, variant, number=3, failure=failed)
    state: dict[str, Any] = {**ENDED, "holdout": {"sharpe_ratio": HOLDOUT_SHARPE}}
    remember(strategy=strategy, state=state)
    snapshot = recall(ticker="AAPL", objective="rsi", frequency="1d", language="pt")
    assert strategy.lessons.filter(code="weak").exists()
    assert not strategy.lessons.filter(code="holdout_failed").exists()
    for held in (everything(), json.dumps(snapshot.content)):
        assert "9.87" not in held
        assert "9,87" not in held
        assert "988" not in held
        assert "holdout" not in held


def test_what_missed_a_required_gate_of_its_evidence_did_not_pass() -> None:
    strategy = make_developed()
    variant = strategy.variants.get()
    variant.gates.update(score=1.0, passed=True)
    variant.gates.create(name="dsr", segment="walk_forward", operator=">=", threshold=0.95,
                         soft=0.5, weight=1.0, required=True, value=None, score=0.0, passed=False,
                         reason="not_reached")  # fmt: skip
    remember(strategy=strategy, state=ENDED)
    lesson = strategy.lessons.get(kind="strategy")
    shown = verdict_of(variant.gates.all(), strategy.profile["pass_score"])
    assert (lesson.code, shown.through) == ("missed", False)
    assert lesson.values["score"] == pytest.approx(shown.score)
    assert lesson.values["score"] < 1


def test_lineage_leads_from_the_finding_to_the_lesson() -> None:
    strategy = make_developed()
    variant = strategy.variants.get()
    make_holdout(variant)
    remember(strategy=strategy, state=ENDED)
    found = lineage(strategy.lessons.get(code="drawdown"))
    assert found["findings"] == list(strategy.findings.all())
    assert found["variant"] == variant
    assert [row.segment for row in found["backtests"]] == ["train", "validation"]


def test_the_best_variant_of_each_rule_is_kept() -> None:
    strategy = make_developed(rounds=2)
    make_variant(strategy, iteration=2, index=1, template="sma_long")  # not backtested
    remember(strategy=strategy, state=ENDED)
    kept = strategy.lessons.filter(kind="strategy")
    assert [lesson.variant for lesson in kept] == [strategy.variants.get(iteration=1)]


def test_a_lesson_of_a_finding_is_said_by_its_sentence_in_either_language() -> None:
    words = Text("measures.volume_size.found", {
        "value": Quantity(0.0708), "p": Quantity(0.002, "p"), "n": Quantity(1961, "integer"),
    })  # fmt: skip
    strategy = make_strategy(final_status="ABANDONED", language="en")
    make_finding(strategy, interpretation=say(words, "en"), sentence=as_document(words))
    (lesson,) = remember(strategy=strategy, state=ENDED)
    told = "Em AAPL (dados diários): " + say(words, "pt")
    recalled = recall(ticker="AAPL", objective="", frequency="1d", language="pt").content[0]
    assert lesson_in(lesson, "pt") == recalled["text"] == told
    with override("en"):
        assert recalled_wording(recalled, "pt") == (lesson.text, "en")
    assert "maior" in lesson.words  # found by its words in Portuguese, too

"""What models are told: bounded, rounded, the most telling first; nothing masked."""

from __future__ import annotations

import datetime
import json

from tests.trading.model_analyst.briefs import brief, finding, second, variant
from trading.model_analyst import development_brief
from trading.model_analyst.mask import Masked
from trading.model_analyst.strategist import designing

DAYS = [datetime.date(2004, 1, 1) + datetime.timedelta(days=n) for n in range(900)]


def test_numbers_are_cut_and_the_rest_stays():
    told = development_brief.short(
        {"a": 1.23456789, "b": [0.000123456], "c": 1_234, "d": True, "e": "1.23456"}
    )
    assert told == {"a": 1.235, "b": [0.0001235], "c": 1_234, "d": True, "e": "1.23456"}


def test_significant_findings_come_first_and_those_without_data_not_at_all():
    rows = [
        finding("trend/a", significant=False, confidence=0.9),
        finding("trend/b", status="NO_DATA"),
        finding("trend/c", confidence=0.1),
    ]
    told = development_brief.research(brief(research_findings=rows))["findings"]
    assert [row["finding"] for row in told] == ["trend/c", "trend/a"]


def test_what_models_read_is_told_too():
    reading = {"text": "Falls are bought back.", "points": []}
    read = {"agents": {}, "sheets": {"technical": reading}, "lead": reading | {"text": ""}}
    told = development_brief.research(brief(research_readings=read))
    assert told["read_by_models"] == {"technical": "Falls are bought back."}
    assert "read_by_models" not in development_brief.research(brief())


def test_two_specs_of_the_round_before_at_most():
    told = second(
        strategy_variants=[variant() for _ in range(4)],
        backtest_results=[{"error": "", "segments": {}}] * 4,
        quality_gate_results=[{"variant_index": i, "score": s, "criteria": []}
                              for i, s in enumerate((0.1, 0.9, 0.3, 0.2))],
    )  # fmt: skip
    with_spec = [
        one["index"] for one in development_brief.before(told)["variants"] if "spec" in one
    ]
    assert with_spec == [1, 2]


def test_masked_a_prompt_names_neither_ticker_nor_dates_and_the_answer_gets_them_back():
    masking = Masked("AAPL", ["GOOG"], DAYS, 20.0)
    told = second(
        user_objective="Beat AAPL after 2005", guidance=["like GOOG in 2004"],
        research_synthesis="AAPL rose in 2005.",
    )  # fmt: skip
    told["research_findings"][0]["interpretation"] = "AAPL fell on 2004-03-01."
    prompt, known = designing(told, masking)
    everything = json.dumps([prompt.system, prompt.user])
    assert not any(word in everything for word in ("AAPL", "GOOG", "2004", "2005"))
    assert "ASSET" in everything
    assert known.hold("ASSET rose in YEAR2.") == "AAPL rose in 2005."

"""First designs: what speaks for a template, and how they differ."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.analyst.surface import edge
from trading.analyst.first_designs import approach_of, first_designs, rank_templates
from trading.analyst.objective import Wishes, read_objective
from trading.research.synthesis import KINDS
from trading.strategies.spec import spec_hash
from trading.strategies.templates import TEMPLATES, template

NONE = Wishes(frozenset(), frozenset(), long_only=False, low_risk=False)
LONG = 3_000
APPROACHES = {approach_of(template) for template in TEMPLATES}


def ranked(wishes: Wishes = NONE, edges: Any = (), lessons: Any = (), tried: Any = None):
    return [t for t, _score in rank_templates(wishes, edges, lessons, tried or {})]


def lesson(approach: str, validation: float | None) -> dict[str, Any]:
    return {"approach": approach, "values": {"validation": validation}}


def designed(wishes: Wishes = NONE, edges: Any = (), count: int = 4):
    return first_designs(rank_templates(wishes, edges, [], {}), edges, count, wishes, LONG)


def test_research_and_templates_speak_of_the_same_kinds():
    assert set(KINDS) <= APPROACHES


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_first_designs_differ_in_kind(count: int):
    approaches = [design.approach for design in designed(count=count)]
    assert len(set(approaches)) == len(approaches) == count


def test_more_designs_than_kinds_repeat_kinds_but_no_template():
    designs = designed(count=14)
    assert {design.approach for design in designs} == APPROACHES
    assert len({spec_hash(design.spec) for design in designs}) == 14


@pytest.mark.parametrize("kind", sorted(APPROACHES))
def test_a_significant_edge_leads(kind: str):
    designs = designed(edges=[edge(kind)])
    assert designs[0].approach == kind
    assert designs[0].findings == (f"momentum/found_{kind}",)


def test_a_wish_leads_over_a_hint_and_an_edge_follows():
    wishes = read_objective("seasonality")
    designs = designed(wishes, [edge("volume", 0.5), edge("momentum", 0.9, significant=False)])
    assert [design.approach for design in designs][:3] == ["seasonality", "volume", "momentum"]


def test_a_significant_edge_that_is_strong_outweighs_a_wish():
    wishes = read_objective("seasonality")
    assert designed(wishes, [edge("volume", 2.0)])[0].approach == "volume"


def test_what_is_ruled_out_is_never_chosen():
    wishes = read_objective("no momentum")
    designs = designed(wishes, [edge("momentum", 9.0)], count=14)
    assert "momentum" not in {design.approach for design in designs}


def test_a_wish_for_little_risk_speaks_for_sizing_by_volatility():
    assert approach_of(ranked(read_objective("conservative"))[0]) == "volatility"


@pytest.mark.parametrize(("validation", "first"), [(0.9, True), (-0.9, False)])
def test_lessons_speak_for_and_against(validation: float, first: bool):
    order = [approach_of(template) for template in ranked(lessons=[lesson("volume", validation)])]
    assert (order[0] == "volume") is first
    assert (order[-1] == "volume") is not first


@pytest.mark.parametrize("odd", [{}, {"values": None}, lesson("volume", None),
                                 {"approach": "volume"}])  # fmt: skip
def test_lessons_without_figures_say_nothing(odd: dict[str, Any]):
    assert ranked(lessons=[odd]) == ranked()


def test_a_lesson_cannot_outweigh_what_the_data_say():
    order = ranked(edges=[edge("trend")], lessons=[lesson("trend", -50.0), lesson("volume", 50.0)])
    assert approach_of(order[0]) == "trend"


def test_what_was_tried_goes_last():
    first = ranked()[0]
    assert ranked(tried={first.kind: 1})[-1] == first


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.kind)
@pytest.mark.parametrize("params", [
    {}, {"lookback": 1}, {"lookback": 2}, {"lookback": 21}, {"lookback": 252},
    {"lookback": 100_000}, {"length": 50, "horizon": 21}, {"lookback": None}, {"lookback": 5.5},
    {"lookback": True},
])  # fmt: skip
def test_a_findings_look_back_gives_a_valid_spec(template: Any, params: dict[str, Any]):
    found = edge(approach_of(template), **params)
    (design,) = first_designs([(template, 1.0)], [found], 1, NONE, LONG)
    again = template.make().with_parameters(**design.spec.values)  # raises out of bounds or order
    assert spec_hash(again) == spec_hash(design.spec)


def test_the_look_back_of_a_finding_is_taken_over():
    (template,) = [one for one in TEMPLATES if one.kind == "obv_trend"]
    (design,) = first_designs([(template, 1.0)], [edge("volume", lookback=70)], 1, NONE, LONG)
    assert design.spec.values["length"] == 70


def test_reasons_name_wish_finding_and_source():
    wishes = read_objective("volume")
    codes = [code for code, _values in designed(wishes, [edge("volume")])[0].why]
    assert codes == ["why_wanted", "why_found", "why_source"]
    hint = designed(NONE, [edge("volume", significant=False)])[0]
    assert "why_hinted" in [code for code, _values in hint.why]


def test_a_short_history_bounds_the_look_back():
    made = template("zscore_reversion")
    (design,) = first_designs([(made, 1.0)], [], 1, NONE, 200)
    length = design.spec.parameters["length"]
    assert (length.low, length.high, length.value) == (10, 35, 35)
    (other,) = first_designs([(made, 1.0)], [], 1, NONE, LONG)
    assert other.spec.parameters["length"].high == 510

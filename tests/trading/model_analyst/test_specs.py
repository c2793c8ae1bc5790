"""A model's specs are held to shape, constraints, look-back and novelty; faults name their path."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.analyst.surface import Surface
from tests.trading.model_analyst.briefs import COSTS, brief, second
from tests.trading.model_analyst.talker import design, designs, spec, template
from trading.analyst.rounds import DesignRound
from trading.model_analyst.development_brief import DesignsAnswer
from trading.model_analyst.number_check import AllowedNumbers
from trading.model_analyst.strategist import MOST_COMPLEXITY, Specs
from trading.strategies.spec import spec_hash

BENCH = Surface(lambda values: 0.5)


def checker(**changes: Any) -> Specs:
    return Specs(DesignRound(brief(**changes), BENCH))


def faults(specs: Specs, *documents: dict[str, Any]) -> list[str]:
    answer = DesignsAnswer.model_validate(designs(*documents))
    return [fault for fault in specs.faults(answer) if fault]


def test_sound_specs_have_no_fault():
    assert faults(checker(), spec(20), template("donchian_breakout")) == []


def test_an_unknown_indicator_is_told_with_its_path():
    wrong = spec(20, indicators={"average": {"kind": "hull", "length": "$length"}})
    [fault] = faults(checker(), spec(10), wrong)
    assert fault.startswith("designs.1.spec.indicators.average.kind: there is no indicator hull")


def test_faults_of_shape_come_together():
    wrong = spec(20, colour="red", direction="sideways", stops={"stop_loss": "much"})
    assert len(faults(checker(), wrong)) == 2


@pytest.mark.parametrize(("changes", "document", "said"), [
    ({"train_bars": 100}, spec(60), "looks back over 59 bars; this history allows 33"),
    ({"constraints": COSTS | {"forbidden_indicators": ["ema"]}}, spec(60),
     "designs.0.spec.indicators.average: it uses ema, which is forbidden"),
    ({"constraints": COSTS | {"long_only": True}},
     spec(60, direction="short", long_entry=None, long_exit=None,
          short_entry={"op": "<", "left": "close", "right": "average"},
          stops={"time_stop": 5}), "designs.0.spec.direction: it sells short"),
    ({"user_objective": "anything but breakouts, no turtles, no squeeze"},
     template("donchian_breakout"), "which the objective rules out"),
])  # fmt: skip
def test_what_the_user_or_the_history_does_not_allow(
    changes: dict[str, Any], document: dict[str, Any], said: str
):
    [fault] = faults(checker(**changes), document)
    assert said in fault


def test_a_short_side_that_can_be_taken_away_is_no_fault():
    long_only = checker(constraints=COSTS | {"long_only": True})
    assert faults(long_only, template("sma_reversal")) == []


def test_the_same_twice_and_what_was_tried_are_told():
    specs = Specs(DesignRound(second(), BENCH))
    tried = second()["strategy_variants"][0]["spec"]
    found = faults(specs, spec(20), spec(20, name="Another name"), tried)
    assert found == [
        "designs.1.spec: the same rules with the same parameters as designs.0",
        "designs.2.spec: the same rules with the same parameters were tried already",
    ]


def test_a_monster_is_too_much():
    above = {"op": ">", "left": "close", "right": "average"}
    entry = {"op": "and", "conditions": [above] * 14}
    [fault] = faults(checker(), spec(20, long_entry=entry))
    assert f"at most {MOST_COMPLEXITY} are allowed" in fault


@pytest.mark.parametrize(("change", "said"), [
    ({"idea": ""}, "designs.0.idea"),
    ({"idea": "O que subiu continua subindo por algum tempo, porque o mercado demora a reagir."},
     "It has to be in English"),
])  # fmt: skip
def test_a_reason_is_readable_and_in_the_language(change: dict[str, Any], said: str):
    answer = designs() | {"designs": [design(spec(20), **change)]}
    found = [f for f in checker().faults(DesignsAnswer.model_validate(answer)) if f]
    assert len(found) == 1
    assert said in found[0]


def test_no_design_at_all_is_a_fault():
    assert faults(checker()) == ["designs: at least one is needed"]


def test_what_is_sound_is_kept_and_the_rest_noted():
    specs = checker()
    wrong = spec(20, indicators={})
    kept = specs.salvage(DesignsAnswer.model_validate(designs(wrong, spec(30))))
    assert kept is not None
    assert [one.spec for one in kept.designs] == [spec(30)]
    [dropped] = specs.dropped
    assert dropped.startswith("designs.0.spec")
    assert specs.salvage(DesignsAnswer.model_validate(designs(wrong))) is None


def test_what_was_kept_is_sound_when_it_is_recalled():
    said = designs(spec(20)) | {"rationale": "…" * 5_000}
    kept = checker().salvage(DesignsAnswer.model_validate(said))
    assert kept is not None
    assert kept.rationale == ""
    assert [fault for fault in checker().faults(kept) if fault] == []


def test_a_design_is_the_models_with_its_own_name_and_the_kind_its_rules_say():
    specs = Specs(DesignRound(second(), BENCH))
    told = AllowedNumbers({"bars": 1_000})
    document = design(spec(20, name="Up 300 % a year"), findings=["momentum/rsi", "made/up"],
                      builds_on=0) | {"idea": "Over 20 bars it made 45 % of 1000."}  # fmt: skip
    answer = DesignsAnswer.model_validate(designs() | {"designs": [document]})
    [made] = specs.designs(answer, told, "model-1")
    assert (made.spec.name, made.approach, made.template) == ("Up … % a year", "trend", "model")
    assert made.why == (("why_written", {"text": "Over 20 bars it made … % of 1000."}),)
    assert (made.findings, made.parent, made.by) == (("momentum/rsi",), 0, "model-1")
    assert made.changed == {"length": [50.0, 20.0]}
    assert told.struck == ["300", "45"]


@pytest.mark.parametrize("index", [None, -1, 1, 99])
def test_a_parent_that_is_none_is_left_out(index: int | None):
    specs = Specs(DesignRound(second(), BENCH))
    answer = designs() | {"designs": [design(spec(20), builds_on=index)]}
    [made] = specs.designs(DesignsAnswer.model_validate(answer), AllowedNumbers(), "model-1")
    assert made.parent is None
    assert spec_hash(made.spec)

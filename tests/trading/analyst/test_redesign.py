"""Changes of structure and repairs: valid for every template, and never twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.analyst.surface import fixed
from trading.analyst.first_designs import CHANGES, mend, redesign
from trading.analyst.variants import YOURS, Design, as_variant, named
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import TEMPLATES, template

EVERY = pytest.mark.parametrize("one", TEMPLATES, ids=lambda one: one.kind)


COSTS = {"cash": 10_000.0, "commission": 0.001}


def variant_of(spec: StrategySpec, kind: str = YOURS) -> dict[str, Any]:
    return as_variant(Design(spec, "trend", kind, (), ("trend/slope",)), {}, COSTS, "en")


def made(kind: str) -> dict[str, Any]:
    return variant_of(template(kind).make(), kind)


@EVERY
@pytest.mark.parametrize("cause", [*CHANGES, "near_miss", "anything"])
def test_every_change_of_every_template_is_a_valid_other_spec(one: Any, cause: str):
    base = made(one.kind)
    designs = redesign([(0, base)], cause, 9)
    assert len(designs) >= 3
    hashes = {spec_hash(design.spec) for design in designs}
    assert len(hashes) == len(designs)
    assert base["spec_hash"] not in hashes
    for design in designs:
        assert spec_hash(parse_spec(design.spec.document())) == spec_hash(design.spec)
        assert named(design, "en").name != base["name"]
        assert design.parent == 0


@EVERY
def test_changes_pile_up_without_repeating(one: Any):
    variant, seen = made(one.kind), set()
    for _round in range(12):
        designs = redesign([(0, variant)], "drawdown", 1)
        if not designs:
            break
        variant = as_variant(designs[0], {}, COSTS, "en")
        assert variant["spec_hash"] not in seen
        seen.add(variant["spec_hash"])
    assert len(variant["structure"]) == len(set(variant["structure"])) == len(seen) >= 3


def test_no_more_designs_than_asked_for():
    assert len(redesign([(0, made("macd_trend")), (1, made("obv_trend"))], "weak", 4)) == 4


def test_the_best_base_gets_the_most_telling_change_first():
    designs = redesign([(2, made("obv_trend")), (0, made("sma_long"))], "drawdown", 3)
    labels = [design.changed["structure"][1] for design in designs]
    assert [design.parent for design in designs] == [2, 0, 2]
    assert labels == ["volatility", "volatility", "calm"]


def test_a_design_keeps_what_its_base_rests_on():
    (design,) = redesign([(3, made("obv_trend"))], "drawdown", 1)
    assert (design.approach, design.findings, design.parent) == ("trend", ("trend/slope",), 3)


def test_without_bases_there_are_no_designs():
    assert redesign([], "drawdown", 4) == []


@EVERY
@pytest.mark.parametrize("error", ["", "it broke"])
def test_a_mended_variant_looks_back_less_far(one: Any, error: str):
    spec = one.make()
    design = mend(made(one.kind), 1, error, 1_000)
    if design is None:
        assert one.family in ("seasonality", "single_bar", "momentum")  # no length to shorten
        return
    spec.with_parameters(**design.spec.values)  # raises out of bounds or order
    assert design.spec.lookback() <= spec.lookback()
    assert spec_hash(design.spec) != spec_hash(spec)
    assert set(design.changed) <= set(spec.parameters)
    assert all(after < before for before, after in design.changed.values())
    assert design.why[0][0] == ("why_mended_error" if error else "why_mended_silent")


def test_thresholds_stay_as_they_are():
    design = mend(made("rsi_reversion"), 0, "", 1_000)
    assert design is not None
    assert set(design.changed) == {"length"}


def test_mending_again_goes_on_until_nothing_is_left():
    spec, rounds = template("obv_trend").make(), 0
    while (design := mend(variant_of(spec), 0, "", 1_000)) is not None:
        spec, rounds = design.spec, rounds + 1
        assert rounds < 20
    assert spec.values == {"length": 10, "trend": 20}


def test_what_is_too_long_even_at_its_shortest_is_given_up():
    assert mend(made("obv_trend"), 0, "too few bars", 10) is None
    assert mend(made("obv_trend"), 0, "too few bars", 300) is not None


def test_what_has_no_parameters_cannot_be_mended():
    assert mend(variant_of(fixed()), 0, "it broke", 1_000) is None


def test_a_kind_that_was_given_up_is_not_wished_for_any_more() -> None:
    from trading.analyst.first_designs import approach_of, rank_templates, without_dropped
    from trading.analyst.objective import read_objective

    wishes = read_objective("moving average crossover")
    assert wishes.kinds
    left = without_dropped(wishes, [{"dropped": []}, {"dropped": ["trend"]}, {}])
    kinds = {approach_of(one) for one, _score in rank_templates(left, [], [], {})}
    assert "trend" not in kinds
    assert "momentum" in kinds
    assert without_dropped(wishes, [{}]) == wishes

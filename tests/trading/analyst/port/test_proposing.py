"""What any strategist keeps to, whoever designs: number, novelty, constraints, counted trials."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from config.runs.ledger import require_plain
from tests.trading.analyst.surface import Surface
from tests.trading.model_analyst.briefs import COSTS, brief, second
from trading.analyst.variants import rules_hash
from trading.domain.types import MIN_VARIANTS
from trading.model_analyst.strategist import TELLING
from trading.strategies.constraints import parse_constraints, violations
from trading.strategies.parse import parse_spec
from trading.strategies.spec import spec_hash

ACTIONS = ("", "TUNE_PARAMETERS", "FIX_BUG", "REFINE_ALGORITHM", "REFINE_RESEARCH")
_KEYS = {
    "name", "description", "approach", "template", "complexity", "spec", "spec_hash", "rules_hash",
    "code", "parameters", "rationale", "findings", "parent_index", "parameters_changed",
    "structure", "expected_performance",
}  # fmt: skip


def told(action: str, **changes: Any) -> dict[str, Any]:
    return second(action, **changes) if action else brief(**changes)


def proposed(strategist: Any, document: dict[str, Any]) -> dict[str, Any]:
    bench = Surface(lambda values: 1.0 - abs(values.get("length", 30) - 30) / 100)
    found: dict[str, Any] = asyncio.run(strategist.propose(document, bench))
    return found


@pytest.mark.parametrize("action", ACTIONS)
def test_a_round_has_variants_that_were_never_tried_and_no_two_alike(strategist: Any, action: str):
    document = told(action)
    found = proposed(strategist, document)
    require_plain("proposal", found)
    hashes = [one["spec_hash"] for one in found["variants"]]
    assert len(set(hashes)) == len(hashes) == MIN_VARIANTS
    tried = {h for entry in document["iteration_history"] for h in entry["spec_hashes"]}
    assert not tried & set(hashes)
    for one in found["variants"]:
        assert one.keys() >= _KEYS
        assert one["approach"] in (*TELLING, "yours")
        assert spec_hash(parse_spec(one["spec"])) == one["spec_hash"]
        assert one["rationale"]
    assert found["rationale"]


@pytest.mark.parametrize("action", ACTIONS)
def test_demands_are_met(strategist: Any, action: str):
    demands = COSTS | {"long_only": True, "forbidden_indicators": ["sma"]}
    asked = parse_constraints(demands)
    found = proposed(strategist, told(action, constraints=demands))
    assert found["variants"]
    for one in found["variants"]:
        assert violations(parse_spec(one["spec"]), asked) == []


@pytest.mark.parametrize("action", ACTIONS)
def test_only_a_search_makes_trials_and_each_is_told(strategist: Any, action: str):
    found = proposed(strategist, told(action))
    assert found["trials"] or action != "TUNE_PARAMETERS"
    assert set(found["rules"]) <= {one["rules_hash"] for one in found["variants"]}
    assert set(found["rules"]) == {trial["rules_hash"] for trial in found["trials"]}
    for trial in found["trials"]:
        assert rules_hash(parse_spec(found["rules"][trial["rules_hash"]])) == trial["rules_hash"]
        assert trial.keys() == {"kind", "rules_hash", "parameters", "sharpe_ratio", "total_trades"}


def test_the_same_brief_gives_the_same_variants(strategist: Any):
    first, again = (proposed(strategist, brief()) for _ in range(2))
    assert first == again


class Stopped(Surface):
    """A worker that is stopped at every search of it."""

    async def tune(self, spec: Any, seed: Any) -> dict[str, Any]:
        return {"parameters": dict(spec.values), "rows": [], "lost": 3}


def test_what_a_search_that_was_stopped_may_have_looked_at_counts(strategist: Any):
    bench = Stopped(lambda values: 1.0)
    found = asyncio.run(strategist.propose(second("TUNE_PARAMETERS"), bench))
    lost = [one for one in found["trials"] if "unreported" in one["parameters"]]
    assert lost
    assert len(lost) % 3 == 0
    assert not {one["rules_hash"] for one in lost} & set(found["rules"])

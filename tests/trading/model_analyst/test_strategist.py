"""The strategist over the real wire: what a model writes is played, mended, or dropped."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from config.llm.asker import BudgetExceeded
from config.runs.ledger import require_plain
from tests.config.llm.helpers import memory
from tests.llm.reading import data_of
from tests.llm.server import Asked, FaultServer
from tests.trading.analyst.surface import Surface
from tests.trading.model_analyst.briefs import brief, second, variant
from tests.trading.model_analyst.talker import designs, spec, talk
from tests.trading.model_analyst.wire import BENCH, OverTheWire, proposed
from trading.analyst.strategist import BuiltinStrategist

WRONG = spec(40, indicators={"average": {"kind": "hull", "length": "$length"}})

DEGRADED = "No language model gave a usable answer: these variants are the built-in strategist's."


def answering(*answers: dict[str, Any]) -> Callable[[Asked], dict[str, Any]]:
    """Each in its turn, the last one for ever."""
    left = list(answers)
    return lambda _asked: left.pop(0) if len(left) > 1 else left[0]


def designers(proposal: dict[str, Any]) -> list[str]:
    return [one["designed_by"] for one in proposal["variants"]]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_good_specs_are_the_rounds_variants(language: str):
    with FaultServer(talk) as server:
        found = proposed(server, brief(language=language))
        assert len(server.asked) == 1
    require_plain("proposal", found)
    assert designers(found) == ["model-1"] * 3
    assert [one["parameters"]["length"] for one in found["variants"]] == [10, 20, 30]
    assert (found["notes"], found["trials"]) == ([], [])
    assert all(one["expected_performance"]["sharpe_ratio"] for one in found["variants"])


def test_a_wrong_spec_is_told_by_its_path_and_mended():
    with FaultServer(answering(designs(spec(30), WRONG), designs(spec(30), spec(40)))) as server:
        found = proposed(server, brief())
        assert len(server.asked) == 2
        assert "designs.1.spec.indicators.average.kind" in server.asked[1].user
    assert designers(found) == ["model-1", "model-1", "builtin"]
    assert found["notes"] == []


def test_what_is_still_wrong_is_dropped_noted_and_filled():
    with FaultServer(designs(spec(30), WRONG)) as server:
        found = proposed(server, brief())
        assert len(server.asked) == 2
    assert designers(found) == ["model-1", "builtin", "builtin"]
    assert not any("degraded" in one for one in found["variants"])
    [note] = found["notes"]
    assert note.startswith("model-1: a spec was dropped")
    assert "there is no indicator hull" in note


def test_what_was_kept_is_not_paid_for_again():
    store = memory()
    with FaultServer(designs(spec(30), WRONG)) as server:
        first = proposed(server, brief(), store)
        again = proposed(server, brief(), store)
        assert len(server.asked) == 2
    assert again["variants"] == first["variants"]


def test_a_model_that_never_gets_it_right_leaves_the_round_to_the_built_in_designs():
    with FaultServer(designs(WRONG)) as server:
        found = proposed(server, brief())
    own = _builtin(brief())
    assert [one["spec_hash"] for one in found["variants"]] == own
    assert all(one["degraded"] and one["designed_by"] == "builtin" for one in found["variants"])
    assert found["notes"] == [DEGRADED]


def _builtin(told: dict[str, Any]) -> list[str]:
    found = asyncio.run(BuiltinStrategist().propose(told, BENCH))
    assert not any("designed_by" in one for one in found["variants"])
    return [one["spec_hash"] for one in found["variants"]]


@pytest.mark.parametrize("fault", ["server_error", "injected", "wrong_schema", "garbage"])
def test_a_server_that_fails_leaves_the_round_to_the_built_in_designs(fault: str):
    with FaultServer(talk, always=fault) as server:
        found = proposed(server, brief())
    assert all(one["degraded"] for one in found["variants"])


def test_tuning_is_a_search_and_no_model_is_asked():
    told = second("TUNE_PARAMETERS")
    told["strategy_variants"][0]["designed_by"] = "model-1"
    with FaultServer(talk) as server:
        found = proposed(
            server, told, bench=Surface(lambda values: -abs(values.get("length", 30) - 30))
        )
        assert server.asked == []
    # The rules are the model's still; what fills the round is not.
    assert designers(found) == ["model-1", "builtin", "builtin"]
    assert len(found["trials"]) > 50


def test_a_change_of_structure_by_the_built_in_strategist_is_its_own():
    told = second()
    told["strategy_variants"][0] = variant(designed_by="model-1")
    with FaultServer(designs(WRONG)) as server:
        found = proposed(server, told)
    assert designers(found) == ["builtin"] * 3


def test_the_users_own_spec_goes_first():
    own = spec(77, name="Mine")
    with FaultServer(talk) as server:
        found = proposed(server, brief(starting_spec=own))
    assert [one["name"] for one in found["variants"]] == ["Mine"] + ["Above its average"] * 2
    assert designers(found) == ["builtin", "model-1", "model-1"]


def test_what_a_reviewer_named_keeps_its_place():
    told = second(guided=True, guidance=["try breakouts"], seed=1)
    with FaultServer(talk) as server:
        found = proposed(server, told)
        assert json.loads(data_of(server.asked[0])["guidance"]) == ["try breakouts"]
    assert found["variants"][0]["approach"] == "breakout"
    assert designers(found) == ["builtin", "model-1", "model-1"]
    assert found["rationale"].startswith("Sent back with guidance; read from it")


def test_numbers_that_nothing_holds_are_struck_and_noted():
    answer = designs(spec(30), spec(40), spec(50)) | {"rationale": "They earn 480 % in a while."}
    with FaultServer(answer) as server:
        found = proposed(server, brief())
    assert found["rationale"].endswith("They earn … % in a while.")
    assert found["notes"] == [
        "model-1: struck from its words, as nothing that it was told holds it: 480"
    ]


def test_a_used_up_budget_is_not_caught():
    with FaultServer(talk) as server, pytest.raises(BudgetExceeded):
        proposed(server, brief(), memory(calls=0))


def test_without_a_model_for_it_nobody_is_asked():
    with FaultServer(talk) as server:
        wire = OverTheWire(server, agents=("failure_analyst",))
        found = asyncio.run(wire.propose(brief(), Surface(lambda values: 0.5)))
        assert server.asked == []
    assert [one["spec_hash"] for one in found["variants"]] == _builtin(brief())


def test_a_variant_says_why_in_the_models_words():
    with FaultServer(talk) as server:
        [first, *_rest] = proposed(server, brief())["variants"]
    assert first["rationale"].startswith("What rose goes on rising")
    assert (first["approach"], first["template"]) == ("trend", "model")
    assert "from backtesting import" in first["code"]

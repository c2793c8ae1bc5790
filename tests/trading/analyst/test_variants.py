"""Variants as documents, and what makes two of them the same."""

from __future__ import annotations

from config.runs.ledger import require_plain
from tests.trading.analyst.surface import crossing
from trading.analyst.variants import (
    YOURS,
    Design,
    as_variant,
    changes,
    distinct,
    rules_hash,
    spec_of,
)
from trading.strategies.names import NAME_CHARACTERS
from trading.strategies.spec import spec_hash
from trading.strategies.templates import TEMPLATES, template

COSTS = {"cash": 10_000.0, "commission": 0.001}


def name_of(name: str, *structure: str, template: str = YOURS) -> str:
    spec = crossing().model_copy(update={"name": name})
    design = Design(spec, "trend", template, structure=structure)
    told: str = as_variant(design, {}, COSTS, "en")["name"]
    return told


def test_a_users_own_name_stays_whatever_is_added():
    assert name_of("SMA + RSI") == "SMA + RSI"
    first = name_of("SMA + RSI", "calm")
    assert first == "SMA + RSI + in calm"
    assert name_of(first, "calm", "stop") == "SMA + RSI + in calm + stop-loss"


def test_names_stay_within_their_limit():
    long = name_of("n" * NAME_CHARACTERS, "calm", "stop")
    assert len(long) == NAME_CHARACTERS
    for kind in (one.kind for one in TEMPLATES):
        assert len(name_of("", "small_volatility", "strong", "weak", template=kind)) <= (
            NAME_CHARACTERS
        )


def test_a_variant_is_plain_json_and_gives_its_spec_back():
    spec = crossing()
    why = (("why_wanted", {"name": "x"}), ("why_source", {"source": "Wilder (1978)"}))
    found = as_variant(Design(spec, "trend", YOURS, why, ("a/b",)), {"x": 1.5}, COSTS, "en")
    require_plain("variant", found)
    assert spec_hash(spec_of(found)) == spec_hash(spec)
    assert found["spec_hash"] == spec_hash(spec)
    assert found["parameters"] == spec.values
    assert found["complexity"] == spec.complexity()
    assert found["rationale"] == "Asked for by the objective. After Wilder (1978)."
    assert (found["findings"], found["parent_index"]) == (["a/b"], None)
    assert "from backtesting import" in found["code"]


def test_the_rationale_is_in_the_language_of_the_run():
    why = (("why_wanted", {"name": "x"}),)
    found = as_variant(Design(crossing(), "trend", "sma_long", why), {}, COSTS, "pt")
    assert found["rationale"] == "Pedida pelo objetivo."
    assert found["name"] == "Média rápida acima da lenta"


def test_rules_are_the_same_whatever_the_values_of_their_parameters():
    spec = crossing()
    other = spec.with_parameters(length=7)
    assert rules_hash(other) == rules_hash(spec)
    assert spec_hash(other) != spec_hash(spec)
    assert rules_hash(template("obv_trend").make()) != rules_hash(spec)


def test_a_name_is_no_part_of_the_rules():
    spec = crossing()
    assert rules_hash(spec.model_copy(update={"name": "other"})) == rules_hash(spec)


def test_changes_tell_before_and_after():
    spec = crossing()
    assert changes(spec, spec) == {}
    assert changes(spec, spec.with_parameters(length=7)) == {"length": [50, 7]}
    assert changes(spec, template("single_bar_reversal").make()) == {
        "least": [None, 0.01], "back": [None, 0.0025], "length": [50, None],
    }  # fmt: skip


def test_of_equal_designs_the_first_stays():
    spec = crossing()
    first, same = (
        Design(spec, "trend", "a"),
        Design(spec.model_copy(update={"name": "other"}), "volume", "b"),
    )
    third = Design(spec.with_parameters(length=7), "trend", "c")
    assert distinct([first, same, third]) == [first, third]

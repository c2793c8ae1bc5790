"""The frame of a claim: what it needs, what it rests on, what a letter is worth."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hypotheses.domain.claim import (
    DESIGNS,
    NEEDS,
    Claim,
    Slot,
    choice_of,
    condition_kind,
    elements_of,
    from_dict,
    holds_choice,
    is_choice,
    is_placeholder,
    joined,
    with_elements,
)

FULL = Claim(
    design="causal",
    direction="increase",
    unit=Slot("testers"),
    bound=Slot("of one company"),
    exposure=Slot("background music"),
    outcome=Slot("defects missed"),
    measure=Slot("share of seeded defects not found"),
    comparator=Slot("the same testers in silence"),
    hedges=("may",),
)


@pytest.mark.parametrize("words", ["X", "Y", "método X", "the method X", "algorithm A", "Z"])
def test_a_letter_is_no_content(words):
    assert is_placeholder(words)


@pytest.mark.parametrize(
    "words", ["vitamin D", "three days of drug A", "a coffee", "geração Z toda", "U.S"]
)
def test_a_letter_in_a_name_is_content(words):
    assert not is_placeholder(words)


def test_each_design_says_what_it_needs():
    assert set(NEEDS) == set(DESIGNS)
    assert all("outcome" in needs for needs in NEEDS.values())


def test_a_full_claim_misses_nothing():
    assert FULL.missing == ()


@pytest.mark.parametrize("name", NEEDS["causal"])
def test_each_needed_slot_is_missed(name):
    assert name in FULL.with_slot(name, None).missing


def test_an_association_needs_no_comparator_and_a_qualitative_claim_no_measure():
    assert "comparator" not in NEEDS["correlational"]
    assert not {"measure", "comparator", "exposure"} & set(NEEDS["qualitative"])


def test_a_claim_that_nothing_changes_needs_a_margin():
    claim = Claim(design="causal", direction="none")
    assert "margin" in claim.missing
    assert "margin" not in Claim(design="causal", direction="increase").missing


@pytest.mark.parametrize(
    ("window", "missing"),
    [
        ("since 2019", ()),
        ("depois da reforma", ()),
        ("over six months", ("comparator",)),
        ("two days before", ("comparator",)),
        ("até as dez da noite", ("comparator",)),
        ("after 8 weeks", ("comparator",)),
    ],
)
def test_a_window_with_a_before_stands_in_for_a_comparison(window, missing):
    claim = FULL.with_slot("comparator", None).with_slot("window", Slot(window))
    assert claim.missing == missing


def test_a_counted_outcome_is_its_own_measure():
    claim = Claim(design="causal", outcome=Slot("hours until merge"), counted=True)
    assert claim.slot("measure") == Slot("hours until merge")
    assert "measure" not in claim.missing


def test_letters_leave_their_slots_open():
    claim = FULL.with_slot("exposure", Slot("Método X"))
    assert claim.placeholders == ("exposure",)
    assert claim.missing == ("exposure",)


@pytest.mark.parametrize("origin", ["suggested", "model"])
def test_what_nobody_confirmed_is_a_condition(origin):
    slot = Slot("of one company", origin)
    assert FULL.with_slot("bound", slot).conditions == (("bound", slot),)


@pytest.mark.parametrize("origin", ["user", "confirmed", "guidance"])
def test_what_a_person_said_is_none(origin):
    assert FULL.with_slot("bound", Slot("of one company", origin)).conditions == ()


def test_a_population_is_as_sure_as_its_weaker_part():
    claim = FULL.with_slot("bound", Slot("of one company", "suggested"))
    assert claim.population == Slot("testers of one company", "suggested")


def test_what_happens_in_a_place_is_counted_there():
    claim = Claim(
        design="descriptive",
        bound=Slot("in our street"),
        outcome=Slot("arguments over parking"),
        measure=Slot("the number of arguments over parking in a given period", "suggested"),
    )
    assert "unit" not in claim.missing
    assert "unit" in claim.with_slot("bound", Slot("of one company")).missing
    assert "unit" in claim.with_slot("measure", Slot("a score", "suggested")).missing


def test_a_population_reads_as_its_author_wrote_it():
    claim = Claim(unit=Slot("dog", "user", 3, 6), bound=Slot("my", "user", 0, 2))
    assert claim.population == Slot("my dog", "user")
    place = Claim(unit=Slot("choirs", "user", 14, 20), bound=Slot("In my town", "user", 0, 10))
    assert place.population == Slot("choirs in my town", "user")
    once = Claim(unit=Slot("office", "suggested"), bound=Slot("in my office", "user", 3, 15))
    assert once.population == Slot("in my office", "suggested")


def test_it_survives_json_and_the_elements_of_a_version():
    assert from_dict(json.loads(json.dumps(FULL.as_dict()))) == FULL
    bare = Claim(design="causal", direction="increase", hedges=("may",))
    assert with_elements(bare, elements_of(FULL)) == FULL


def test_interfaces_see_the_slots_of_a_qualitative_claim_under_its_own_names():
    claim = Claim(
        design="qualitative",
        unit=Slot("artisanal fishers"),
        bound=Slot("of Arraial do Cabo"),
        outcome=Slot("the creation of the reserve"),
    )
    shown = claim.as_json()
    assert shown["participants"] == {"text": "artisanal fishers", "origin": "user", "sure": True}
    assert shown["setting"] == {"text": "of Arraial do Cabo", "origin": "user", "sure": True}
    assert shown["phenomenon"]["text"] == "the creation of the reserve"
    assert (shown["population"], shown["outcome"], shown["null"]) == (None, None, "")


@pytest.mark.parametrize("mark", ["[to be defined: value]", "[a definir: valor]"])
def test_a_slot_with_an_open_mark_is_open_even_where_the_design_does_not_need_it(mark):
    assert FULL.missing == ()
    claim = FULL.with_slot("window", Slot(f"within {mark} weeks", "model"))
    assert not claim.is_filled("window")
    assert claim.missing == ("window",)


def test_what_is_said_beside_the_claim_survives_json_and_the_elements_of_a_version():
    claim = Claim(rivals=("the cold", "the new manager"), mechanism="they check their form")
    assert from_dict(json.loads(json.dumps(claim.as_dict()))) == claim
    kept = with_elements(Claim(), elements_of(claim))
    assert (kept.rivals, kept.mechanism) == (claim.rivals, claim.mechanism)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_choice_fills_its_slot_and_says_nothing(language):
    left = choice_of("of which company", language)
    claim = FULL.with_slot("bound", Slot(left, "suggested"))
    assert is_choice(left)
    assert "bound" not in claim.missing
    assert claim.choices == ("bound",)
    assert claim.stated.bound is None
    assert claim.population is not None
    assert claim.population.text == f"testers ({left})"
    assert [name for name, _slot in claim.conditions] == ["bound"]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_choice_is_found_among_joined_words(language):
    left = Slot(choice_of("of which company", language), "suggested")
    unit = Slot("small teams (two or three)")
    assert holds_choice(joined([unit, left]))
    assert holds_choice(joined([left]))
    assert not holds_choice(joined([unit]))


@pytest.mark.parametrize("language", ["en", "pt"])
def test_what_is_to_be_done_with_a_condition(language):
    assert condition_kind(choice_of("of which company", language)) == "name"
    assert condition_kind("of one company") == "confirm"


@pytest.mark.parametrize(
    ("bound", "doubted"), [("in my clinic", False), ("na nossa loja", False), ("u15", True)]
)
def test_a_place_of_the_authors_own_is_not_in_doubt(bound, doubted):
    claim = FULL.with_slot("bound", Slot(bound, sure=False))
    assert ("bound" in claim.unsure) == doubted
    answered = FULL.with_slot("bound", Slot(bound, "confirmed", sure=False))
    assert "bound" in answered.unsure


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"doubts": ("design",)}, ()),
        ({"doubts": ("design",), "comparator": None}, ("design",)),
        ({"doubts": ("direction",), "direction": "difference"}, ()),
        ({"doubts": ("direction",), "direction": "increase"}, ("direction",)),
    ],
)
def test_a_doubt_on_which_nothing_rests_is_not_open(change, left):
    assert replace(FULL, **change).open_doubts == left

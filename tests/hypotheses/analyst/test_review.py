"""The built-in methodologist's verdict on a claim's frame."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hypotheses.analyst.assessment import assess, sort
from hypotheses.analyst.review import judge
from hypotheses.domain.claim import Claim, Slot, from_dict
from tests.hypotheses.graph.loop import refine

FULL = Claim(
    design="causal",
    direction="increase",
    unit=Slot("testers"),
    bound=Slot("of one company"),
    exposure=Slot("background music"),
    outcome=Slot("defects missed"),
    measure=Slot("share of seeded defects not found"),
    comparator=Slot("the same testers in silence"),
)
DOUBTED = Slot("for six weeks", sure=False)


def verdict(claim: Claim) -> str:
    return judge(claim, vetoed=False, misfit=False)


@pytest.mark.parametrize("name", ["window", "qualifiers", "margin"])
def test_a_doubtful_slot_that_the_design_does_not_need_stops_nothing(name):
    assert verdict(FULL.with_slot(name, DOUBTED)) == "approved"


@pytest.mark.parametrize("name", ["unit", "exposure", "outcome", "comparator", "leftover"])
def test_a_doubtful_slot_on_which_the_claim_rests_stops_it(name):
    assert verdict(FULL.with_slot(name, DOUBTED)) == "needs_refinement"


def test_a_doubtful_window_stops_a_claim_that_compares_with_before():
    claim = replace(FULL, comparator=None, window=Slot("since May", sure=False))
    assert verdict(claim) == "needs_refinement"


def test_a_doubtful_measure_stops_nothing_where_the_outcome_is_counted():
    claim = FULL.with_slot("measure", DOUBTED)
    assert verdict(claim) == "needs_refinement"
    assert verdict(replace(claim, counted=True)) == "approved"


def test_a_gap_stays_only_where_the_claim_says_which_way():
    claim = FULL.with_slot("comparator", None)
    assert verdict(claim) == "approved"
    assert verdict(replace(claim, direction="difference")) == "needs_refinement"


@pytest.mark.parametrize(
    ("language", "remark", "claim"),
    [
        (
            "en",
            "I notice that ",
            "students of my class who sit in front get higher marks than those at the back",
        ),
        (
            "pt",
            "Notei que ",
            "os pacientes da minha clínica que dormem pouco têm pressão (mmHg) maior que os outros",
        ),
    ],
)
def test_what_somebody_saw_is_put_as_a_question_before_it_is_approved(language, remark, claim):
    assert assess(claim, language).verdict == "approved"
    assert assess(remark + claim, language).verdict == "needs_refinement"
    state = refine(remark + claim, language=language)
    assert state["methodologist_output"]["status"] == "approved"
    assert remark.strip() not in state["hypothesis_versions"][-1]["question"]


@pytest.mark.parametrize(
    ("language", "idea", "asked"),
    [
        ("pt", "qual a prevalência de dor lombar em motoristas de aplicativo de Salvador",
         "Qual a prevalência de dor lombar em motoristas de aplicativo de Salvador?"),
        ("en", ("I sell candles online. Would free shipping over $50 raise the average order "
                "compared with a flat $5 fee?"),
         "Does free shipping over $50 raise the average order compared with a flat $5 fee?"),
        ("en", "does order book imbalance predict the next minute return of eth",
         "Does order book imbalance predict the next minute return of eth?"),
    ],
)  # fmt: skip
def test_a_story_or_a_question_without_its_mark_is_put_as_one_question(language, idea, asked):
    assert refine(idea, language=language)["hypothesis_versions"][-1]["question"] == asked


@pytest.mark.parametrize(
    "idea",
    [
        "O treino com bola melhora o tempo de reação dos goleiros do sub-13 em dois meses.",
        "Reading aloud raises the number of words known by pupils of one school in six months.",
    ],
)
def test_a_whole_claim_without_a_comparison_is_put_as_a_question_with_one(idea):
    state = refine(idea)
    assert state["hypothesis_versions"][-1]["question"].endswith("?")
    assert "comparator" in dict(from_dict(state["claim"]).conditions)


@pytest.mark.parametrize(
    "text",
    [
        "Sleep affects memory",
        "I noticed that my tomatoes split",
        "Does background music increase the seeded defects that testers of one company miss?",
        "Vaccines cause autism because they said so on TV",
        "Impacto do café na atenção de enfermeiras",
    ],
)
def test_a_text_is_sorted_as_it_is_assessed(text):
    found = assess(text)
    assert sort(text) == (found.language, found.kind)

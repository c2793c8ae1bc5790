"""What no slot took and the tree places, and what another clause says."""

from dataclasses import replace

import pytest

from hypotheses.analyst.proposals import with_conditions, without_other_clauses
from hypotheses.analyst.proposals.denials import denied_clause
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.domain.claim import Slot
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("text", "outcome", "lost", "condition"),
    [
        ("Jovens que estudam votam mais aos 18 anos, com o mesmo nível de renda.", "votam",
         "com o mesmo nível de renda", "com o mesmo nível de renda"),
        ("Hikers who start early get lost less, says the ranger.", "get lost",
         "says the ranger", None),
        ("Motoboys de colete sofrem menos acidentes, segundo o sindicato.", "acidentes",
         "segundo o sindicato", None),
    ],
)  # fmt: skip
def test_an_adverbial_is_a_condition_and_who_says_so_is_none(text, outcome, lost, condition):
    idea = claim(outcome=outcome).with_slot("leftover", Slot(lost, sure=False))
    found = with_conditions(idea, text)
    assert found.leftover is None
    assert (found.qualifiers.text if found.qualifiers else None) == condition


def test_a_noun_that_no_slot_took_is_still_asked_about():
    idea = claim(exposure="usa linguagem simples", outcome="recorrem")
    idea = idea.with_slot("leftover", Slot("partes", sure=False))
    text = "Se o juiz usa linguagem simples, as partes recorrem menos."
    assert with_conditions(idea, text) == idea


def test_the_time_of_another_explanation_is_not_the_claims():
    text = (
        "Welders with the new helmet complain less about headaches. "
        "The shop is also better ventilated since spring."
    )
    idea = claim(exposure="with the new helmet", outcome="complain", window="since spring")
    assert without_other_clauses(idea, text) == replace(
        idea, window=None, rivals=("The shop is also better ventilated since spring",)
    )


@pytest.mark.parametrize(("language", "exposure", "other"), [
    ("en", "when nobody helps them", "when somebody does"),
    ("pt", "quando ninguém agradece", "quando alguém agradece"),
])  # fmt: skip
def test_where_nobody_does_it_is_held_against_where_somebody_does(language, exposure, other):
    tokens = tagged(exposure, language)
    assert denied_clause(tokens[0].lower, tokens[1:], language) == other

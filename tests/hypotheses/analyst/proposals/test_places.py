"""Where a claim is observed, from the author's own words."""

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.proposals.subjects import own_bound
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("language", "source", "whole", "words", "bound"),
    [
        ("pt", "Colocar fotos na nossa lanchonete aumenta a venda de suco.", "",
         {"exposure": "Colocar fotos na nossa lanchonete", "outcome": "venda de suco",
          "unit": "suco"}, "na nossa lanchonete"),
        ("en", "A longer menu sells more juice in the museum of Leeds.", "",
         {"exposure": "longer menu", "outcome": "juice", "unit": "juice"},
         "in the museum of Leeds"),
        ("en", "Tenants whose landlord lives in the same building report damp sooner.", "",
         {"exposure": "whose landlord lives in the same building", "outcome": "report damp",
          "unit": "Tenants"}, None),
        ("en", "People who rent in towns with a mayor pay less.", "",
         {"exposure": "who rent in towns with a mayor", "outcome": "pay", "unit": "People"}, None),
        ("pt", "Jogar dominó no clube diminui a solidão dos viúvos.", "",
         {"exposure": "Jogar dominó no clube", "outcome": "solidão", "unit": "viúvos"}, None),
        ("en", "The oystercatchers feed by the pier when the tide is low.",
         "The oystercatchers feed by the pier when the tide is low. Others use the golf club.",
         {"exposure": "when the tide is low", "outcome": "feed", "unit": "oystercatchers"}, None),
        ("en", "Since we switched to the new ink, more jobs get sent back.",
         "I run a small print shop. Since we switched to the new ink, more jobs get sent back.",
         {"exposure": "switched to the new ink", "outcome": "jobs", "unit": "jobs"},
         "of a small print shop"),
    ],
)  # fmt: skip
def test_the_claims_own_place_bounds_it_and_no_place_beside_it(
    language, source, whole, words, bound
):
    assert own_bound(claim(**words), language, source, whole) == bound


@pytest.mark.parametrize(
    ("language", "source", "unit", "asked"),
    [
        ("en", "Singing helps my year 9s remember words.", "my year 9s",
         "how many of them, and over which period"),
        ("pt", "Cantar ajuda minhas turmas a lembrar.", "minhas turmas",
         "em que número e durante que período"),
    ],
)  # fmt: skip
def test_of_the_authors_own_no_more_is_asked_than_how_many_and_when(language, source, unit, asked):
    found = propose(claim(exposure=source.split()[0], outcome="words", unit=unit), language, source)
    assert asked in found["bound"][0].text

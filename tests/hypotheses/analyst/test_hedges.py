"""Hedges: they are found, they are no direction, and a gap names them."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess
from tests.hypotheses.analyst.support import score


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Coffee may affect sleep"),
        ("pt", "O café pode afetar o sono"),
        ("en", "Music perhaps influences sales somehow"),
        ("pt", "A música talvez influencie as vendas de alguma forma"),
    ],
)
def test_hedges_alone_are_a_gap(language, text):
    found = score("testability", language, text)

    assert (found.score, found.code) == (0, "hedged")


@pytest.mark.parametrize(
    ("language", "text", "hedge"),
    [
        ("en", "TDD may reduce bugs", "may"),
        ("en", "Agile methods seem to work better", "seem"),
        ("en", "Perhaps exercise lowers anxiety", "Perhaps"),
        ("en", "X affects Y somehow", "somehow"),
        ("pt", "TDD pode reduzir bugs", "pode"),
        ("pt", "Métodos ágeis parecem funcionar melhor", "parecem"),
        ("pt", "Talvez o exercício reduza a ansiedade", "Talvez"),
        ("pt", "X afeta Y de alguma forma", "de alguma forma"),
    ],
)
def test_a_hedge_is_found(language, text, hedge):
    assert hedge in assess(text, language).hedges


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "TDD reduces bugs in May"),
        ("en", "Exercise lowers anxiety in adults"),
        ("pt", "A poda aumenta a produção de uvas"),
        ("pt", "O exercício reduz a ansiedade em adultos"),
    ],
)
def test_a_plain_claim_is_not_hedged(language, text):
    assert assess(text, language).hedges == ()


@pytest.mark.parametrize(
    ("language", "text", "hedge"),
    [("en", "Coffee may affect sleep", "may"), ("pt", "O café pode afetar o sono", "pode")],
)
def test_the_gap_of_a_hedged_claim_names_the_hedge(language, text, hedge):
    assert f"“{hedge}”" in score("testability", language, text).suggestion

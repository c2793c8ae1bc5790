"""A reviewer's guidance: what it names in full is suggested, the rest is left to the author."""

from __future__ import annotations

import pytest

from hypotheses.analyst.guidance import guided


@pytest.mark.parametrize(
    ("language", "text", "named"),
    [
        ("en", "", {}),
        ("en", "too vague, think again", {}),
        (
            "en",
            "Measure it by the number of failed builds per week.",
            {"metric": "the number of failed builds per week"},
        ),
        ("en", "please compare it with pair programming", {"comparator": "pair programming"}),
        ("pt", "compare com a programação em par", {"comparator": "a programação em par"}),
        (
            "pt",
            "meça pelo número de builds quebrados por semana; o resto está bom",
            {"metric": "número de builds quebrados por semana"},
        ),
        ("en", "it should say which teams", {}),
    ],
)
def test_only_what_is_named_in_full_is_taken(language, text, named):
    assert guided(text, language) == named


def test_a_bounded_population_is_taken():
    assert guided("study the nurses of one hospital in Recife", "en")["population"]

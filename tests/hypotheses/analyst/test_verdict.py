"""The verdict: over every combination of scores, vetoes and hedges."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest

from hypotheses.analyst.assess import assess, judge
from hypotheses.domain.types import ASPECTS, Verdict

CUBE = [
    (dict(zip(ASPECTS, scores, strict=True)), vetoed, hedged)
    for scores in itertools.product((0, 1, 2), repeat=len(ASPECTS))
    for vetoed in (False, True)
    for hedged in (False, True)
]


def rule(points, vetoed, hedged):
    """The rule in the words of the user: rejected on a veto; approved when all are 2, or one is 1
    and nothing is hedged; otherwise needs_refinement."""
    if vetoed:
        return "rejected"
    scores = sorted(points.values())
    if scores == [2, 2, 2, 2]:
        return "approved"
    if scores == [1, 2, 2, 2] and not hedged:
        return "approved"
    return "needs_refinement"


def test_the_whole_cube_follows_the_rule():
    wrong = [case for case in CUBE if judge(*case) != rule(*case)]

    assert wrong == []


def test_the_cube_reaches_every_verdict():
    assert {judge(*case) for case in CUBE} == set(get_args(Verdict))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            (
                "Does pair programming reduce the number of bugs per KLOC in development teams of "
                "a single company, compared with solo programming?"
            ),
        ),
        (
            "pt",
            (
                "A programação em par reduz o número de bugs por KLOC em equipes de "
                "desenvolvimento de uma mesma empresa, em comparação com a programação individual?"
            ),
        ),
        (
            "en",
            (
                "Daily walking lowers HbA1c in adults aged 40-60 with type 2 diabetes, compared "
                "with usual care"
            ),
        ),
        (
            "pt",
            (
                "A caminhada diária reduz a HbA1c de adultos de 40 a 60 anos com diabetes tipo 2, "
                "em comparação com o cuidado usual"
            ),
        ),
    ],
)
def test_a_complete_hypothesis_is_approved(language, text):
    found = assess(text, language)

    assert (found.kind, found.verdict, found.gaps) == ("complete", "approved", ())


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("en", "Incremental method is faster", "vague"),
        ("pt", "Método incremental é mais rápido", "vague"),
        ("en", "Z improves W", "vague"),
        ("pt", "Z melhora W", "vague"),
        ("en", "TDD reduces bugs in small teams", "semi_formed"),
        ("pt", "TDD reduz bugs em equipes pequenas", "semi_formed"),
        ("en", "How does X affect Y in adults aged 18-40?", "semi_formed"),
        ("pt", "Como X impacta Y em adultos 18-40 anos?", "semi_formed"),
    ],
)
def test_the_kind_of_an_idea_is_told(language, text, kind):
    found = assess(text, language)

    assert (found.kind, found.verdict) == (kind, "needs_refinement")

"""Who does what an outcome says, and whether it is the author of the claim."""

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.proposals.subjects import is_of_author, owned_one
from hypotheses.domain.claim import is_choice
from tests.hypotheses.analyst.proposals.claims import claim


@pytest.mark.parametrize(
    ("language", "source", "outcome", "own"),
    [
        ("en", "I sleep worse after coffee", "sleep", True),
        ("en", "My left knee hurts less after coffee", "knee hurts", True),
        ("pt", "Durmo melhor sem café", "Durmo", True),
        ("pt", "Café piora o meu sono", "sono", True),
        ("en", "Coffee makes my students' marks better", "my students' marks", False),
        ("en", "I think coffee raises the bill", "bill", False),
        ("en", "Customers stay longer", "stay", False),
    ],
)
def test_a_claim_may_be_about_its_author(language, source, outcome, own):
    assert is_of_author(claim(exposure="coffee", outcome=outcome), language, source) == own


@pytest.mark.parametrize(
    ("language", "source", "outcome"),
    [("en", "I sleep worse after coffee", "sleep"), ("pt", "Café piora o meu sono", "sono")],
)
def test_who_else_takes_part_in_a_claim_about_its_author_is_a_choice(language, source, outcome):
    found = propose(claim(exposure="coffee", outcome=outcome), language, source)
    assert is_choice(found["unit"][0].text)
    assert is_choice(found["bound"][0].text)
    assert "measure" not in found


@pytest.mark.parametrize(
    ("language", "source", "unit", "one"),
    [
        ("en", "My dog barks less", "dog", "my dog"),
        ("pt", "Meu cachorro late menos", "cachorro", "meu cachorro"),
        ("en", "My dogs bark less", "dogs", ""),
        ("en", "Our team ships more", "team", ""),
        ("en", "A dog barks less", "dog", ""),
    ],
)
def test_one_of_the_authors_own_is_told_from_many(language, source, unit, one):
    assert owned_one(claim(unit=unit), language, source) == one

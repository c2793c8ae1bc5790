"""What a claim lacks, found in its own words."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language


@pytest.mark.parametrize(
    ("text", "language", "outcome", "sides"),
    [
        (
            "The bite force of island eels will be stronger than the bite force of reef eels.",
            "en",
            "bite force",
            ("island eels", "reef eels"),
        ),
        (
            "The hearing range of owls will be wider than the hearing range of hawks.",
            "en",
            "hearing range",
            ("owls", "hawks"),
        ),
        (
            "The grip strength of climbers will be greater than the grip strength of rowers.",
            "en",
            "grip strength",
            ("climbers", "rowers"),
        ),
        (
            "O teor de sal do queijo de cabra é maior do que o teor de sal do queijo de vaca.",
            "pt",
            "teor de sal",
            ("queijo de cabra", "queijo de vaca"),
        ),
    ],
)
def test_what_two_options_begin_with_is_the_outcome_of_both(
    text: str, language: Language, outcome: str, sides: tuple[str, str]
) -> None:
    """The outcome may stand once in each of the two things that are compared."""
    claim = read(text, language).claim
    held = [slot.text for slot in (claim.exposure, claim.comparator) if slot is not None]
    assert claim.outcome is not None
    assert (claim.outcome.text, tuple(held)) == (outcome, sides)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Are the lakes getting saltier?", "en"),
        ("A idade média dos vereadores está aumentando ao longo do tempo?", "pt"),
    ],
)
def test_where_nothing_varies_a_claim_describes(text: str, language: Language) -> None:
    """A trend names nothing that makes the difference, and is asked for nothing of the kind."""
    claim = read(text, language).claim
    assert (claim.exposure, claim.design, claim.doubts) == (None, "descriptive", ())


@pytest.mark.parametrize(
    ("text", "language"),
    [("What makes dough rise faster?", "en"), ("O que faz a massa crescer mais rápido?", "pt")],
)
def test_what_is_asked_for_may_vary(text: str, language: Language) -> None:
    """A question for the cause lacks the cause: it stays a question about what varies."""
    assert read(text, language).claim.design != "descriptive"


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        (
            "A pesquisa investiga o impacto da seca no setor leiteiro gaúcho.",
            "no setor leiteiro gaúcho",
        ),
        (
            "A pesquisa investiga o impacto do frete no mercado editorial chileno.",
            "no mercado editorial chileno",
        ),
    ],
)
def test_an_adjective_of_a_side_is_part_of_it(text: str, bound: str) -> None:
    """`gaúcho` is no population of its own: what it describes is not torn apart."""
    claim = read(text, "pt").claim
    assert claim.bound is not None
    assert claim.bound.text == bound
    assert claim.unit is None
